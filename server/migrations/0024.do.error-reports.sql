-- Error reports: a workbook of what failed in an operation, one for each, and its bytes.
create table integrations.error_reports (
  brand_id uuid not null,
  id uuid not null,
  operation_id uuid not null,
  status text not null,
  filename text not null,
  failure_reason text,
  -- How often it was begun; also tells the bytes of one run from those of another.
  run integer not null,
  -- Size of the finished file.
  bytes bigint,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  -- When the bytes were removed after they had expired.
  purged_at timestamptz,
  constraint error_reports_pkey primary key (brand_id, id),
  constraint error_reports_operation_key unique (brand_id, operation_id),
  constraint error_reports_status_known check (status in ('created', 'started', 'completed', 'failed')),
  constraint error_reports_completed_whole check (
    (status = 'completed') = (completed_at is not null and expires_at is not null and bytes is not null)
  ),
  constraint error_reports_failure_explained check ((status = 'failed') = (failure_reason is not null))
);
create index error_reports_newest_idx on integrations.error_reports (brand_id, created_at desc, id desc);
-- Whose an id is, when it is not the caller's; the same for operations.
create index error_reports_id_idx on integrations.error_reports (id);
create index error_reports_operation_idx on integrations.error_reports (operation_id);
-- What is left to remove.
create index error_reports_expiry_idx on integrations.error_reports (expires_at) where purged_at is null;
alter table integrations.error_reports add constraint error_reports_operation_fkey foreign key (brand_id, operation_id) references integrations.operations (brand_id, id);

-- The bytes, cut into rows so that every node can write and send them without holding a whole file.
create table integrations.error_report_chunks (
  brand_id uuid not null,
  report_id uuid not null,
  run integer not null,
  number integer not null,
  bytes bytea not null,
  constraint error_report_chunks_pkey primary key (brand_id, report_id, run, number)
);
-- They are compressed already.
alter table integrations.error_report_chunks alter column bytes set storage external;
alter table integrations.error_report_chunks add constraint error_report_chunks_report_fkey foreign key (brand_id, report_id) references integrations.error_reports (brand_id, id);
