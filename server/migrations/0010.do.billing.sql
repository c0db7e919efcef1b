-- Billing exports: what was asked for, how far it is, and the bytes of the result.
create schema billing;

create table billing.exports (
  brand_id uuid not null,
  id uuid not null,
  from_on date not null,
  to_on date not null,
  -- [{type, formats}], as the brand wrote it.
  wanted jsonb not null,
  status text not null,
  -- Percent.
  progress integer not null,
  -- Null until they were counted.
  orders_count integer,
  -- [{type, format, reason}].
  failures jsonb not null,
  -- How often it was begun; also tells the bytes of one run from those of another.
  run integer not null,
  -- Size of the finished file.
  bytes bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  -- When the bytes were removed after they had expired.
  purged_at timestamptz,
  constraint exports_pkey primary key (brand_id, id),
  constraint exports_status_known check (status in ('created', 'in_process', 'completed', 'partially_completed', 'failed')),
  constraint exports_finished_when_final check ((finished_at is null) = (status in ('created', 'in_process'))),
  constraint exports_bytes_when_usable check ((bytes is not null) = (status in ('completed', 'partially_completed'))),
  constraint exports_progress_percent check (progress between 0 and 100),
  constraint exports_period check (from_on <= to_on)
);
create index exports_newest_idx on billing.exports (brand_id, created_at desc, id desc);
-- Whose an id is, when it is not the caller's.
create index exports_id_idx on billing.exports (id);
-- What a brand has under way, few among many.
create index exports_unfinished_idx on billing.exports (brand_id) where finished_at is null;
-- What is left to remove.
create index exports_expiry_idx on billing.exports (expires_at) where finished_at is not null and purged_at is null;

-- The bytes, cut into rows so that every node can write and send them without holding a whole file.
create table billing.export_chunks (
  brand_id uuid not null,
  export_id uuid not null,
  run integer not null,
  -- 0 is what is downloaded; others are its parts while an archive is being made.
  file integer not null,
  number integer not null,
  bytes bytea not null,
  constraint export_chunks_pkey primary key (brand_id, export_id, run, file, number)
);
-- Most of it is compressed already.
alter table billing.export_chunks alter column bytes set storage external;
alter table billing.export_chunks add constraint export_chunks_export_fkey foreign key (brand_id, export_id) references billing.exports (brand_id, id);
