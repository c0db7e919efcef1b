-- When a row was changed last, in the real time of the database. Lists by change are sorted by it. It is assigned by the
-- database, so that no writer can omit it: not a process of an older version, and not a statement by hand.
-- `now()` is constant within the migration, so existing rows are not rewritten: they count as changed at the upgrade.
alter table ordering.orders add column changed_at timestamptz not null default now();
alter table catalog.products add column changed_at timestamptz not null default now();
alter table catalog.variants add column changed_at timestamptz not null default now();
alter table external_orders.orders add column changed_at timestamptz not null default now();

alter table ordering.orders alter column changed_at set default clock_timestamp();
alter table catalog.products alter column changed_at set default clock_timestamp();
alter table catalog.variants alter column changed_at set default clock_timestamp();
alter table external_orders.orders alter column changed_at set default clock_timestamp();

create function platform.stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;

-- A statement that sets another time keeps it: the history of demo data lies in the past.
create trigger orders_changed before update on ordering.orders
  for each row when (new.changed_at is not distinct from old.changed_at) execute function platform.stamp_change();
create trigger products_changed before update on catalog.products
  for each row when (new.changed_at is not distinct from old.changed_at) execute function platform.stamp_change();
create trigger variants_changed before update on catalog.variants
  for each row when (new.changed_at is not distinct from old.changed_at) execute function platform.stamp_change();
create trigger orders_changed before update on external_orders.orders
  for each row when (new.changed_at is not distinct from old.changed_at) execute function platform.stamp_change();

create index orders_changed_idx on ordering.orders (brand_id, changed_at, id);
create index products_changed_idx on catalog.products (brand_id, changed_at, id);
create index variants_changed_idx on catalog.variants (brand_id, changed_at, id);
create index orders_changed_idx on external_orders.orders (brand_id, changed_at, id);

-- A change of stock is found by its transaction. An index on a column of levels would disable their HOT updates. Earlier
-- transactions have no time: their variants count as changed at the upgrade.
alter table stock.transactions add column recorded_at timestamptz;
alter table stock.transactions alter column recorded_at set default clock_timestamp();
create index transactions_recorded_idx on stock.transactions (brand_id, recorded_at, id) where recorded_at is not null;

-- The last change of a level without a posting, such as that of its inventory policy. Such changes are rare.
create table stock.level_changes (
  brand_id uuid not null,
  variant_id uuid not null,
  changed_at timestamptz not null,
  constraint level_changes_pkey primary key (brand_id, variant_id)
);
create index level_changes_changed_idx on stock.level_changes (brand_id, changed_at, variant_id);

create function stock.record_level_change() returns trigger language plpgsql as $$
begin
  insert into stock.level_changes (brand_id, variant_id, changed_at)
  values (new.brand_id, new.variant_id, clock_timestamp())
  on conflict on constraint level_changes_pkey do update set changed_at = excluded.changed_at;
  return null;
end
$$;

create trigger levels_changed after update on stock.levels
  for each row when (new.available = old.available and new.reserved = old.reserved)
  execute function stock.record_level_change();
