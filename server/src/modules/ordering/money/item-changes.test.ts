/** Amounts stay consistent through all moves: items add up to totals, totals and billing items to the net. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { randomRuns } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import {
  addRetailer,
  changeBrand,
  itemChange,
  type Linkage,
  readOrder,
  transition,
  type Wire,
} from '../../../../test/order-requests.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { moveOrder } from '../life/moves.ts'
import { HOLDING_STOCK, MOVES, type Move, type Status } from '../order/move-table.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials

/** Percentages are drawn as hundredths of a percent, so that the model can calculate in integers. */
const hundredths = fc.oneof(
  fc.constantFrom(0, 210, 550, 1000, 2000, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
)
const line = fc.record({
  priceMinor: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50_000 })),
  packOf: fc.integer({ min: 1, max: 24 }),
  vat: hundredths,
  quantity: fc.integer({ min: 1, max: 40 }),
})
const story = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  platformFee: hundredths,
  newCustomerFee: hundredths,
  feeVat: hundredths,
  isFirst: fc.boolean(),
  /** Selects the next of the possible moves, and the share of the quantities that an acceptance keeps. */
  moves: fc.array(
    fc.record({ pick: fc.nat(), keep: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }) }),
    {
      maxLength: 6,
    },
  ),
})

/** Rounds half up. */
const shareOf = (amount: number, percentHundredths: number) =>
  Math.floor((2 * amount * percentHundredths + 10_000) / 20_000)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

interface ModelLine {
  priceMinor: number
  packOf: number
  vat: number
  quantity: number
}
interface Terms {
  platformFee: number
  newCustomerFee: number
  feeVat: number
}

async function expectToAddUp(id: string, lines: readonly ModelLine[], terms: Terms): Promise<Status> {
  const { body } = await readOrder(shop, id, 'orderItems,billingItems')
  const included = (type: string) =>
    body.included.filter((one: Wire) => one.type === type).map(({ attributes }: Wire) => attributes)
  const amounts = lines.map(({ priceMinor, packOf, quantity }) => priceMinor * packOf * quantity)
  const vats = lines.map(({ vat }, i) => shareOf(amounts[i] as number, vat))
  expect(included('order-items')).toMatchObject(
    lines.map(({ quantity, packOf, priceMinor, vat }, i) => ({
      quantity,
      multipliedQuantity: quantity * packOf,
      brandUnitPrice: priceMinor,
      vatRate: vat / 100,
      brandAmount: amounts[i],
      brandAmountVat: vats[i],
      brandAmountWithVat: (amounts[i] as number) + (vats[i] as number),
    })),
  )
  const total = sum(amounts)
  const feesOf = (type: string, percent: number) => {
    if (percent === 0) return []
    const amount = shareOf(total, percent)
    const vat = shareOf(amount, terms.feeVat)
    return [{ type, amount: 0 - amount, amountVat: 0 - vat, amountWithVat: 0 - amount - vat }]
  }
  const fees = [
    ...feesOf('brand_platform_fees', terms.platformFee),
    ...feesOf('brand_new_customer_fees', terms.newCustomerFee),
  ]
  expect(included('billing-items')).toMatchObject(fees)
  expect(included('billing-items')).toHaveLength(fees.length)
  expect(body.data.attributes).toMatchObject({
    brandTotalAmount: total,
    brandTotalAmountVat: sum(vats),
    brandTotalAmountWithVat: total + sum(vats),
    brandNetAmount: total + sum(vats) + sum(fees.map(({ amountWithVat }) => amountWithVat)),
  })
  const { status } = body.data.attributes
  const levels = await shop.platform.db<{ reserved: number }[]>`
    select level.reserved
    from ordering.items as item
    join stock.levels as level on level.variant_id = item.variant_id
    where item.order_id = ${id}
    order by item.position`
  const held = HOLDING_STOCK.has(status) ? lines.map(({ quantity }) => quantity) : lines.map(() => 0)
  expect(levels.map(({ reserved }) => reserved)).toEqual(held)
  return status
}

/** Accepts with the given percentages of the quantities and returns the remaining lines. */
async function accept(
  id: string,
  lines: readonly ModelLine[],
  keep: readonly number[],
): Promise<ModelLine[]> {
  const wanted = lines.map((one, i) => ({
    ...one,
    quantity: Math.floor((one.quantity * (keep[i] ?? 100)) / 100),
  }))
  const { body } = await readOrder(shop, id)
  const items: Linkage[] = body.data.relationships.orderItems.data
  const orderItems = wanted.flatMap(({ quantity }, i) =>
    keep[i] === undefined ? [] : [itemChange(items[i]?.id, quantity)],
  )
  const left = wanted.filter(({ quantity }) => quantity > 0)
  const { status } = await transition(shop, id, { type: 'brand-validates', attributes: { orderItems } })
  expect(status).toBe(left.length === 0 ? 422 : 200)
  return left.length === 0 ? [...lines] : left
}

test('an order adds up before and after any moves', async () => {
  const known = await addRetailer(shop)
  await placeOrder(shop, { retailerId: known })
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(story, async ({ lines: drawn, moves, isFirst, ...fees }) => {
      await changeBrand(shop, {
        platformFeePercent: fees.platformFee / 100,
        newCustomerFeePercent: fees.newCustomerFee / 100,
        feeVatPercent: fees.feeVat / 100,
      })
      const { id } = await placeOrder(shop, {
        retailerId: isFirst ? await addRetailer(shop) : known,
        products: drawn.map(({ priceMinor, packOf, vat }) => ({
          unit_multiplier: packOf,
          vat_rate: vat / 100,
          variants: [
            {
              original_wholesale_price_minor: priceMinor,
              stock: { onHand: 40 },
            },
          ],
        })),
        quantities: drawn.map(({ quantity }) => quantity),
      })
      const terms = { ...fees, newCustomerFee: isFirst ? fees.newCustomerFee : 0 }
      let lines: ModelLine[] = drawn
      let status = await expectToAddUp(id, lines, terms)
      for (const { pick, keep } of moves) {
        const possible = MOVES.filter((move: Move) => move.from === status && !move.needsCancellationRequest)
        const move = possible[pick % possible.length]
        if (!move) break
        if (move.command === 'brand-validates') {
          lines = await accept(id, lines, keep)
          accepted += 1
        } else {
          const by = { party: move.by[0], applicationId: null }
          await moveOrder(shop.platform, { brandId, orderId: id }, { command: move.command, by })
        }
        status = await expectToAddUp(id, lines, terms)
      }
    }),
    { numRuns: randomRuns(40) },
  )
  expect(accepted).toBeGreaterThan(10)
  await expectSoundLedger(shop.platform.db)
})
