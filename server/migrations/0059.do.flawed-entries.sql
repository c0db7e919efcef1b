-- What was found wrong with an entry when it was attached: texts that cannot be stored, which make the product fail
-- without failing the others of its call.
alter table integrations.entries add column issues jsonb;

-- The list of a brand's operations, newest first, by status and by type.
create index operations_newest_idx on integrations.operations (brand_id, created_at desc, id desc);
