/**
 * An in-memory model of orders and their stock, written from the specification's table. It shares no code with the
 * implementation that it is compared with, and is simple enough to verify by reading.
 */
import { HOLD_STOCK, OWN_MOVES, SPECIFIED_MOVES, type SpecifiedMove } from './specified-moves.ts'

export interface ModelVariant {
  priceMinor: number
  unitMultiplier: number
  vatPermille: number
  available: number
  reserved: number
  always: boolean
  policy: 'deny' | 'continue'
}

export interface ModelOrder {
  retailer: number
  status: string
  /** In the order of the request. */
  items: { variant: number; quantity: number }[]
  /** Whether it is the retailer's first order with the brand. */
  isFirst: boolean
  rejectReason: string | null
  refusalReason: string | null
  /** Why the retailer asks for a cancellation. */
  cancellationReason: string | null
  history: { command: string; from: string | null; to: string; by: string; event: string | null }[]
}

export interface Model {
  variants: ModelVariant[]
  orders: ModelOrder[]
}

export type StockTarget = { onHand: number } | { alwaysInStock: true } | { tracked: true }

interface Line {
  variant: number
  quantity: number
}

/** Commands that both the model and a server can execute. */
export type OrderCommand =
  | { verb: 'submit'; retailer: number; lines: Line[]; withId: boolean }
  /** Repeats the id of an existing order. */
  | { verb: 'submit again'; order: number; lines: Line[] }
  | { verb: 'move'; order: number; command: string; by: string; reason: string | undefined }
  | { verb: 'ask to cancel'; order: number; reason: string }
  | { verb: 'decline to cancel'; order: number; reason: string }
  | { verb: 'validate'; order: number; changes: { item: number; quantity: number }[] }
  | { verb: 'accept'; order: number }
  | { verb: 'reject'; order: number; isOld: boolean; type: string; reason: string | undefined }
  | { verb: 'reset'; order: number; type: string; reason: string | undefined }
  | { verb: 'set'; variant: number; to: StockTarget }

/** The retailer that sends API requests; orders of the others come from the storefront only. */
const ASKING_RETAILER = 0
/** Discount of each retailer. */
const DISCOUNT_PERMILLE = [100, 0]
/** Fee terms of the brand. */
export const TERMS = { platformFeePermille: 125, newCustomerFeePermille: 55, feeVatPermille: 210 }

/** The response to a command: the status of the order, or the errors with code and pointer. */
export type ModelAnswer = { status: 200 | 201; order: string } | { status: number; errors: ModelError[] }
export interface ModelError {
  code?: string
  pointer?: string
}

const done = (order: ModelOrder, status: 200 | 201 = 200): ModelAnswer => ({ status, order: order.status })
const refused = (status: number, ...errors: ModelError[]): ModelAnswer => ({ status, errors })
const unknown = refused(404, {})

const table = new Map([...SPECIFIED_MOVES, ...OWN_MOVES].map((move) => [move.command, move]))
export const rowOf = (command: string) => table.get(command) as SpecifiedMove
export const commandsIn = (status: string): string[] =>
  [...table.values()].filter(({ from }) => from === status).map(({ command }) => command)

/** Predicts the server's response, and changes the model if the command succeeds. */
export function predict(model: Model, command: OrderCommand): ModelAnswer | { applied: true } {
  if (command.verb === 'set') return setStock(model.variants[command.variant] as ModelVariant, command.to)
  if (command.verb === 'submit') return submit(model, command)
  const order = model.orders[command.order]
  switch (command.verb) {
    case 'submit again':
      // There is no order to repeat yet: submits a new one with a new id.
      return order ? done(order) : submit(model, { retailer: 0, lines: command.lines })
    case 'move':
      return order ? move(model, order, command) : unknown
    case 'ask to cancel':
      return order ? askToCancel(order, command.reason) : unknown
    case 'decline to cancel':
      return order ? declineToCancel(order) : unknown
    case 'validate':
      return order ? validate(model, order, command.changes) : unknown
    case 'accept':
      return order ? validate(model, order, [], 'ORDER_ACTION_ACCEPT_FAILED') : unknown
    case 'reject': {
      const pointer = command.isOld ? 'order.rejectReason' : 'data.attributes.rejectReason'
      return order ? reject(model, order, { ...command, pointer }) : unknown
    }
    case 'reset':
      return order ? resetLabels(model, order, command.type, command.reason) : unknown
  }
}

