-- Bulk operations on a catalog: what was sent, how far it is, and what became of each product.
create schema integrations;

create table integrations.operations (
  brand_id uuid not null,
  id uuid not null,
  source text not null,
  operation_type text not null,
  status text not null,
  update_fields text[] not null default '{}',
  callback_url text,
  total_products_count integer not null default 0,
  processed_products_count integer not null default 0,
  failed_products_count integer not null default 0,
  -- The entry that was processed last; a run goes on behind it.
  done_ordinal integer not null default 0,
  -- New products of an import are placed behind this one of the catalog; null until the first batch.
  base_position integer,
  created_at timestamptz not null,
  -- When its start was asked for, which is its place among those that wait.
  queued_at timestamptz,
  started_at timestamptz,
  completed_at timestamptz,
  -- Set before the one call is made, so that it is never made twice.
  callback_attempted_at timestamptz,
  -- What came of it: {outcome, status, detail, durationMs}.
  callback_outcome jsonb,
  constraint operations_pkey primary key (brand_id, id),
  constraint operations_type_known check (operation_type in ('import', 'update', 'delete')),
  constraint operations_status_known check (
    status in ('created', 'pending', 'started', 'skipped', 'succeeded', 'partially_failed', 'failed', 'cancelled')
  )
);
-- A brand fills one operation at a time, and one runs.
create unique index operations_open_key on integrations.operations (brand_id) where status = 'created';
create unique index operations_running_key on integrations.operations (brand_id) where status = 'started';
create index operations_pending_idx on integrations.operations (brand_id, queued_at, id) where status = 'pending';
-- For telling a foreign id from an unknown one, on the miss path only.
create index operations_id_idx on integrations.operations (id);

-- Products that were attached and wait to be processed, numbered from 1 in each operation.
create table integrations.entries (
  brand_id uuid not null,
  operation_id uuid not null,
  ordinal integer not null,
  -- As it was sent; not jsonb, which would write it anew.
  payload json not null,
  bytes integer not null,
  constraint entries_pkey primary key (brand_id, operation_id, ordinal)
);
alter table integrations.entries add constraint entries_operation_fkey foreign key (brand_id, operation_id) references integrations.operations (brand_id, id);

-- What became of them, one for each entry.
create table integrations.results (
  brand_id uuid not null,
  operation_id uuid not null,
  ordinal integer not null,
  id uuid not null,
  external_product_id text not null,
  status text not null,
  failure_reason text,
  -- [{field, reason, message}]
  issues jsonb not null default '[]',
  -- The entry as it was sent, of what failed alone.
  sent json,
  created_at timestamptz not null,
  constraint results_pkey primary key (brand_id, operation_id, ordinal),
  constraint results_status_known check (status in ('success', 'failure')),
  constraint results_reason_known check (failure_reason in ('validation_error', 'internal_error')),
  constraint results_failure_explained check ((status = 'failure') = (failure_reason is not null))
);
-- Cursors are ids.
create index results_id_idx on integrations.results (brand_id, operation_id, id);
-- What did not pass, for drafts and reports.
create index results_failed_idx on integrations.results (brand_id, operation_id, ordinal) where status = 'failure';
alter table integrations.results add constraint results_operation_fkey foreign key (brand_id, operation_id) references integrations.operations (brand_id, id);

-- The drafts of a brand are the products that did not pass validation in this import, the last one that had some.
create table integrations.draft_sources (
  brand_id uuid not null,
  operation_id uuid not null,
  constraint draft_sources_pkey primary key (brand_id)
);
alter table integrations.draft_sources add constraint draft_sources_operation_fkey foreign key (brand_id, operation_id) references integrations.operations (brand_id, id);
