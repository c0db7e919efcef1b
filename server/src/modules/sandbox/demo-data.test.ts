import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase, demoTemplate, template } from '../../../test/database.ts'
import { demoConfig } from '../../../test/demo-config.ts'
import { expectSoundLedger } from '../../../test/stock.ts'
import { modulesFor } from '../../composition.ts'
import { connect, type Database } from '../../platform/database.ts'
import { END } from '../ended/groups.ts'
import { DEMO } from '../identity/index.ts'
import { resetDemo, seedDemo } from './demo-data.ts'

const DAY_MS = 86_400_000
const on = (demoDate: Date) => ({ ...demoConfig, demoDate })

async function open(from: string): Promise<{ url: string; db: Database }> {
  const url = await createTestDatabase(afterAll, from)
  const db = connect(url, { pool: 1, name: 'tests' })
  afterAll(() => db.end())
  return { url, db }
}

interface Order {
  id: string
  reference: number
  brand_id: string
  status: string
  shipping_method: string | null
  net_minor: number
  submitted_at: Date
  due_on: string
}

const ordersOf = async (db: Database) =>
  await db<Order[]>`
    select id, reference, brand_id, status, shipping_method, net_minor, submitted_at,
      coalesce(updated_latest_on, expected_latest_on)::text as due_on
    from ordering.orders
    order by reference`

const written = await open(demoTemplate)
const asWritten = await ordersOf(written.db)
await written.db.end()

/** All instants of the tables of a schema, but for those at which the database recorded something. */
async function instantsIn(db: Database, schema: string): Promise<number[]> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = ${schema}`
  const rows = await Promise.all(
    tables.map(
      ({ name }) => db<{ row: string }[]>`
        select (to_jsonb(it) - 'changed_at' - 'recorded_at' - 'expires_at' - 'sell_by_at')::text as row from ${db(name)} as it`,
    ),
  )
  return rows
    .flat()
    .flatMap(({ row }) => row.match(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g) ?? [])
    .map(Date.parse)
}

const isWeekend = (moment: Date) => [0, 6].includes(moment.getUTCDay())

/** A Thursday, the first minute of a Sunday, and a Tuesday after the end of the warehouse. */
describe.each(['2026-11-19T20:03:30Z', '2026-11-29T00:00:00Z', '2027-03-02T13:30:00Z'])(
  'at the first start on %s',
  async (moment) => {
    const demoDate = new Date(moment)
    const minute = Math.floor(demoDate.getTime() / 60_000) * 60_000
    const { url, db } = await open(template)
    await seedDemo(url, modulesFor('sandbox'), on(demoDate))
    const orders = await ordersOf(db)

    test('the newest order is of that minute, and nothing is newer', async () => {
      expect(Math.max(...orders.map(({ submitted_at }) => submitted_at.getTime()))).toBe(minute)
      for (const schema of [
        'ordering',
        'stock',
        'shipping',
        'fulfillment',
        'external_orders',
        'order_pay',
        'brands',
      ]) {
        const instants = await instantsIn(db, schema)
        expect(instants.length, schema).toBeGreaterThan(0)
        expect(Math.max(...instants), schema).toBeLessThanOrEqual(minute)
      }
    })

    test('ids, references and amounts are those of every sandbox, and orders keep their distances', () => {
      const facts = ({ id, reference, status, net_minor }: Order) => [id, reference, status, net_minor]
      expect(orders.map(facts)).toEqual(asWritten.map(facts))
      const newest = (rows: readonly Order[]) =>
        Math.max(...rows.map(({ submitted_at }) => submitted_at.getTime()))
      const ages = (rows: readonly Order[]) =>
        rows.map(
          ({ submitted_at, shipping_method }) =>
            shipping_method !== 'fulfillment' && newest(rows) - submitted_at.getTime(),
        )
      expect(ages(orders)).toEqual(ages(asWritten))
    })

    test('the warehouse has nothing from the end of its group on', async () => {
      for (const schema of ['fulfillment', 'external_orders', 'order_pay']) {
        expect(Math.max(...(await instantsIn(db, schema))), schema).toBeLessThan(END.getTime())
      }
      const moves = await db<{ created_at: Date }[]>`
        select moves.created_at from ordering.moves
        join ordering.orders on orders.brand_id = moves.brand_id and orders.id = moves.order_id
        where orders.shipping_method = 'fulfillment'`
      expect(moves.length).toBeGreaterThan(5)
      expect(moves.filter(({ created_at }) => created_at >= END)).toEqual([])
    })

    test('two orders are overdue, and none is due on a weekend', () => {
      const toShip = orders.filter(({ status }) =>
        ['brand_confirmed', 'shipping_labels_generated'].includes(status),
      )
      const today = demoDate.toISOString().slice(0, 10)
      expect(toShip.filter(({ due_on }) => due_on < today)).toHaveLength(2)
      expect(orders.filter(({ due_on }) => isWeekend(new Date(due_on)))).toEqual([])
    })

    test('parcels leave and arrive on working days, and only then the retailer receives them', async () => {
      const moves = await db<{ order_id: string; command: string; created_at: Date }[]>`
        select order_id, command, created_at from ordering.moves
        where command in ('confirm-carrier-quote', 'scan-parcel', 'fulfil', 'acknowledge-reception', 'refuse-reception')`
      expect(moves.length).toBeGreaterThan(30)
      expect(moves.filter(({ created_at }) => isWeekend(created_at))).toEqual([])
      const parcels = await db<{ order_id: string; status_at: Date }[]>`
        select shipments.order_id, parcels.status_at
        from shipping.parcels
        join shipping.shipments on shipments.brand_id = parcels.brand_id and shipments.id = parcels.shipment_id
        where parcels.status_at is not null`
      expect(parcels.length).toBeGreaterThan(5)
      for (const { order_id, status_at } of parcels) {
        expect(isWeekend(status_at)).toBe(false)
        const received = moves.find((move) => move.order_id === order_id && /reception/.test(move.command))
        if (received) expect(received.created_at.getTime()).toBeGreaterThan(status_at.getTime())
      }
    })

    test('nothing waits long for the brand, and both periods of a trend have orders', () => {
      const age = ({ submitted_at }: Order) => (minute - submitted_at.getTime()) / DAY_MS
      const own = orders.filter(({ brand_id }) => brand_id === DEMO.brandId)
      const waiting = own.filter(({ status }) => ['ankor_confirmed', 'brand_confirmed'].includes(status))
      expect(waiting.filter((order) => age(order) > 14)).toEqual([])
      expect(own.filter((order) => age(order) < 30).length).toBeGreaterThan(15)
      expect(own.filter((order) => age(order) >= 30 && age(order) < 60).length).toBeGreaterThan(10)
    })

    test('the ledger is consistent', async () => {
      await expectSoundLedger(db)
    })
  },
)

test('a reset moves the demo data to the day of the reset', async () => {
  const { url, db } = await open(demoTemplate)
  const later = new Date('2026-09-01T08:00:00Z')
  await resetDemo(url, modulesFor('sandbox'), on(later))
  const newest = (await ordersOf(db)).at(-1)
  expect(newest?.submitted_at).toEqual(later)
})

test('without a setting they are of the present', async () => {
  const { url, db } = await open(demoTemplate)
  const before = Date.now()
  await resetDemo(url, modulesFor('sandbox'), { ...demoConfig, demoDate: undefined })
  const newest = (await ordersOf(db)).at(-1)?.submitted_at.getTime() ?? 0
  expect(newest).toBeGreaterThan(before - 60_000)
  expect(newest).toBeLessThanOrEqual(Date.now())
})
