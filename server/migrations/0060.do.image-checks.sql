-- How far the images of an operation are checked. A worker holds a lease while it fetches, and no lock; what it cost is
-- counted against the limits of the operation. Apart from the operation itself, whose row a batch locks as a whole.
create table integrations.image_runs (
  brand_id uuid not null,
  operation_id uuid not null,
  done_ordinal integer not null default 0,
  checked_count integer not null default 0,
  received_bytes bigint not null default 0,
  elapsed_ms integer not null default 0,
  lease_id uuid,
  leased_until timestamptz not null,
  constraint image_runs_pkey primary key (brand_id, operation_id),
  constraint image_runs_operation_fkey foreign key (brand_id, operation_id)
    references integrations.operations (brand_id, id)
);

-- Each address that an operation has fetched, by a hash of it: an address may be longer than an index takes.
create table integrations.image_checks (
  brand_id uuid not null,
  operation_id uuid not null,
  url_key text not null,
  is_image boolean not null,
  constraint image_checks_pkey primary key (brand_id, operation_id, url_key),
  constraint image_checks_run_fkey foreign key (brand_id, operation_id)
    references integrations.image_runs (brand_id, operation_id)
);
