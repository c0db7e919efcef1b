-- What the marketplace shows of a brand.
alter table identity.brands
  add column automation_mode text not null default 'automatic-brand_control',
  -- Addresses of pictures: {squared, rounded, large}, each of which may be missing.
  add column images jsonb not null default '{}',
  -- Its page in the storefront, without the host.
  add column link text,
  add constraint brands_automation_mode_known check (
    automation_mode in ('automatic-brand_control', 'automatic-confirm-and-request-fulfillment')
  );

-- What brands say about themselves. Every table leads with brand_id: a brand is a shard.
create schema brands;

create table brands.contacts (
  brand_id uuid not null,
  id uuid not null,
  email text not null,
  purposes text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint contacts_pkey primary key (brand_id, id),
  constraint contacts_purposes_known check (purposes <@ array['finance'] and cardinality(purposes) > 0)
);
create unique index contacts_email_key on brands.contacts (brand_id, lower(email));
-- Whose an id is, when it is not the caller's.
create index contacts_id_idx on brands.contacts (id);

-- From which amount a brand ships for nothing, and what it takes below: each change is a row, the newest counts.
create table brands.franco_settings (
  brand_id uuid not null,
  id uuid not null,
  corridor text not null,
  -- Counts the changes of a corridor; clocks may be set back.
  number integer not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  created_at timestamptz not null,
  constraint franco_settings_pkey primary key (brand_id, id),
  constraint franco_settings_number_key unique (brand_id, corridor, number),
  constraint franco_settings_corridor_known check (corridor in ('domestic', 'eu8', 'international')),
  constraint franco_settings_not_negative check (amount_minor >= 0 and fee_minor >= 0)
);

-- What a brand has said about a retailer.
create table brands.retailers (
  brand_id uuid not null,
  retailer_id uuid not null,
  -- Null: nothing.
  automatic_order_validation_mode boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint retailers_pkey primary key (brand_id, retailer_id)
);

-- Payouts are read in the order in which they were made.
create index orders_paid_idx on ordering.orders (brand_id, brand_paid_at desc, id desc) where brand_paid_at is not null;
