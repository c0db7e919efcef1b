-- Quotes of an order can be confirmed until its shipment or its acceptance is taken back. Each take-back begins a new
-- round of the order, and quotes of earlier rounds are void.
alter table shipping.quote_requests add column round integer not null default 0;

-- Before, the newest request of an order was the only one whose quotes could be confirmed. The others may be from before
-- a take-back, so they stay void.
update shipping.quote_requests
set round = -1
where not exists (
  select from ordering.orders
  where orders.brand_id = quote_requests.brand_id and orders.id = quote_requests.order_id
    and orders.shipment->>'requestId' = quote_requests.id::text
);
