-- The list of orders by waiting time and by expected shipping date, of all statuses or of one, and their number by status.
create index orders_status_submitted_idx on ordering.orders (brand_id, status, submitted_at, id);
create index orders_ship_by_idx on ordering.orders (brand_id, (coalesce(updated_latest_on, expected_latest_on)), id);
create index orders_status_ship_by_idx on ordering.orders
  (brand_id, status, (coalesce(updated_latest_on, expected_latest_on)), id);

-- The search of orders by the first digits of their reference, by the variants of their items, and by names of retailers.
create index orders_reference_idx on ordering.orders (brand_id, (reference::text) text_pattern_ops);
create index items_variant_idx on ordering.items (brand_id, variant_id, order_id);
create index retailers_name_idx on identity.retailers using gin (store_name gin_trgm_ops, company_name gin_trgm_ops);
