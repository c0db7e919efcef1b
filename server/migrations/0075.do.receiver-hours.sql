-- Attempts of each subscription by the hour and by duration, for charts of the health of receivers. A bucket is a range of
-- durations; the median follows from the counts of the buckets.
create table webhooks.receiver_hours (
  brand_id uuid not null,
  hour timestamptz not null,
  subscription_id uuid not null,
  bucket smallint not null,
  delivered integer not null,
  failed integer not null,
  constraint receiver_hours_pkey primary key (brand_id, hour, subscription_id, bucket),
  constraint receiver_hours_counted check (delivered >= 0 and failed >= 0)
);
create index receiver_hours_age_idx on webhooks.receiver_hours (hour);
