/**
 * A stand-in for the functions and catalog tables of Citus that `tradehall distribute` uses, on plain PostgreSQL. It stores
 * nothing on other nodes: it records the calls, keeps the catalog, and refuses what Citus refuses, as far as its
 * documentation says so. It shows the order of the steps and what a stopped run leaves behind; only a cluster shows whether
 * Citus accepts them (`citus.test.ts`).
 */
import type { Queryable } from '../src/platform/database.ts'
import { classifyTables } from '../src/platform/distribution/table-classes.ts'

export async function installCitusStandIn(
  db: Queryable,
  { version = 'Citus 13.2.2 on a stand-in', group = 0 } = {},
): Promise<void> {
  await db.unsafe(`
    create table public.pg_dist_node (nodename text, nodeport integer, groupid integer, noderole text default 'primary');
    create table public.pg_dist_local_group (groupid integer);
    insert into public.pg_dist_local_group values (${group});
    create table public.pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char", colocated_with text);
    create table public.pg_dist_object (classid oid, objid oid, distribution_argument_index integer);
    create table public.calls (position integer generated always as identity, call text);
    -- The call that fails, once.
    create table public.failing_call (call text);

    create function public.citus_version() returns text language sql as $$ select '${version}' $$;

    create function public.record_call(call text) returns void language plpgsql as $$
    begin
      if exists (select 1 from public.failing_call as f where f.call = record_call.call) then
        raise exception 'the node is away in the middle of %', call;
      end if;
      insert into public.calls (call) values (record_call.call);
    end
    $$;

    create function public.citus_set_coordinator_host(host text, port integer) returns void language plpgsql as $$
    begin
      perform public.record_call('coordinator ' || host || ':' || port);
      insert into public.pg_dist_node values (host, port, 0);
    end
    $$;

    create function public.citus_add_node(nodename text, nodeport integer) returns integer language plpgsql as $$
    begin
      perform public.record_call('worker ' || citus_add_node.nodename || ':' || citus_add_node.nodeport);
      insert into public.pg_dist_node
      select citus_add_node.nodename, citus_add_node.nodeport, max(groupid) + 1 from public.pg_dist_node;
      return 1;
    end
    $$;

    create function public.run_command_on_workers(command text)
    returns table (nodename text, nodeport integer, success boolean, result text) language plpgsql as $$
    begin
      if command like 'alter database%' then
        raise exception 'operation is not allowed on this node' using hint = 'Connect to the coordinator and run it again.';
      end if;
      perform public.record_call('on workers: ' || command);
      return query select n.nodename, n.nodeport, n.nodename <> 'broken', case when n.nodename = 'broken' then 'no' else '1' end
        from public.pg_dist_node as n where groupid > 0;
    end
    $$;

    create function public.refuse_unconvertible(relation regclass) returns void language plpgsql as $$
    begin
      if exists (select 1 from public.pg_dist_partition where logicalrelid = relation) then
        raise exception 'table % is already distributed', relation;
      end if;
      if exists (select 1 from pg_constraint where contype = 'f' and relation in (conrelid, confrelid)) then
        raise exception 'cannot complete operation on %, which has a foreign key', relation;
      end if;
      if not coalesce(nullif(current_setting('citus.enable_unsafe_triggers', true), ''), 'off')::boolean
        and exists (select 1 from pg_trigger where tgrelid = relation and not tgisinternal) then
        raise exception 'cannot distribute relation % because it has triggers', relation;
      end if;
      if not exists (select 1 from public.pg_dist_node where groupid > 0) then
        raise exception 'couldn''t find any worker nodes';
      end if;
    end
    $$;

    create function public.create_reference_table(relation regclass) returns void language plpgsql as $$
    begin
      perform public.refuse_unconvertible(relation);
      perform public.record_call('reference ' || relation);
      insert into public.pg_dist_partition values (relation, 'n', 't');
    end
    $$;

    create function public.create_distributed_table(
      relation regclass, distribution_column text, distribution_type text default 'hash',
      colocate_with text default 'default', shard_count integer default null
    ) returns void language plpgsql as $$
    begin
      perform public.refuse_unconvertible(relation);
      if exists (
        select 1 from pg_index where indrelid = relation and indisunique and not exists (
          select 1 from pg_attribute
          where attrelid = relation and attname = distribution_column and attnum = any(indkey)
        )
      ) then
        raise exception 'cannot create constraint on "%"', relation;
      end if;
      if colocate_with <> 'none' and not exists (
        select 1 from public.pg_dist_partition where logicalrelid = colocate_with::regclass
      ) then
        raise exception 'relation % is not distributed', colocate_with;
      end if;
      perform public.record_call('distribute ' || relation || coalesce(' in ' || shard_count, ''));
      insert into public.pg_dist_partition values (relation, 'h', 's', colocate_with);
    end
    $$;

    create function public.create_distributed_function(
      name text, distribution_arg_name text default null, colocate_with text default 'default',
      force_delegation boolean default null
    ) returns void language plpgsql as $$
    begin
      perform public.record_call('function ' || name || coalesce(' by ' || distribution_arg_name, ''));
      insert into public.pg_dist_object
      values ('pg_proc'::regclass, name::regprocedure, case when distribution_arg_name is not null then 0 end);
    end
    $$;

    create function public.citus_add_local_table_to_metadata(relation regclass) returns void language plpgsql as $$
    begin
      perform public.record_call('local ' || relation);
      insert into public.pg_dist_partition values (relation, 'n', 's');
    end
    $$;

    -- The rows of the stand-in are in the table itself, so they stay.
    create function public.truncate_local_data_after_distributing_table(relation regclass) returns void language plpgsql as $$
    begin
      perform public.record_call('remove copy ' || relation);
    end
    $$;`)
}

export const callsOf = async (db: Queryable): Promise<string[]> =>
  (await db<{ call: string }[]>`select call from public.calls order by position`).map(({ call }) => call)

/**
 * As if all tables of brands were distributed, on a single node whose shards are the tables themselves: marked statements are
 * sent to it by `platform.run_on_node`.
 */
export async function distributeOnStandIn(db: Queryable): Promise<void> {
  await installCitusStandIn(db)
  await db.unsafe(`
    create function public.get_shard_id_for_distribution_column(relation regclass, brand uuid) returns bigint
    language sql as $$ select relation::oid::bigint $$;
    create function public.shard_name(relation regclass, shard bigint) returns text
    language sql as $$ select relation::text $$;
    create function public.lock_shard_metadata(mode integer, shards bigint[]) returns void language sql as $$
      select public.record_call('on node: ' || array_to_string(array(select s::oid::regclass::text from unnest(shards) as s), ', '))
    $$;
    create view public.pg_dist_placement as select oid::bigint as shardid, 0 as groupid from pg_class;
    insert into public.pg_dist_object values ('pg_proc'::regclass, 'platform.run_on_node'::regproc, 0);`)
  for (const { table, class: of } of await classifyTables(db)) {
    if (of === 'local' || of === 'joint') continue
    await db`
      insert into public.pg_dist_partition
      values (${table}::text::regclass, ${of === 'distributed' ? 'h' : 'n'}, ${of === 'distributed' ? 's' : 't'})`
  }
}
