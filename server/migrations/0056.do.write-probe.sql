-- One row that is written again and again, to see whether the database takes writes: `/health/ready` says when it does not.
create table platform.write_probe (
  id boolean not null default true,
  writes bigint not null default 0,
  constraint write_probe_pkey primary key (id),
  constraint write_probe_one_row check (id)
);
