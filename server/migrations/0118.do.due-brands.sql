-- The brands for which workers have something to do, and from when on. In a distributed database it stays on the coordinator,
-- so that workers learn what is due without asking the nodes.
create table platform.due_brands (
  work text not null,
  brand_id uuid not null,
  due_at timestamptz not null,
  -- When something was last made due, give or take a second, by the clock of the database.
  noted_at timestamptz not null default clock_timestamp(),
  constraint due_brands_pkey primary key (work, brand_id)
);

-- The group of the node that has the rows of a brand; null if the database is not distributed.
create function platform.node_of(brand uuid) returns integer language plpgsql volatile strict as $$
begin
  if to_regproc('get_shard_id_for_distribution_column') is null then
    return null;
  end if;
  if not exists (
    select 1 from pg_dist_partition where logicalrelid = 'catalog.products'::regclass and partmethod = 'h'
  ) then
    return null;
  end if;
  return (
    select min(groupid) from pg_dist_placement
    where shardid = get_shard_id_for_distribution_column('catalog.products'::regclass, brand)
  );
end
$$;

-- Fails if the node that has the rows of a brand does not answer.
create function platform.ask_node_of(brand uuid) returns void language plpgsql volatile as $$
begin
  perform 1 from catalog.products where brand_id = brand limit 1;
end
$$;
