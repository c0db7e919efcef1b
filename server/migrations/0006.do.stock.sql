-- Stock is a ledger: transactions of postings that sum to zero, and levels, the running balance of each variant.
create schema stock;

create table stock.locations (
  brand_id uuid not null,
  id uuid not null,
  type text not null,
  -- The brand, warehouse or retailer that the location stands for.
  external_id uuid not null,
  created_at timestamptz not null,
  constraint locations_pkey primary key (brand_id, id),
  constraint locations_place_key unique (brand_id, type, external_id),
  constraint locations_type_known check (type in ('brand', 'warehouse', 'retailer'))
);

create table stock.levels (
  brand_id uuid not null,
  variant_id uuid not null,
  location_id uuid not null,
  -- Below zero when on-hand was set below what is reserved, or when more was sold than there is under `continue`.
  available bigint not null default 0,
  reserved bigint not null default 0,
  is_always_in_stock boolean not null default false,
  inventory_policy text not null default 'deny',
  -- Pieces in one of what is counted.
  unit_multiplier integer not null,
  -- The order of variants in lists.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint levels_pkey primary key (brand_id, variant_id),
  constraint levels_reserved_not_negative check (reserved >= 0),
  constraint levels_policy_known check (inventory_policy in ('deny', 'continue')),
  -- What is not tracked has no available quantity and nothing to oversell.
  constraint levels_untracked check (not is_always_in_stock or (available = 0 and inventory_policy = 'deny')),
  constraint levels_unit_multiplier_positive check (unit_multiplier > 0)
);
create index levels_newest_idx on stock.levels (brand_id, created_at desc, variant_id desc);
-- Tells an unknown variant from another brand's.
create index levels_variant_idx on stock.levels (variant_id);
alter table stock.levels add constraint levels_location_fkey foreign key (brand_id, location_id) references stock.locations (brand_id, id);

-- What other modules may read of the ledger.
create view stock.variant_quantities as
select brand_id, variant_id, is_always_in_stock, inventory_policy, reserved as reserved_quantity,
  case when not is_always_in_stock then available end as available_quantity,
  case when not is_always_in_stock then available + reserved end as stock_quantity,
  is_always_in_stock or inventory_policy = 'continue' or available > 0 as is_orderable,
  updated_at
from stock.levels;

create table stock.transactions (
  brand_id uuid not null,
  id uuid not null,
  movement_type text not null,
  related_id text not null,
  -- What must happen once only, for example `order/<id>/reserved`; null where repeating is harmless.
  cause text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  constraint transactions_pkey primary key (brand_id, id),
  constraint transactions_cause_key unique (brand_id, cause)
);
create index transactions_newest_idx on stock.transactions (brand_id, created_at desc, id desc);
create index transactions_related_idx on stock.transactions (brand_id, related_id);

create table stock.postings (
  brand_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  -- As in the transaction, so that postings are found by it without reading transactions.
  movement_type text not null,
  variant_id uuid not null,
  location_id uuid not null,
  status text not null,
  quantity bigint not null,
  unit_multiplier integer not null,
  created_at timestamptz not null,
  constraint postings_pkey primary key (brand_id, id),
  constraint postings_status_known check (status in ('available', 'reserved', 'void')),
  constraint postings_quantity_moves check (quantity <> 0)
);
create index postings_newest_idx on stock.postings (brand_id, created_at desc, id desc);
create index postings_movement_idx on stock.postings (brand_id, movement_type, created_at desc, id desc);
create index postings_variant_idx on stock.postings (brand_id, variant_id, created_at desc, id desc);
create index postings_transaction_idx on stock.postings (brand_id, transaction_id);
alter table stock.postings add constraint postings_transaction_fkey foreign key (brand_id, transaction_id) references stock.transactions (brand_id, id);

-- What the reconciler found: levels that differ from the sum of their postings.
create table stock.reconciliations (
  id uuid not null,
  checked_at timestamptz not null,
  levels bigint not null,
  mismatches bigint not null,
  constraint reconciliations_pkey primary key (id)
);
