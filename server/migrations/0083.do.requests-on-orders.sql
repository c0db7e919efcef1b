-- What an order waits for: since when it has its status, and what a retailer or a brand has asked the marketplace for.
-- Orders from before this migration have no times; their last change stands for them.
alter table ordering.orders
  add column status_since timestamptz,
  add column requested_at timestamptz,
  add column revert_request_reason text,
  add column request_decline_reason text;
