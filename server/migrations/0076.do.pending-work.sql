-- Failed operations of a brand, and whether a later one has succeeded, for the overview.
create index operations_failed_idx on integrations.operations (brand_id, completed_at)
  where status in ('failed', 'partially_failed');
create index operations_succeeded_idx on integrations.operations (brand_id, operation_type, completed_at)
  where status = 'succeeded';
