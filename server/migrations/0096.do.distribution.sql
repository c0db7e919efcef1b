-- The keys that `tradehall distribute` has dropped and not created again yet. They are stored in the transaction that drops
-- them, so that a run that is killed loses none: the next one creates them.
create table platform.dropped_foreign_keys (
  relation text not null,
  name text not null,
  definition text not null,
  dropped_at timestamptz not null default now(),
  constraint dropped_foreign_keys_pkey primary key (relation, name)
);

-- For later migrations, between the creation of a table that has the brand in its key and that of its foreign keys: places
-- its rows with those of the other tables if the database is distributed, and does nothing otherwise.
create function platform.distribute_by_brand(relation regclass) returns void language plpgsql as $$
begin
  if to_regproc('create_distributed_table') is null then
    return;
  end if;
  if not exists (
    select 1 from pg_dist_partition where logicalrelid = 'catalog.products'::regclass and partmethod = 'h'
  ) then
    return;
  end if;
  perform create_distributed_table(relation, 'brand_id', colocate_with => 'catalog.products');
end
$$;
