/** Demo external orders, moved to their statuses by the regular functions, with a clock in the past. */
import type { DemoRun } from '../../module.ts'
import { DEMO } from '../../modules/identity/index.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { demoId, demoIds } from '../../platform/demo-id.ts'
import { onWorkingDay } from '../../platform/demo-time.ts'
import { dropEvents } from '../../platform/events/outbox.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Work } from '../../platform/work.ts'
import { loadFulfillables, newestFulfillmentOrder, simulatedCarriage } from '../fulfillment/index.ts'
import type { ExternalOrderBody } from './body.ts'
import { saveIntent } from './intake.ts'
import { advanceExternalOrder, createAcceptedOrder } from './moves.ts'

const BRAND = DEMO.brandId
const HOUR_MS = 3_600_000

interface DemoOrder {
  createdAt: string
  reference: string
  /** SKU and number of batches. */
  goods: Readonly<Record<string, number>>
  /** The moves, with the hours since the one before, or since the creation. Goods move on working days. */
  steps: readonly (readonly [to: 'shipped' | 'arrived' | 'cancelled', hours: number])[]
  to: ReturnType<typeof recipient>
}

const recipient = (
  firstName: string,
  lastName: string,
  street: string,
  postalCode: string,
  city: string,
) => ({ firstName, lastName, street, city, postalCode })

const ORDERS: readonly DemoOrder[] = [
  {
    createdAt: '2026-01-15T10:20:00Z',
    reference: 'WEB-1041',
    goods: { 'SOP-026-ARGIL': 2, 'SOP-028-CITRO': 1 },
    steps: [
      ['shipped', 7],
      ['arrived', 48],
    ],
    to: recipient('Lea', 'Brandt', 'Lindenallee 4', '10115', 'Berlin'),
  },
  {
    createdAt: '2026-02-03T08:05:00Z',
    reference: 'WEB-1077',
    goods: { 'PAP-048-VOGEL': 3 },
    steps: [['cancelled', 1]],
    to: recipient('Jonas', 'Weidner', 'Am Speicher 19', '20457', 'Hamburg'),
  },
  {
    createdAt: '2026-02-27T14:45:00Z',
    reference: 'WEB-1102',
    goods: { 'PAN-033-POPPY': 2 },
    steps: [['shipped', 7]],
    to: recipient('Mira', 'Olbrich', 'Hofgasse 2', '04109', 'Leipzig'),
  },
  {
    createdAt: '2026-03-01T17:30:00Z',
    reference: 'WEB-1108',
    goods: { 'SOP-029-MENTH': 1, 'PAP-049-MOOS': 2 },
    steps: [],
    to: recipient('Tilda', 'Rehm', 'Kirchplatz 7', '79098', 'Freiburg'),
  },
]

export async function seedExternalOrdersDemo(tx: Transaction, { endingTime }: DemoRun): Promise<void> {
  for (const order of ORDERS) {
    const id = demoId(`external-order/${order.reference}`)
    const ids = demoIds(`external-order/${order.reference}/rows`)
    let moment = endingTime.at(order.createdAt)
    const then = (): Work => ({ db: tx, clock: clockAt(moment), ids })
    const key = { brandId: BRAND, id }
    await saveIntent(then(), key, await bodyOf(then(), id, order))
    await createAcceptedOrder(then(), key)
    for (const [to, hours] of order.steps) {
      moment = onWorkingDay(new Date(moment.getTime() + hours * HOUR_MS))
      await advanceExternalOrder(then(), key, { to, carriage: simulatedCarriage(id) })
    }
    const made = await newestFulfillmentOrder(tx, BRAND, id)
    invariant(made, 'the demo warehouse has the goods of the demo external orders in stock')
    // Drops the events of these orders: the demo moves the orders itself, so no consumer may act on them.
    await dropEvents(tx, [id, made.id])
  }
}

async function bodyOf(
  { db, clock }: Work,
  masterOrderUuid: string,
  { reference, goods, to }: DemoOrder,
): Promise<ExternalOrderBody> {
  const variantIds = Object.keys(goods).map((sku) => demoId(`variant/${sku}`))
  const rows = await loadFulfillables(db, BRAND, { variantIds }, clock.now())
  const items = Object.entries(goods).map(([sku, batches]) => {
    const row = rows.find(({ variant_id }) => variant_id === demoId(`variant/${sku}`))
    invariant(row, `the demo warehouse has ${sku} in stock`)
    return { fulfillableId: row.id, quantity: batches * row.batch_size }
  })
  return {
    masterOrderUuid,
    customReference: reference,
    recipientType: 'consumer',
    shippingAddress: {
      ...to,
      country: 'DE',
      company: '',
      phone: '+4930123456',
      email: `${to.firstName}.${to.lastName}@example.test`.toLowerCase(),
    },
    items,
  }
}
