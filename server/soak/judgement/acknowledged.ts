/** Compares the requested and the acknowledged changes with the database. */
import type { Queryable } from '../../src/platform/database.ts'
import { OWN_MOVES, SPECIFIED_MOVES } from '../../test/specified-moves.ts'
import type { Journal } from '../load/journal.ts'
import type { Finding } from './finding.ts'

export const ACKNOWLEDGED = {
  orders: 'an acknowledged order exists, once, with the lines that were asked for',
  commands: 'a command was carried out at least as often as acknowledged, and at most as often as given',
  stock: 'the stock of a variant is what was acknowledged last, or what was asked for since',
  imports: 'every valid product of a started import exists, and every invalid one failed',
  exports: 'an acknowledged export exists',
  reports: 'an acknowledged error report exists',
  shipments: 'an acknowledged confirmation of a quote has made a shipment',
  pickups: 'an acknowledged pickup is booked',
} as const

type Compare = (db: Queryable, journal: Journal) => Promise<Finding[]>

export async function compareWithJournal(db: Queryable, journal: Journal): Promise<Finding[]> {
  const found: Finding[] = []
  for (const compare of [compareOrders, compareCommands, compareStock, compareImports, compareIds]) {
    found.push(...(await compare(db, journal)))
  }
  return found
}

const compareOrders: Compare = async (db, { orders }) => {
  const rows = await db<{ id: string; lines: string }[]>`
    select order_id as id, string_agg(variant_id || ' ' || quantity, ', ' order by position) as lines
    from ordering.items
    where order_id = any(${[...orders.keys()]}::uuid[])
    group by order_id`
  const stored = new Map(rows.map(({ id, lines }) => [id, lines]))
  return [...orders].flatMap(([id, { lines, isAcknowledged }]) => {
    const asked = lines.map(({ productVariantId, quantity }) => `${productVariantId} ${quantity}`).join(', ')
    const found = stored.get(id)
    if (found === asked || (found === undefined && !isAcknowledged)) return []
    return [
      { check: ACKNOWLEDGED.orders, seen: `${id}: asked for ${asked}, and there is ${found ?? 'nothing'}` },
    ]
  })
}

const MOVES = new Set([...SPECIFIED_MOVES, ...OWN_MOVES].map(({ command }) => command))

const compareCommands: Compare = async (db, { commands, orders }) => {
  const rows = await db<{ order_id: string; command: string; count: number }[]>`
    select order_id, command, count(*)
    from ordering.moves
    where order_id = any(${[...orders.keys()]}::uuid[])
      -- Orders that are accepted automatically have no application.
      and not (command = 'brand-validates' and application_id is null)
    group by order_id, command`
  const done = new Map(rows.map(({ order_id, command, count }) => [`${order_id} ${command}`, count]))
  return [...commands.values()].flatMap(({ orderId, command, asked, acknowledged }) => {
    const count = done.get(`${orderId} ${command}`) ?? 0
    if (!MOVES.has(command) || (acknowledged <= count && count <= asked)) return []
    return [
      {
        check: ACKNOWLEDGED.commands,
        seen: `${command} of ${orderId}: given ${asked}, acknowledged ${acknowledged}, carried out ${count} times`,
      },
    ]
  })
}

const compareStock: Compare = async (db, { stock }) => {
  const rows = await db<{ id: string; available: number }[]>`
    select variant_id as id, available from stock.levels where variant_id = any(${[...stock.keys()]}::uuid[])`
  const stored = new Map(rows.map(({ id, available }) => [id, available]))
  return [...stock].flatMap(([id, { acknowledged, since }]) => {
    const available = stored.get(id) ?? Number.NaN
    if (available === acknowledged || since.includes(available)) return []
    // Nothing was acknowledged so far: the stock may still have its initial value.
    if (acknowledged === undefined) return []
    return [
      { check: ACKNOWLEDGED.stock, seen: `${id}: acknowledged ${acknowledged}, and there are ${available}` },
    ]
  })
}

const compareImports: Compare = async (db, { imports }) => {
  const started = [...imports].filter(([, { isStarted }]) => isStarted)
  const rows = await db<{ id: string; name: string; status: string; products: number }[]>`
    select operation_id as id, external_product_id as name, results.status,
      count(distinct products.id) as products
    from integrations.results
    left join catalog.products
      on products.brand_id = results.brand_id and products.external_id = external_product_id
    where operation_id = any(${started.map(([id]) => id)}::uuid[])
    group by operation_id, external_product_id, results.status`
  const results = new Map(rows.map(({ id, name, ...rest }) => [`${id} ${name}`, rest]))
  return started.flatMap(([id, { valid, invalid }]) => {
    const missing = valid.filter((name) => results.get(`${id} ${name}`)?.products !== 1)
    const passed = invalid.filter((name) => results.get(`${id} ${name}`)?.status !== 'failure')
    return [...missing, ...passed].map((name) => ({
      check: ACKNOWLEDGED.imports,
      seen: `${name} of ${id}: ${JSON.stringify(results.get(`${id} ${name}`) ?? null)}`,
    }))
  })
}

const compareIds: Compare = async (db, { exports, reports, confirmations, pickups }) => {
  const missing = async (
    check: string,
    ids: Iterable<string>,
    select: (ids: string[]) => PromiseLike<{ id: string }[]>,
  ) => {
    const wanted = [...ids]
    const found = new Set((await select(wanted)).map(({ id }) => id))
    return wanted.filter((id) => !found.has(id)).map((id) => ({ check, seen: id }))
  }
  return [
    ...(await missing(
      ACKNOWLEDGED.exports,
      exports,
      (ids) => db`
      select id from billing.exports where id = any(${ids}::uuid[])`,
    )),
    ...(await missing(
      ACKNOWLEDGED.reports,
      reports,
      (ids) => db`
      select id from integrations.error_reports where id = any(${ids}::uuid[])`,
    )),
    ...(await missing(
      ACKNOWLEDGED.shipments,
      confirmations.keys(),
      (ids) => db`
      select quote_id as id from shipping.shipments where quote_id = any(${ids}::uuid[])`,
    )),
    ...(await missing(
      ACKNOWLEDGED.pickups,
      pickups,
      (ids) => db`
      select distinct order_id as id from shipping.shipments
      where order_id = any(${ids}::uuid[]) and pickup is not null`,
    )),
  ]
}
