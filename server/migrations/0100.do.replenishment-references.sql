-- resumable: the index is built while the table is used
-- In a database that is distributed by brand, a unique key has to contain the brand. References of replenishments come from
-- one sequence and are unique without it.
create unique index concurrently if not exists replenishments_brand_reference_idx on fulfillment.replenishments (brand_id, reference);
alter table fulfillment.replenishments
  drop constraint if exists replenishments_reference_key,
  add constraint replenishments_reference_key unique using index replenishments_brand_reference_idx;
