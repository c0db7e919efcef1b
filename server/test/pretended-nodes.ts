/** A plain database that tells where brands are, and whose nodes can be away, like a distributed one. */
import type { Database } from '../src/platform/database.ts'

export interface PretendedNodes {
  /** From now on the node does not answer. */
  lose(node: number): Promise<void>
  restore(node: number): Promise<void>
  /** From now on questions to the node wait, until the returned function is called. */
  silence(node: number): Promise<() => Promise<void>>
  /** Throws what Citus throws if the node of the brand is away. */
  reach(brandId: string): Promise<void>
}

export async function pretendNodes(
  db: Database,
  nodes: Readonly<Record<string, number>>,
): Promise<PretendedNodes> {
  await db.unsafe(`
    create table public.nodes (brand uuid primary key, node integer not null, is_away boolean not null default false);
    create or replace function platform.node_of(brand uuid) returns integer language sql volatile strict as
      'select node from public.nodes where nodes.brand = node_of.brand';
    create or replace function platform.brands_on(node integer) returns setof uuid language sql volatile as
      'select brand from public.nodes where nodes.node = brands_on.node';
    create or replace function platform.ask_node_of(brand uuid) returns void language plpgsql volatile as $$
    begin
      perform pg_advisory_xact_lock_shared(platform.node_of(brand));
      if exists (select 1 from public.nodes where nodes.brand = ask_node_of.brand and is_away) then
        raise sqlstate '08006' using message = 'connection to the remote node failed';
      end if;
    end
    $$`)
  for (const [brand, node] of Object.entries(nodes))
    await db`insert into public.nodes (brand, node) values (${brand}, ${node})`
  const set = async (node: number, isAway: boolean) =>
    void (await db`update public.nodes set is_away = ${isAway} where node = ${node}`)
  return {
    lose: (node) => set(node, true),
    restore: (node) => set(node, false),
    silence: async (node) => {
      const silent = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      const holding = db.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${node}::bigint)`
        silent.resolve()
        await over.promise
      })
      await silent.promise
      return async () => {
        over.resolve()
        await holding
      }
    },
    reach: async (brandId) => void (await db`select platform.ask_node_of(${brandId})`),
  }
}