function submit(
  { variants, orders }: Model,
  { retailer, lines }: { retailer: number; lines: readonly { variant: number; quantity: number }[] },
): ModelAnswer {
  const repeated = lines.flatMap(({ variant }, i) =>
    lines.findIndex((line) => line.variant === variant) < i ? [i] : [],
  )
  if (repeated.length > 0) {
    return refused(
      422,
      ...repeated.map((i) => ({
        code: 'VALUE_INVALID',
        pointer: `data.attributes.lines.${i}.productVariantId`,
      })),
    )
  }
  const isShort = ({ variant, quantity }: { variant: number; quantity: number }) => {
    const { always, policy, available } = variants[variant] as ModelVariant
    return !always && policy === 'deny' && available < quantity
  }
  const short = lines.flatMap((line, i) => (isShort(line) ? [i] : []))
  if (short.length > 0) {
    return refused(
      409,
      ...short.map((i) => ({
        code: 'INSUFFICIENT_STOCK',
        pointer: `data.attributes.lines.${i}.quantity`,
      })),
    )
  }
  const order: ModelOrder = {
    retailer,
    status: '',
    items: lines.map((line) => ({ ...line })),
    isFirst: !orders.some((other) => other.retailer === retailer),
    rejectReason: null,
    refusalReason: null,
    cancellationReason: null,
    history: [],
  }
  orders.push(order)
  runOperation(variants, order, 'submit', 'retailer')
  return done(order, 201)
}

/** A conflict if the order is in another status. */
function conflictOf(order: ModelOrder, command: string, code: string): ModelAnswer | undefined {
  return order.status === rowOf(command).from ? undefined : refused(409, { code })
}

function move(
  { variants }: Model,
  order: ModelOrder,
  { command, by, reason }: { command: string; by: string; reason?: string | undefined },
): ModelAnswer {
  if (by === 'retailer' && order.retailer !== ASKING_RETAILER) return refused(403, {})
  const conflict = conflictOf(order, command, 'ORDER_ACTION_TRANSITION_FAILED')
  if (conflict) return conflict
  if (command === 'approve-cancellation' && order.cancellationReason === null) {
    return refused(409, { code: 'ORDER_ACTION_TRANSITION_FAILED' })
  }
  if (command === 'refuse-rejection') order.rejectReason = null
  if (command === 'refuse-reception') order.refusalReason = reason ?? null
  runOperation(variants, order, command, by)
  return done(order)
}

function askToCancel(order: ModelOrder, reason: string): ModelAnswer {
  if (order.retailer !== ASKING_RETAILER) return refused(403, {})
  if (order.status !== 'ankor_confirmed') {
    return refused(409, { code: 'ORDER_ACTION_REQUEST_CANCELLATION_FAILED' })
  }
  if (order.cancellationReason !== reason) note(order, 'request-cancellation', 'retailer')
  order.cancellationReason = reason
  return done(order)
}

function declineToCancel(order: ModelOrder): ModelAnswer {
  if (order.status !== 'ankor_confirmed' || order.cancellationReason === null) {
    return refused(409, { code: 'ORDER_ACTION_TRANSITION_FAILED' })
  }
  note(order, 'decline-cancellation', 'marketplace')
  order.cancellationReason = null
  return done(order)
}

/** An entry of the history that changes no status. */
function note({ history, status }: ModelOrder, command: string, by: string): void {
  history.push({ command, from: status, to: status, by, event: null })
}

