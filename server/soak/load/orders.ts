/** Processes orders of both brands: every party sends its commands. */
import { randomUUID } from 'node:crypto'
import {
  byOperator,
  byRetailer,
  command,
  type Order,
  REASON,
  refresh,
  testing,
  transition,
} from './commands.ts'
import { handOver, ship } from './shipping.ts'
import { type Brand, oneIn, oneOf, type Work } from './work.ts'

const LINES = 2
const QUANTITY = 3

export async function placeOrder(work: Work, brand: Brand = oneOf(work.brands)): Promise<Order | undefined> {
  const { client, journal, ownRetailerId, retailerIds, until } = work
  const id = randomUUID()
  const isOwn = oneIn(2)
  const retailerId = isOwn ? ownRetailerId : oneOf(retailerIds)
  const variants = new Set(Array.from({ length: LINES }, () => oneOf(brand.goods.ordered)))
  const lines = [...variants].map((productVariantId) => ({
    productVariantId,
    quantity: 1 + Math.floor(Math.random() * QUANTITY),
  }))
  const asked = { brandId: brand.id, lines, isAcknowledged: false }
  journal.orders.set(id, asked)
  const attributes = { brandId: asked.brandId, retailerId, lines }
  const answer = await client.persist(
    {
      as: 'operator',
      method: 'POST',
      path: '/api/operator/v1/orders',
      body: { data: { type: 'orders', id, attributes } },
    },
    [200, 201],
    until,
  )
  if (!answer) return undefined
  asked.isAcknowledged = true
  return { id, as: brand.account, isOwn, status: answer.body.data.attributes.status, isBusy: false }
}

/** Takes an order one step further, if some party has to act. */
export async function moveOn(work: Work, order: Order): Promise<void> {
  order.isBusy = true
  try {
    await (STEPS[order.status] ?? refresh)(work, order)
  } finally {
    order.isBusy = false
  }
}

export const hasEnded = ({ status }: Order): boolean => status === 'brand_paid' || status === 'cancelled'

type Step = (work: Work, order: Order) => Promise<unknown>

const STEPS: Record<string, Step> = {
  ankor_confirmed: decide,
  brand_confirmed: ship,
  shipping_labels_generated: handOver,
  shipped: (work, order) => (oneIn(8) ? refuse(work, order) : acknowledge(work, order)),
  reception_refused: settle,
  received: (work, order) => byOperator(work, order, 'issue-invoice'),
  invoiced: (work, order) => byOperator(work, order, 'pay-brand'),
  rejected: (work, order) => (oneIn(3) ? byOperator(work, order, 'refuse-rejection') : refresh(work, order)),
}

async function decide(work: Work, order: Order): Promise<void> {
  if (oneIn(9)) {
    const attributes = { rejectType: 'OTHER', rejectReason: REASON }
    await transition(work, order, 'brand-rejects', attributes)
  } else if (oneIn(10)) {
    await command(
      work,
      order,
      'request-cancellation',
      testing(order, 'request-cancellation', { reason: REASON }),
    )
    await byOperator(work, order, 'approve-cancellation')
  } else if (oneIn(8)) {
    // Twice at once, as by an impatient user: one of them is carried out.
    await Promise.all([accept(work, order), accept(work, order)])
  } else await accept(work, order)
}

export const accept: Step = (work, order) => transition(work, order, 'brand-validates', {})

const acknowledge: Step = (work, order) =>
  order.isOwn
    ? command(work, order, 'acknowledge-reception', byRetailer(order, 'acknowledge-reception'))
    : command(work, order, 'acknowledge-reception', testing(order, 'advance', { to: 'received' }))

const refuse: Step = (work, order) =>
  order.isOwn
    ? command(work, order, 'refuse-reception', byRetailer(order, 'refuse-reception', { reason: REASON }))
    : command(
        work,
        order,
        'refuse-reception',
        testing(order, 'advance', { to: 'reception_refused', reason: REASON }),
      )

async function settle(work: Work, order: Order): Promise<void> {
  const way = oneOf(['approve-refusal', 'settle-refusal', 'brand-settles-refusal'] as const)
  if (way === 'brand-settles-refusal') await transition(work, order, way, { reason: REASON })
  else await byOperator(work, order, way)
}
