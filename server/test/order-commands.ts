/** Random commands of all parties as data, which both a model and a server can execute. */
import fc from 'fast-check'
import { commandsIn, type ModelOrder, type OrderCommand, rowOf, type StockTarget } from './order-model.ts'

/** Stands for any command that is possible in the order's status, so that orders reach late statuses. */
interface GoOn {
  verb: 'go on'
  order: number
  nth: number
}

export type Draw = OrderCommand | GoOn

/** Resolves a drawn command to a concrete one, given the current statuses of the orders. */
export function settle(draw: Draw, orders: readonly ModelOrder[]): OrderCommand {
  if (!('order' in draw)) return draw
  const order = orders.length === 0 ? 0 : draw.order % orders.length
  if (draw.verb !== 'go on') return { ...draw, order }
  const possible = commandsIn(orders[order]?.status ?? 'ankor_confirmed')
  const command = possible[draw.nth % possible.length] ?? 'pay-brand'
  const reason = 'Agreed by phone.'
  if (command === 'brand-validates') {
    return { verb: 'validate', order, changes: draw.nth % 4 ? [{ item: 0, quantity: 1 }] : [] }
  }
  if (command === 'brand-rejects') return { verb: 'reject', order, isOld: false, type: 'OTHER', reason }
  if (command === 'brand-resets-shipping-labels-generation')
    return { verb: 'reset', order, type: 'OTHER', reason }
  return { verb: 'move', order, command, by: partyOf(command, draw.nth), reason }
}

const partyOf = (command: string, nth: number) => {
  const { by } = rowOf(command)
  return by[nth % by.length] as string
}

/** Commands without parameters, except perhaps a reason. */
const PLAIN_COMMANDS = [
  'confirm-carrier-quote',
  'generate-labels',
  'brand-requests-fulfillment',
  'scan-parcel',
  'fulfil',
  'take-back-fulfillment',
  'acknowledge-reception',
  'refuse-reception',
  'approve-cancellation',
  'approve-rejection',
  'refuse-rejection',
  'revert-acceptance',
  'approve-refusal',
  'settle-refusal',
  'brand-settles-refusal',
  'issue-invoice',
  'pay-brand',
]

const verb = <V extends string>(name: V) => fc.constant(name)
const nth = fc.nat({ max: 11 })
// Exceeds the number of orders in a sequence, so that each order is drawn about equally often.
const order = fc.nat({ max: 59 })
const reason = fc.option(fc.constant('Agreed by phone.'), { nil: undefined })
const why = fc.constantFrom('Ordered twice.', 'Too late.')

export function drawCommands({ variants, retailers }: { variants: number; retailers: number }) {
  const variant = fc.nat({ max: variants - 1 })
  const lines = fc.array(fc.record({ variant, quantity: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  const submit = fc.record({
    verb: verb('submit'),
    retailer: fc.nat({ max: retailers - 1 }),
    lines,
    withId: fc.boolean(),
  })
  const move = fc.record({
    verb: verb('move'),
    order,
    command: fc.constantFrom(...PLAIN_COMMANDS),
    nth,
    reason,
  })
  const change = fc.record({ item: fc.nat({ max: 3 }), quantity: fc.nat({ max: 5 }) })
  const removal = fc.record({ item: fc.nat({ max: 2 }), quantity: fc.constant(0) })
  const changes = fc.array(fc.oneof(change, removal), { maxLength: 3 })
  const to = fc.oneof(
    fc.record({ onHand: fc.nat({ max: 12 }) }),
    fc.constantFrom<StockTarget>({ alwaysInStock: true }, { tracked: true }),
  )
  const rejection = fc.record({
    verb: verb('reject'),
    order,
    isOld: fc.boolean(),
    type: fc.constantFrom('OTHER', 'PRODUCT_OUT_OF_STOCK'),
    reason,
  })
  const reset = fc.record({
    verb: verb('reset'),
    order,
    type: fc.constantFrom('OTHER', 'BRAND_NEED_MORE_LABELS_TO_SHIP'),
    reason,
  })
  const command: fc.Arbitrary<Draw> = fc.oneof(
    { weight: 3, arbitrary: submit },
    { weight: 1, arbitrary: fc.record({ verb: verb('submit again'), order, lines }) },
    { weight: 14, arbitrary: fc.record({ verb: verb('go on'), order, nth }) },
    {
      weight: 4,
      arbitrary: move.map(({ nth: party, reason: told, ...rest }) => ({
        ...rest,
        by: partyOf(rest.command, party),
        // A retailer must give a reason.
        reason: rest.command === 'refuse-reception' ? 'Broken.' : told,
      })),
    },
    { weight: 4, arbitrary: fc.record({ verb: verb('validate'), order, changes }) },
    { weight: 1, arbitrary: fc.record({ verb: verb('accept'), order }) },
    { weight: 2, arbitrary: rejection },
    { weight: 1, arbitrary: reset },
    { weight: 2, arbitrary: fc.record({ verb: verb('ask to cancel'), order, reason: why }) },
    { weight: 1, arbitrary: fc.record({ verb: verb('decline to cancel'), order, reason: why }) },
    { weight: 3, arbitrary: fc.record({ verb: verb('set'), variant, to }) },
  )
  const story = fc.array(command, { minLength: 12, maxLength: 24, size: 'max' })
  return fc.tuple(submit, story).map(([first, rest]) => [first, ...rest])
}
