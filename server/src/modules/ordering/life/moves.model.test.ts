/** Runs random commands of all parties against the server and against an in-memory model of the specification. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@tradehall/jsonapi'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../../test/catalog.ts'
import { testSeed } from '../../../../test/chance.ts'
import { FULL } from '../../../../test/full.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { drawCommands, settle } from '../../../../test/order-commands.ts'
import {
  amountsOf,
  type Model,
  type ModelOrder,
  type ModelVariant,
  type OrderCommand,
  predict,
  TERMS,
} from '../../../../test/order-model.ts'
import {
  addRetailer,
  changeBrand,
  itemChange,
  readOrder,
  transition,
  type Wire,
} from '../../../../test/order-requests.ts'
import { SPECIFIED_STATUSES } from '../../../../test/specified-moves.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { setStock } from '../../stock/index.ts'
import type { Command, Party } from '../order/move-table.ts'
import { moveOrder } from './moves.ts'

const SEQUENCES = Number(process.env.TRADEHALL_TEST_STORIES ?? (FULL ? 150 : 50))

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform, credentials } = shop
const { db } = platform
const { brandId } = credentials
/** In the order of the model; the first retailer has an access token and a discount. */
const retailers = [credentials.retailer.retailerId, await addRetailer(shop)]
await changeBrand(shop, {
  platformFeePercent: TERMS.platformFeePermille / 10,
  newCustomerFeePercent: TERMS.newCustomerFeePermille / 10,
  feeVatPercent: TERMS.feeVatPermille / 10,
})

const VARIANTS: readonly ModelVariant[] = [
  { priceMinor: 1000, unitMultiplier: 1, vatPermille: 200, available: 10, always: false, policy: 'deny' },
  { priceMinor: 1230, unitMultiplier: 6, vatPermille: 55, available: 6, always: false, policy: 'deny' },
  { priceMinor: 70, unitMultiplier: 3, vatPermille: 55, available: 2, always: false, policy: 'continue' },
  { priceMinor: 4990, unitMultiplier: 1, vatPermille: 0, available: 0, always: true, policy: 'deny' },
].map((variant) => ({ ...variant, reserved: 0 }) as ModelVariant)

/** Maps the indexes of variants and orders in the model to their ids on the server. */
interface ServerIds {
  variants: string[]
  orders: { id: string; items: string[] }[]
}

async function perform(serverIds: ServerIds, command: OrderCommand): Promise<unknown> {
  const order = 'order' in command ? serverIds.orders[command.order] : undefined
  const id = order?.id ?? randomUUID()
  switch (command.verb) {
    case 'set': {
      const change = { variantId: serverIds.variants[command.variant] ?? '', to: command.to }
      const { applied } = await setStock(platform, brandId, [change])
      return { applied }
    }
    case 'submit':
    case 'submit again':
      return await intake(serverIds, command, order?.id)
    case 'move':
      return await asParty(id, command)
    case 'ask to cancel':
    case 'decline to cancel': {
      const [as, action] =
        command.verb === 'ask to cancel'
          ? (['retailer', 'request-cancellation'] as const)
          : (['operator', 'decline-cancellation'] as const)
      const path = `/api/${as}/v1/orders/${id}/-actions/${action}`
      return summary(await shop.send('POST', path, { as, body: { reason: command.reason } }))
    }
    case 'validate': {
      const changes = command.changes.map(({ item, quantity }) =>
        itemChange(order?.items[item] ?? randomUUID(), quantity),
      )
      const answer = await transition(shop, id, {
        type: 'brand-validates',
        attributes: { orderItems: changes },
      })
      if (order && answer.status === 200) {
        order.items = answer.body.data.relationships.orderItems.data.map((item: { id: string }) => item.id)
      }
      return summary(answer)
    }
    case 'accept':
      return summary(await shop.send('POST', `/api/v1/orders/${id}/accept`))
    case 'reject': {
      const attributes = { rejectType: command.type, rejectReason: command.reason }
      return summary(
        command.isOld
          ? await shop.send('POST', `/api/v1/orders/${id}/reject`, { body: { order: attributes } })
          : await transition(shop, id, { type: 'brand-rejects', attributes }),
      )
    }
    case 'reset':
      return summary(
        await transition(shop, id, {
          type: 'brand-resets-shipping-labels-generation',
          attributes: { resetType: command.type, reason: command.reason },
        }),
      )
  }
}

