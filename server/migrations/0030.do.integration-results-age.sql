-- Results are kept for a while after the end of their operation.
alter table integrations.operations add column results_purged_at timestamptz;
-- What is left to remove.
create index operations_results_age_idx on integrations.operations (completed_at) where results_purged_at is null;
