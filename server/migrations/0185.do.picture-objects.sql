-- Files of pictures may be kept in file storage outside of the database: under this name, which no other file ever has.
alter table pictures.files add column object uuid;
