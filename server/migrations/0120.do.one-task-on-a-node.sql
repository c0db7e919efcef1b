-- Runs a statement of one brand on the node that has its rows, in a database that is distributed by brand. Citus delegates
-- the call to that node, and would not send the statement there as one task. `%1$s` in it stands for the first table. Its
-- parameters are elements of `$1`, as texts.
--
-- The statement is run on the shards themselves, so this does what Citus does before it sends a task: it takes the lock
-- against moves of the shards, and looks whether they are still here. If not, it fails with the code that Citus has for what
-- a move of a shard has overtaken, which is sent again.
create function platform.run_on_node(brand uuid, tables text[], statement text, has_rows boolean, parameters text[])
returns setof record language plpgsql as $$
declare
  shards bigint[];
  names text[];
begin
  select
    array_agg(get_shard_id_for_distribution_column(t.name::regclass, brand) order by t.position),
    array_agg(shard_name(t.name::regclass, get_shard_id_for_distribution_column(t.name::regclass, brand)) order by t.position)
  into shards, names
  from unnest(tables) with ordinality as t (name, position);
  -- A statement may name no table of brands, such as one that asks the node about itself.
  if shards is not null then
    perform lock_shard_metadata(5, shards);
  end if;
  if exists (
    select 1 from unnest(shards) as here (id)
    where not exists (
      select 1 from pg_dist_placement as p
      where p.shardid = here.id and p.groupid = (select groupid from pg_dist_local_group)
    )
  ) then
    raise exception 'the rows of the brand have moved to another node' using errcode = 'CIINF';
  end if;
  if has_rows then
    return query execute format(statement, variadic names) using parameters;
  else
    execute format(statement, variadic names) using parameters;
  end if;
end
$$;

-- Has no rows. A transaction that deletes from it is committed by Citus in two phases: see `sql/transactions.ts`.
create table platform.joint_commits (
  id integer not null,
  constraint joint_commits_pkey primary key (id)
);

-- safe: it acts on the function and the empty table of this file only
do $$
begin
  if to_regproc('create_distributed_function') is null then
    return;
  end if;
  if exists (
    select 1 from pg_dist_partition where logicalrelid = 'catalog.products'::regclass and partmethod = 'h'
  ) then
    perform create_distributed_function(
      'platform.run_on_node(uuid,text[],text,boolean,text[])', 'brand',
      colocate_with => 'catalog.products', force_delegation => true
    );
    perform citus_add_local_table_to_metadata('platform.joint_commits');
  end if;
end
$$;