async function intake(
  serverIds: ServerIds,
  command: Extract<OrderCommand, { verb: 'submit' | 'submit again' }>,
  knownId: string | undefined,
) {
  const retailerId = retailers[command.verb === 'submit' ? command.retailer : 0]
  const ownId = command.verb === 'submit' && command.withId ? randomUUID() : undefined
  const lines = command.lines.map(({ variant, quantity }) => ({
    productVariantId: serverIds.variants[variant],
    quantity,
  }))
  const answer = await shop.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: { data: { type: 'orders', id: knownId ?? ownId, attributes: { brandId, retailerId, lines } } },
  })
  if (answer.status === 201) {
    const { id, attributes } = answer.body.data
    if (ownId) expect(id).toBe(ownId)
    serverIds.orders.push({ id, items: attributes.lines.map((line: { id: string }) => line.id) })
  } else if (answer.status === 200) expect(answer.body.data.id).toBe(knownId)
  return summary(answer)
}

/** Uses the endpoint of the party, or, where it has none yet, the function that such an endpoint would call. */
async function asParty(orderId: string, command: Extract<OrderCommand, { verb: 'move' }>): Promise<unknown> {
  const { command: name, by, reason } = command
  if (by === 'retailer') {
    const body = name === 'refuse-reception' ? { reason } : undefined
    return summary(
      await shop.send('POST', `/api/retailer/v1/orders/${orderId}/-actions/${name}`, {
        as: 'retailer',
        body,
      }),
    )
  }
  if (by === 'marketplace' && name !== 'generate-labels') {
    const body = reason === undefined ? undefined : { reason }
    return summary(
      await shop.send('POST', `/api/operator/v1/orders/${orderId}/-actions/${name}`, {
        as: 'operator',
        body,
      }),
    )
  }
  if (name === 'brand-settles-refusal') {
    return summary(await transition(shop, orderId, { type: name, attributes: { reason } }))
  }
  const mover = { party: by as Party, applicationId: null }
  try {
    const moved = await moveOrder(platform, { brandId, orderId }, { command: name as Command, by: mover })
    return { status: 200, order: moved.status }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, errors: error.errors.map(codeAndPointer) }
  }
}

const summary = ({ status, body }: Answer) =>
  status < 300
    ? { status, order: body.data.attributes.status }
    : { status, errors: body.errors.map(codeAndPointer) }

const codeAndPointer = ({ code, source }: { code?: string; source?: { pointer?: string } }) => ({
  ...(code && { code }),
  ...(source?.pointer && { pointer: source.pointer }),
})

async function expectSame(serverIds: ServerIds, model: Model): Promise<void> {
  const ids = serverIds.orders.map(({ id }) => id)
  const [levels, stored] = await Promise.all([
    readLevels(db, serverIds.variants),
    db`select distinct order_id from ordering.items where variant_id = any(${serverIds.variants}::uuid[])`,
    ...ids.map((id, i) => expectSameOrder(serverIds, model, id, model.orders[i] as ModelOrder)),
    expectSameHistories(ids, model.orders),
    expectSoundLedger(db),
  ])
  expect(levels).toEqual(
    model.variants.map(({ available, reserved, always, policy }) => ({
      available,
      reserved,
      is_always_in_stock: always,
      inventory_policy: policy,
    })),
  )
  expect(stored.map(({ order_id }) => order_id).sort(), 'what was refused left nothing').toEqual(ids.sort())
}

