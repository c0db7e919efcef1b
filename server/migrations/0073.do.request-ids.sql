-- Which request caused an event, a change of an order, and the deliveries of the event. Found without a brand, because a
-- request of the operator may change the orders of several brands.
alter table platform.outbox add column request_id uuid;
alter table ordering.moves add column request_id uuid;
alter table webhooks.events add column request_id uuid;
alter table webhooks.deliveries add column request_id uuid;
create index moves_request_idx on ordering.moves (request_id) where request_id is not null;
create index events_request_idx on webhooks.events (request_id) where request_id is not null;
