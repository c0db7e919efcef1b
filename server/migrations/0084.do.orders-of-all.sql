-- Which decision of the marketplace an order waits for; null for none. One order waits for one decision.
create function ordering.pending_decision(status text, revert_request_reason text, cancellation_request_reason text)
  returns text language sql immutable parallel safe as $$
  select case
    when status in ('brand_confirmed', 'rejected') and revert_request_reason is not null then 'revert-requests'
    when status = 'rejected' then 'rejections'
    when status = 'reception_refused' then 'refused-receptions'
    when status = 'received' then 'invoices'
    when status = 'invoiced' then 'payouts'
    when status = 'ankor_confirmed' and cancellation_request_reason is not null then 'cancellation-requests'
  end
$$;

-- The pending decisions of all orders, of a brand and of a retailer, by kind, oldest first. Only orders that wait are in them.
create index orders_decisions_idx on ordering.orders (
  ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason),
  (coalesce(requested_at, status_since, updated_at)), id
) where ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) is not null;
create index orders_brand_decisions_idx on ordering.orders (
  brand_id, ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason),
  (coalesce(requested_at, status_since, updated_at)), id
) where ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) is not null;
create index orders_retailer_decisions_idx on ordering.orders (
  retailer_id, ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason),
  (coalesce(requested_at, status_since, updated_at)), id
) where ordering.pending_decision(status, revert_request_reason, retailer_cancellation_request_reason) is not null;

-- The orders of all brands: in any status, by reference, by submission, and what changed last. The first replaces an index of
-- four statuses.
create index orders_status_of_all_idx on ordering.orders (status, created_at desc, id desc);
drop index ordering.orders_waiting_idx;
create index orders_reference_of_all_idx on ordering.orders ((reference::text) text_pattern_ops);
create index orders_submitted_of_all_idx on ordering.orders (submitted_at);
create index orders_changed_of_all_idx on ordering.orders (changed_at);