async function expectSameOrder(serverIds: ServerIds, { variants }: Model, id: string, order: ModelOrder) {
  const { body } = await readOrder(shop, id, 'orderItems,billingItems')
  const { items, total, totalVat, fees, net } = amountsOf(variants, order)
  const included = new Map<string, Wire>(body.included.map((one: Wire) => [one.id, one]))
  const linked = (name: string) =>
    body.data.relationships[name].data.map((one: { id: string }) => included.get(one.id))
  expect(body.data.attributes).toMatchObject({
    status: order.status,
    brandTotalAmount: total,
    brandTotalAmountVat: totalVat,
    brandTotalAmountWithVat: total + totalVat,
    brandNetAmount: net,
    brandRejectReason: order.rejectReason,
    retailerRejectReason: order.refusalReason,
    retailerCancellationRequestReason: order.cancellationReason,
    shippedAt: order.history.some(({ to }) => to === 'shipped') ? expect.any(String) : null,
    brandPaidAt: order.status === 'brand_paid' ? expect.any(String) : null,
  })
  expect(body.data.relationships.retailer.data.id).toBe(retailers[order.retailer])
  expect(linked('orderItems')).toMatchObject(
    items.map(({ variant, quantity, amount, vat }) => ({
      attributes: { quantity, brandAmount: amount, brandAmountVat: vat },
      relationships: { productVariant: { data: { id: serverIds.variants[variant] } } },
    })),
  )
  expect(linked('billingItems')).toMatchObject(
    fees.map(({ amount, vat }) => ({ attributes: { amount, amountVat: vat } })),
  )
}

/** History entries are numbered without gaps, and the outbox has each of their events once, in the same order. */
async function expectSameHistories(ids: readonly string[], orders: readonly ModelOrder[]): Promise<void> {
  const [moves, events] = await Promise.all([
    db`
      select order_id, number, command, from_status, to_status, moved_by, event_id, event_type
      from ordering.moves
      where order_id = any(${ids as string[]}::uuid[])
      order by number`,
    db`
      select id, type, subject_id, brand_id
      from platform.outbox
      where subject_id = any(${ids as string[]}::uuid[])
      order by position`,
  ])
  for (const [i, { history }] of orders.entries()) {
    const entries = moves.filter(({ order_id }) => order_id === ids[i])
    expect(entries.map(({ event_id, order_id, ...entry }) => entry)).toEqual(
      history.map(({ command, from, to, by, event }, before) => ({
        number: before + 1,
        command,
        from_status: from,
        to_status: to,
        moved_by: by,
        event_type: event,
      })),
    )
    expect(events.filter(({ subject_id }) => subject_id === ids[i])).toEqual(
      entries
        .filter(({ event_id }) => event_id)
        .map(({ event_id, event_type }) => ({
          id: event_id,
          type: event_type,
          subject_id: ids[i],
          brand_id: brandId,
        })),
    )
  }
}

test(`${SEQUENCES} random stories end as the model says`, { timeout: 600_000 }, async () => {
  const seen = new Set<string>()
  // A failure prints the seed and the shortest failing sequence of commands.
  await fc.assert(
    fc.asyncProperty(
      drawCommands({ variants: VARIANTS.length, retailers: retailers.length }),
      async (draws) => {
        // Makes the first order of each retailer its first one with the brand again.
        await db`delete from ordering.customers where brand_id = ${brandId}`
        const model: Model = { variants: VARIANTS.map((variant) => ({ ...variant })), orders: [] }
        const serverIds: ServerIds = { variants: await addVariants(model.variants), orders: [] }
        for (const draw of draws) {
          const command = settle(draw, model.orders)
          const actual = await perform(serverIds, command)
          expect(actual, JSON.stringify(command)).toEqual(predict(model, command))
        }
        await expectSame(serverIds, model)
        for (const { history } of model.orders) {
          for (const { to } of history) seen.add(to)
        }
      },
    ),
    { numRuns: SEQUENCES, seed: testSeed() },
  )
  // The test is useful only if the random sequences reach every move.
  expect([...seen].sort()).toEqual([...SPECIFIED_STATUSES].sort())
})

async function addVariants(variants: readonly ModelVariant[]): Promise<string[]> {
  const products = await addTestProducts(
    platform,
    brandId,
    variants.map(({ priceMinor, unitMultiplier, vatPermille, available, always, policy }) => ({
      unit_multiplier: unitMultiplier,
      vat_rate: vatPermille / 10,
      variants: [
        {
          original_wholesale_price_minor: priceMinor,
          stock: { onHand: available, isAlwaysInStock: always, inventoryPolicy: policy },
        },
      ],
    })),
  )
  return products.map((product) => product.variants[0]?.id ?? '')
}
