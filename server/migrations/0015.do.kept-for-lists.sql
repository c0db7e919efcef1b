-- What the flags of a product follow from, counted. Writes add and subtract, so that two at once lose nothing.
alter table catalog.products
  add column variant_count integer not null default 0,
  add column live_variant_count integer not null default 0,
  add column orderable_variant_count integer not null default 0;

update catalog.products
set variant_count = counted.variants, live_variant_count = counted.live, orderable_variant_count = counted.orderable
from (
  select variants.brand_id, product_id, count(*) as variants,
    count(*) filter (where archived_at is null) as live,
    count(*) filter (where archived_at is null and is_orderable) as orderable
  from catalog.variants
  left join stock.variant_quantities
    on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
  group by variants.brand_id, product_id
) as counted
where products.brand_id = counted.brand_id and products.id = counted.product_id;

-- A product is archived by itself, or with all of its variants if it has some. There is no constraint on the counts: a
-- wrong one is found and repaired by the daily check, and must not refuse an order until then.
alter table catalog.products
  add column out_of_stock boolean not null generated always as (orderable_variant_count <= 0) stored,
  add column archived boolean not null generated always as (
    archived_at is not null or (variant_count > 0 and live_variant_count <= 0)
  ) stored;

-- What was copied from levels elsewhere, was wrong at the check, and was written anew.
alter table stock.reconciliations add column repairs bigint not null default 0;

-- The ids of what an order has, in their order, so that a page of orders reads one table. An order that an older version
-- takes in has none here, and they are looked up.
alter table ordering.orders
  add column item_ids uuid[],
  add column variant_ids uuid[],
  add column billing_item_ids uuid[];

update ordering.orders
set item_ids = array(
    select items.id from ordering.items
    where items.brand_id = orders.brand_id and order_id = orders.id order by position
  ),
  variant_ids = array(
    select variant_id from ordering.items
    where items.brand_id = orders.brand_id and order_id = orders.id order by position
  ),
  billing_item_ids = array(
    select billing_items.id from ordering.billing_items
    where billing_items.brand_id = orders.brand_id and order_id = orders.id order by position
  );
