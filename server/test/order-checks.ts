/** Invariants of orders, checked after races and crashes. */
import { expect } from 'vitest'
import type { Queryable } from '../src/platform/database.ts'
import { expectSoundFlags } from './catalog.ts'
import { HOLD_STOCK, OWN_MOVES, SPECIFIED_MOVES } from './specified-moves.ts'

const specified = new Map([...SPECIFIED_MOVES, ...OWN_MOVES].map((move) => [move.command, move]))

/**
 * Checks that histories have no gaps and follow the specification's table, that each event is recorded once, and that
 * reserved stock matches the statuses.
 */
export async function expectSoundOrders(db: Queryable, ids: readonly string[]): Promise<void> {
  const [orders, moves, events] = await Promise.all([
    db`select id, status, move_count from ordering.orders where id = any(${ids as string[]}::uuid[])`,
    db`
      select order_id, number, command, from_status, to_status, moved_by, event_id, event_type
      from ordering.moves
      where order_id = any(${ids as string[]}::uuid[])
      order by order_id, number`,
    db`select id, type, subject_id from platform.outbox where subject_id = any(${ids as string[]}::uuid[])`,
  ])
  expect(orders.map(({ id }) => id).sort(), 'every order is there, once').toEqual([...ids].sort())
  const histories = Map.groupBy(moves, ({ order_id }) => order_id)
  for (const { id, status, move_count } of orders) {
    const history = histories.get(id) ?? []
    expect(history.at(-1), 'the last entry led to the status').toMatchObject({
      number: move_count,
      to_status: status,
    })
    expect(history).toMatchObject(
      history.map(({ command }, before) => ({
        number: before + 1,
        from_status: history[before - 1]?.to_status ?? null,
        to_status: specified.get(command)?.to,
        event_type: specified.get(command)?.event,
      })),
    )
    for (const { command, from_status, moved_by } of history) {
      expect(specified.get(command)).toMatchObject({
        from: from_status,
        by: expect.arrayContaining([moved_by]),
      })
    }
  }
  const told = moves.filter(({ event_id }) => event_id)
  const byId = (a: { id?: string }, b: { id?: string }) => String(a.id).localeCompare(String(b.id))
  expect([...events].sort(byId), 'every move that has an event fired it once').toEqual(
    told.map((move) => ({ id: move.event_id, type: move.event_type, subject_id: move.order_id })).sort(byId),
  )
  await expectKeptIds(db)
  await expectHeldStock(db)
  await expectSoundFlags(db)
}

async function expectKeptIds(db: Queryable): Promise<void> {
  const differing = await db`
    select id, item_ids, variant_ids, billing_item_ids
    from ordering.orders
    where (item_ids, variant_ids, billing_item_ids) is distinct from (
      array(select id from ordering.items where order_id = orders.id order by position),
      array(select variant_id from ordering.items where order_id = orders.id order by position),
      array(select id from ordering.billing_items where order_id = orders.id order by position)
    )`
  expect([...differing], 'orders name what belongs to them').toEqual([])
}

/**
 * Compares the stock that orders hold with the ledger entries of orders only, since other owners may hold stock too. An
 * order that the warehouse ships holds all its lines, or none if the goods are in the warehouse.
 */
async function expectHeldStock(db: Queryable): Promise<void> {
  const differing = await db`
    with moved as (
      select done.brand_id, done.related_id, posting.variant_id, sum(posting.quantity) as quantity
      from stock.postings as posting
      join stock.transactions as done on done.brand_id = posting.brand_id and done.id = posting.transaction_id
      where posting.status = 'reserved'
      group by done.brand_id, done.related_id, posting.variant_id
      having sum(posting.quantity) <> 0
    ), reserved as (
      select holder.id, moved.variant_id, moved.quantity
      from moved
      join ordering.orders as holder on holder.brand_id = moved.brand_id and holder.id::text = moved.related_id
    ), held as (
      select holder.id, item.variant_id, sum(item.quantity) as quantity
      from ordering.items as item
      join ordering.orders as holder on holder.brand_id = item.brand_id and holder.id = item.order_id
      join stock.levels on levels.brand_id = item.brand_id and levels.variant_id = item.variant_id
      where holder.status = any(${HOLD_STOCK}::text[])
        and (
          holder.status <> 'fulfillment_requested'
          or exists (select 1 from reserved where reserved.id = holder.id)
        )
      group by holder.id, item.variant_id
    )
    select id, variant_id, reserved.quantity as reserved, held.quantity
    from reserved
    full join held using (id, variant_id)
    where reserved.quantity is distinct from held.quantity`
  expect([...differing], 'reserved is what orders hold').toEqual([])
}
