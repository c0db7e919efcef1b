-- The carriers that are missing among the quotes of a request, with the reasons. Null in requests of older versions.
alter table shipping.quote_requests add column missing_carriers json;

-- The latest quotes of an order.
create index quote_requests_order_idx on shipping.quote_requests (brand_id, order_id, created_at desc, id desc);
