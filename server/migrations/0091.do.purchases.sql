-- The orders of a retailer, newest first within each status: lists with any filter, their counts, and whether one has changed.
create index orders_retailer_status_idx on ordering.orders (retailer_id, status, submitted_at desc, id desc);

-- The brands that a retailer has ordered from, through which a search of its orders goes.
create index customers_retailer_idx on ordering.customers (retailer_id, brand_id);
