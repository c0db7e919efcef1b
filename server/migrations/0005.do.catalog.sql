-- Products and their variants. Every table leads with brand_id, in keys and in indexes: a brand is a shard.
create schema catalog;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table catalog.products (
  brand_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  language text not null,
  dimensions text,
  net_weight text,
  capacity text,
  position integer not null,
  unit_multiplier integer not null,
  vat_rate numeric not null,
  -- A fraction: 0.15 is fifteen percent off.
  discount_rate numeric not null default 0,
  product_type_id integer not null default 0,
  active boolean not null default true,
  retail_price_minor bigint not null,
  wholesale_price_minor bigint not null,
  original_wholesale_price_minor bigint not null,
  images jsonb not null default '[]',
  tags text[] not null default '{}',
  created_at timestamptz not null,
  indexed_at timestamptz,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint products_pkey primary key (brand_id, id),
  constraint products_unit_multiplier_positive check (unit_multiplier > 0),
  constraint products_vat_rate_percent check (vat_rate between 0 and 100),
  constraint products_discount_rate_fraction check (discount_rate >= 0 and discount_rate < 1),
  constraint products_prices_not_negative check (
    retail_price_minor >= 0 and wholesale_price_minor >= 0 and original_wholesale_price_minor >= 0
  )
);
create index products_newest_idx on catalog.products (brand_id, created_at desc, id desc);
-- For telling a foreign id from an unknown one, on the miss path only.
create index products_id_idx on catalog.products (id);

create table catalog.variants (
  brand_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  sku text not null,
  ian text,
  retail_price_minor bigint not null,
  wholesale_price_minor bigint not null,
  original_wholesale_price_minor bigint not null,
  fulfillable_id uuid,
  available_on date,
  images jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  constraint variants_pkey primary key (brand_id, id),
  constraint variants_ian_form check (ian ~ '^[0-9]{13}$'),
  constraint variants_prices_not_negative check (
    retail_price_minor >= 0 and wholesale_price_minor >= 0 and original_wholesale_price_minor >= 0
  )
);
create index variants_newest_idx on catalog.variants (brand_id, created_at desc, id desc);
-- The few among many that `filter[archived]` asks for.
create index variants_archived_idx on catalog.variants (brand_id, created_at desc, id desc) where archived_at is not null;
create index variants_product_idx on catalog.variants (brand_id, product_id, created_at, id);
create index variants_sku_idx on catalog.variants (brand_id, sku);
create index variants_ian_idx on catalog.variants (brand_id, ian);
create index variants_search_idx on catalog.variants using gin (brand_id, sku gin_trgm_ops, name gin_trgm_ops);
create index variants_id_idx on catalog.variants (id);
alter table catalog.variants add constraint variants_product_fkey foreign key (brand_id, product_id) references catalog.products (brand_id, id);

-- Discounts for retailers, beside the one that a product carries itself.
create table catalog.discount_rules (
  brand_id uuid not null,
  id uuid not null,
  name text not null,
  -- Null: retailers of every segment.
  retailer_segment text,
  rate_percent integer not null,
  starts_at timestamptz not null,
  -- Null: until further notice.
  ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint discount_rules_pkey primary key (brand_id, id),
  constraint discount_rules_rate_percent check (rate_percent between 1 and 100),
  constraint discount_rules_period check (ends_at > starts_at)
);
create index discount_rules_newest_idx on catalog.discount_rules (brand_id, created_at desc, id desc);
create index discount_rules_id_idx on catalog.discount_rules (id);
