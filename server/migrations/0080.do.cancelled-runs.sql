-- A running operation that shall not go on, and who created it. The name is that of the moment: it stays when the
-- application is revoked or the user leaves.
alter table integrations.operations
  add column cancel_requested_at timestamptz,
  add column created_by_application_id uuid,
  add column created_by_user_id uuid,
  add column created_by_name text;

-- Products of a cancelled operation that were not processed any more. Rows of before need no check.
alter table integrations.results drop constraint results_status_known;
alter table integrations.results
  add constraint results_status_known check (status in ('success', 'failure', 'skipped')) not valid;

-- What has to be sent again.
create index results_unprocessed_idx on integrations.results (brand_id, operation_id, ordinal) where status <> 'success';
