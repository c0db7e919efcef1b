-- Which secret key made a keyed hash. Hashes cannot be made again with another key, so a key is needed as long as hashes of it
-- are. Null for those that an earlier version made.
alter table identity.recovery_codes add column key_name text;
alter table general.email_verifications add column key_name text;
