-- The deliveries of all subscriptions of a brand, those about one resource, and those that failed, newest first.
create index deliveries_brand_idx on webhooks.deliveries (brand_id, created_at desc, id desc);
create index deliveries_subject_idx on webhooks.deliveries (brand_id, subject_id, created_at desc, id desc);
create index deliveries_failed_idx on webhooks.deliveries (brand_id, created_at desc, id desc) where state = 'failed';

-- The headers of the request as JSON: the signatures depend on secrets that may have been rotated since. Null where nothing
-- was sent.
alter table webhooks.attempts add column headers text;
