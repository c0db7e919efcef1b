-- Parked jobs and events are few among many that wait; operators list them, and open pages ask for them every few seconds.
create index tradehall_parked_jobs_idx on graphile_worker._private_jobs (id desc) where attempts >= max_attempts;
create index outbox_parked_idx on platform.outbox (position desc) where parked_at is not null;
create index outbox_parked_id_idx on platform.outbox (id) where parked_at is not null;

-- The failed deliveries of one subscription are counted, and sent again.
create index deliveries_failed_of_subscription_idx on webhooks.deliveries (brand_id, subscription_id, created_at desc, id desc)
  where state = 'failed';

-- The subscriptions of all brands are listed, the newest first.
create index subscriptions_all_idx on webhooks.subscriptions (created_at desc, id desc);
