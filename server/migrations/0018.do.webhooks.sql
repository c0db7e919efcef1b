-- Who wants to be told what, what there was to tell, and how the telling went.
create schema webhooks;

create table webhooks.subscriptions (
  brand_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  url text not null,
  events text[] not null,
  secret_encrypted bytea not null,
  -- The secret before it, which signs as well until then.
  previous_secret_encrypted bytea,
  previous_secret_until timestamptz,
  -- By its owner, and by the server.
  paused_at timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  -- Since when every attempt has failed, and how many that were.
  failing_since timestamptz,
  failures integer not null default 0,
  -- How many attempts in a row had no answer at all; until when nothing is sent because of that.
  silences integer not null default 0,
  held_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint subscriptions_pkey primary key (brand_id, id),
  constraint subscriptions_url_key unique (brand_id, application_id, url),
  constraint subscriptions_some_events check (cardinality(events) > 0),
  constraint subscriptions_previous_secret check ((previous_secret_encrypted is null) = (previous_secret_until is null)),
  constraint subscriptions_disabled_why check ((disabled_at is null) = (disabled_reason is null)),
  constraint subscriptions_failures check ((failing_since is null) = (failures = 0))
);
create index subscriptions_newest_idx on webhooks.subscriptions (brand_id, created_at desc, id desc);
-- Whose an id is, when it is not the caller's.
create index subscriptions_id_idx on webhooks.subscriptions (id);
-- What the operator looks at; few among many.
create index subscriptions_ailing_idx on webhooks.subscriptions (created_at desc, id desc) where failing_since is not null or disabled_at is not null;

-- An event under one of its names, with the resource as it was shown when the event was handed on.
create table webhooks.events (
  brand_id uuid not null,
  id uuid not null,
  -- The order of being handed on; those who listen follow it.
  number bigint not null generated always as identity,
  type text not null,
  subject_id uuid not null,
  -- Sent on demand, to try a receiver.
  is_test boolean not null,
  -- JSON, as text: every attempt must send the same bytes.
  resource text not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  constraint events_pkey primary key (brand_id, id)
);
create index events_number_idx on webhooks.events (brand_id, number);
create index events_age_idx on webhooks.events (created_at);

-- One event for one subscription. Also the queue of those that wait.
create table webhooks.deliveries (
  brand_id uuid not null,
  id uuid not null,
  -- The order of the events of one subject.
  number bigint not null generated always as identity,
  subscription_id uuid not null,
  application_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  subject_id uuid not null,
  state text not null,
  attempts integer not null default 0,
  -- How many attempts have been made since it was last asked for.
  tries integer not null default 0,
  due_at timestamptz not null,
  -- Real time, by the database's clock: until then a worker has it in hand. How often one took it.
  leased_until timestamptz,
  leases integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint deliveries_pkey primary key (brand_id, id),
  constraint deliveries_once unique (brand_id, event_id, subscription_id),
  constraint deliveries_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint deliveries_finished check ((finished_at is null) = (state = 'waiting'))
) with (fillfactor = 80);
create index deliveries_newest_idx on webhooks.deliveries (brand_id, subscription_id, created_at desc, id desc);
-- The queue. Finished deliveries are not in it, so it does not grow with the log.
create index deliveries_due_idx on webhooks.deliveries (brand_id, subscription_id, due_at, number) where state = 'waiting';
-- What has not been tried yet: later events of the same subject wait for it.
create index deliveries_untried_idx on webhooks.deliveries (brand_id, subscription_id, subject_id, number) where state = 'waiting' and attempts = 0;
alter table webhooks.deliveries add constraint deliveries_event_fkey foreign key (brand_id, event_id) references webhooks.events (brand_id, id) on delete cascade;

-- One HTTP call, and what the other side did.
create table webhooks.attempts (
  brand_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  outcome text not null,
  status integer,
  detail text,
  -- What came back, in the sandbox only.
  excerpt text,
  duration_ms integer not null,
  started_at timestamptz not null,
  constraint attempts_pkey primary key (brand_id, delivery_id, number)
);
alter table webhooks.attempts add constraint attempts_delivery_fkey foreign key (brand_id, delivery_id) references webhooks.deliveries (brand_id, id) on delete cascade;

-- How many attempts ended how, ever; several rows for each, so that workers do not wait for one another.
create table webhooks.tallies (
  outcome text not null,
  slot integer not null,
  count bigint not null,
  constraint tallies_pkey primary key (outcome, slot)
);