/** `item` is the index within the order; an index out of range stands for an item of no order. */
function validate(
  { variants }: Model,
  order: ModelOrder,
  changes: readonly { item: number; quantity: number }[],
  code = 'ORDER_ACTION_TRANSITION_FAILED',
): ModelAnswer {
  const conflict = conflictOf(order, 'brand-validates', code)
  if (conflict) return conflict
  const at = (i: number, member: string, code: string) => ({
    code,
    pointer: `data.attributes.orderItems.${i}.${member}`,
  })
  const errors = changes.flatMap(({ item, quantity }, i) => {
    const current = order.items[item]
    if (!current || changes.findIndex((change) => change.item === item) < i)
      return [at(i, 'id', 'VALUE_INVALID')]
    return quantity > current.quantity ? [at(i, 'attributes.quantity', 'QUANTITY_TOO_HIGH')] : []
  })
  if (errors.length > 0) return refused(422, ...errors)
  const wanted = new Map(changes.map(({ item, quantity }) => [item, quantity]))
  const kept = order.items.map((item, i) => ({ ...item, quantity: wanted.get(i) ?? item.quantity }))
  if (kept.every(({ quantity }) => quantity === 0)) {
    return refused(422, { code: 'ORDER_ITEMS_ALL_REMOVED', pointer: 'data.attributes.orderItems' })
  }
  for (const [i, { variant, quantity }] of order.items.entries()) {
    hold(variants[variant] as ModelVariant, (kept[i]?.quantity ?? 0) - quantity)
  }
  order.items = kept.filter(({ quantity }) => quantity > 0)
  runOperation(variants, order, 'brand-validates', 'brand')
  return done(order)
}

/** `pointer` is that of the missing reason. */
function reject(
  { variants }: Model,
  order: ModelOrder,
  { type, reason, pointer }: { type: string; reason: string | undefined; pointer: string },
): ModelAnswer {
  const conflict = conflictOf(order, 'brand-rejects', 'ORDER_ACTION_REJECT_FAILED')
  if (conflict) return conflict
  if (type === 'OTHER' && reason === undefined) return refused(422, { code: 'REASON_REQUIRED', pointer })
  order.rejectReason = reason ?? type
  runOperation(variants, order, 'brand-rejects', 'brand')
  return done(order)
}

function resetLabels(model: Model, order: ModelOrder, type: string, reason: string | undefined) {
  const command = 'brand-resets-shipping-labels-generation'
  const isReasonMissing = type === 'OTHER' && reason === undefined
  if (isReasonMissing && order.status === rowOf(command).from) {
    return refused(422, { pointer: 'data.attributes.reason' })
  }
  return move(model, order, { command, by: 'brand' })
}

/** Applies status, stock, history and event of a row. */
function runOperation(variants: ModelVariant[], order: ModelOrder, command: string, by: string): void {
  const { to, event } = rowOf(command)
  const from = order.status || null
  const [before, after] = [HOLD_STOCK.includes(order.status), HOLD_STOCK.includes(to)]
  for (const { variant, quantity } of before === after ? [] : order.items) {
    const level = variants[variant] as ModelVariant
    if (to === 'shipped') level.reserved -= quantity
    else hold(level, after ? quantity : -quantity)
  }
  order.status = to
  order.history.push({ command, from, to, by, event })
}

/** Reserves a quantity; a negative one is released. */
function hold(level: ModelVariant, quantity: number): void {
  level.reserved += quantity
  if (!level.always) level.available -= quantity
}

function setStock(level: ModelVariant, to: StockTarget): { applied: true } {
  if ('alwaysInStock' in to) Object.assign(level, { available: 0, always: true, policy: 'deny' })
  else level.always = false
  if ('onHand' in to) level.available = to.onHand - level.reserved
  return { applied: true }
}

/** Rounds half away from zero; the amounts here are small enough for doubles. */
const share = (amount: number, permille: number) => Math.round((amount * permille) / 1000)

export function amountsOf(variants: readonly ModelVariant[], order: ModelOrder) {
  const items = order.items.map(({ variant, quantity }) => {
    const { priceMinor, unitMultiplier, vatPermille } = variants[variant] as ModelVariant
    const discount = share(priceMinor, DISCOUNT_PERMILLE[order.retailer] ?? 0)
    const amount = (priceMinor - discount) * unitMultiplier * quantity
    return { variant, quantity, amount, vat: share(amount, vatPermille) }
  })
  const total = items.reduce((sum, { amount }) => sum + amount, 0)
  const totalVat = items.reduce((sum, { vat }) => sum + vat, 0)
  const percents = [TERMS.platformFeePermille, ...(order.isFirst ? [TERMS.newCustomerFeePermille] : [])]
  const fees = percents.map((permille) => {
    const amount = share(total, permille)
    return { amount: -amount, vat: -share(amount, TERMS.feeVatPermille) }
  })
  const net = total + totalVat + fees.reduce((sum, { amount, vat }) => sum + amount + vat, 0)
  return { items, total, totalVat, fees, net }
}
