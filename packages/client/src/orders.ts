/** What brands do with orders, day by day. Nothing here happens twice, also if a response is lost. */
import { ConfigurationError, ConflictError, WaitError } from './errors.ts'
import type { ApiOperations, ListOptions, ReadOptions } from './operations.ts'
import type { List } from './pages.ts'
import { type Repetition, repeatChecked } from './repeating.ts'
import type { CallOptions } from './requests.ts'
import type { DocumentOf, IncludeOf, Inputs, OperationOf, PathOf, RawBody, Result } from './types.ts'
import { poll, type WaitOptions } from './waiting.ts'

const LIST = '/api/v1/orders'
const ONE = '/api/v1/orders/{order}'
const TRANSITION = '/api/v1/orders/{order}/-actions/transition'
const QUOTES = '/api/v1/orders/{order}/shipping-quotes'
const CONFIRM = '/api/v1/shipping-quotes/{quote}/confirm'
const PICKUP = '/api/v1/orders/{order}/ship/schedule-pickup'

type BodyOf<P extends PathOf<'POST'>> = Exclude<
  Inputs<OperationOf<'POST', P>> extends { body?: infer B } ? NonNullable<B> : never,
  RawBody
>

type Transition = BodyOf<typeof TRANSITION>
type AttributesOf<Type extends string> = Extract<Transition, { data: { type: Type } }>['data'] extends {
  attributes: infer A
}
  ? A
  : never
export type RejectReason = AttributesOf<'brand-rejects'>
export type ResetReason = AttributesOf<'brand-resets-shipping-labels-generation'>
export type Parcel = BodyOf<typeof QUOTES>['parcels'][number]
export type Quote = DocumentOf<OperationOf<'POST', typeof QUOTES>>['data'][number]
export type Confirmation = BodyOf<typeof CONFIRM>
export type Pickup = Extract<BodyOf<typeof PICKUP>, { pickupDate: string }>
export type Order = Result<'GET', typeof ONE, never, 'single'>
export type OrderStatus = Order['attributes']['status']

type Include = IncludeOf<'GET', typeof ONE>
type ListQuery = NonNullable<ListOptions<typeof LIST, never, unknown>['query']>

/** The specification suggests about one request a minute. */
const LABEL_PACE_MS = 60_000

export interface ShipOptions extends CallOptions {
  /** All parcels, also if they were sent with an earlier request for quotes. */
  parcels: readonly Parcel[]
  /** The code of the carrier whose quote to confirm; `marketplace` is the label service. */
  carrier?: string
  /** Chooses among the quotes, instead of `carrier`. */
  choose?: (quotes: readonly Quote[]) => Quote | undefined
  /** Format of the labels, or the tracking details of a carrier of your own. */
  confirmation?: Confirmation
}

export class Orders {
  readonly #api: ApiOperations
  readonly #repetition: Repetition

  constructor(api: ApiOperations, { clock, maxRetries }: Repetition) {
    this.#api = api
    this.#repetition = { clock, maxRetries }
  }

  async get<I extends Include = never>(
    order: string,
    options: Omit<ReadOptions<typeof ONE, I, never>, 'path' | 'query'> = {},
  ): Promise<Result<'GET', typeof ONE, I, 'single'>> {
    return await this.#api.get<typeof ONE, I>(ONE, { ...options, path: { order } } as never)
  }

  /** Newest first. */
  list<I extends IncludeOf<'GET', typeof LIST> = never>(
    options: { status?: OrderStatus | readonly OrderStatus[]; retailer?: string; pageSize?: number } & Omit<
      ListOptions<typeof LIST, I, never>,
      'query'
    > = {},
  ): List<Result<'GET', typeof LIST, I, 'list'>> {
    const { status, retailer, pageSize, ...others } = options
    const query = {
      [Array.isArray(status) ? 'filter[status][]' : 'filter[status]']: status,
      'filter[retailer]': retailer,
      'page[limit]': pageSize,
    } as ListQuery
    return this.#api.list<typeof LIST, I>(LIST, { ...others, query } as never)
  }

  /** Accepts the order, with lower quantities of some items if `quantities` names them by the id of the item. */
  async accept(
    order: string,
    { quantities, ...options }: CallOptions & { quantities?: Readonly<Record<string, number>> } = {},
  ): Promise<Order> {
    const items = Object.entries(quantities ?? {}).map(([id, quantity]) => ({
      id,
      type: 'order-items' as const,
      attributes: { quantity },
    }))
    const attributes = items.length > 0 && { attributes: { orderItems: items } }
    const body: Transition = { data: { type: 'brand-validates', ...attributes } }
    const isAccepted = (status: string) => !['ankor_confirmed', 'rejected', 'cancelled'].includes(status)
    return await this.#transition(order, body, { from: 'ankor_confirmed', isReached: isAccepted }, options)
  }

  async reject(order: string, reason: RejectReason, options: CallOptions = {}): Promise<Order> {
    const isRejected = (status: string) => ['rejected', 'cancelled'].includes(status)
    const body: Transition = { data: { type: 'brand-rejects', attributes: reason } }
    return await this.#transition(order, body, { from: 'ankor_confirmed', isReached: isRejected }, options)
  }

  /** Discards the labels; the order can be shipped in another way then. */
  async resetLabels(order: string, reason: ResetReason, options: CallOptions = {}): Promise<Order> {
    const body: Transition = {
      data: { type: 'brand-resets-shipping-labels-generation', attributes: reason },
    }
    const isReset = (status: string) => status === 'brand_confirmed'
    return await this.#transition(
      order,
      body,
      { from: 'shipping_labels_generated', isReached: isReset },
      options,
    )
  }

  /** What the parcels would cost; nothing is ordered. */
  async quotes(order: string, parcels: readonly Parcel[], options: CallOptions = {}): Promise<Quote[]> {
    return await repeatChecked({
      ...this.#repetition,
      signal: options.signal,
      attempt: async () => {
        const path = { order }
        const { data } = await this.#api.request('POST', QUOTES, {
          ...options,
          path,
          body: { parcels },
        })
        return data
      },
      // Quotes whose response was lost are replaced by the next ones, unless the order has moved on.
      check: async () =>
        (await this.#read(order, options)).attributes.status === 'brand_confirmed' ? 'not-yet' : 'unclear',
    })
  }

  /** Confirms a quote of the order. With labels of the marketplace, `untilLabelsAreMade` follows. */
  async confirm(
    order: string,
    quote: string,
    confirmation: Confirmation = {},
    options: CallOptions = {},
  ): Promise<Order> {
    return await repeatChecked({
      ...this.#repetition,
      signal: options.signal,
      attempt: async () => {
        try {
          await this.#api.request('POST', CONFIRM, { ...options, path: { quote }, body: confirmation })
        } catch (error) {
          // The path names the quote alone, so the order that it conflicts with is read here.
          if (error instanceof ConflictError) error.current = await this.#read(order, options)
          throw error
        }
        return await this.#read(order, options)
      },
      check: async () => {
        const current = await this.#read(order, options)
        const { status, shippingOverview } = current.attributes
        if (shippingOverview.provider !== null) {
          return shippingOverview.latestQuote?.id === quote ? { done: current } : 'unclear'
        }
        return status === 'brand_confirmed' ? 'not-yet' : 'unclear'
      },
    })
  }

  /** Asks for quotes, chooses one, and confirms it. */
  async ship(
    order: string,
    { parcels, carrier, choose, confirmation, ...options }: ShipOptions,
  ): Promise<Order> {
    const quotes = await this.quotes(order, parcels, options)
    const quote = choose ? choose(quotes) : quotes.find(({ carrierCode }) => carrierCode === carrier)
    if (!quote) {
      const offered = quotes.map(({ carrierCode }) => carrierCode).join(', ') || 'none'
      throw new ConfigurationError(
        `No quote was chosen for the order ${order}; offered were those of: ${offered}.`,
      )
    }
    return await this.confirm(order, quote.quoteUuid, confirmation, options)
  }

  /** Books a pickup of parcels with labels of the marketplace. A denied day or time is a `ValidationError`: try another. */
  async schedulePickup(order: string, pickup: Pickup, options: CallOptions = {}): Promise<Order> {
    return await repeatChecked({
      ...this.#repetition,
      signal: options.signal,
      attempt: async () => {
        await this.#api.request('POST', PICKUP, { ...options, path: { order }, body: pickup })
        return await this.#read(order, options)
      },
      check: async () => {
        const current = await this.#read(order, options)
        const booked = current.attributes.shippingOverview.transaction?.pickup
        return booked && isSamePickup(booked, pickup) ? { done: current } : 'not-yet'
      },
    })
  }

  /** Waits for the labels of a confirmed quote, about a request a minute. Their addresses are in `shippingOverview`. */
  async untilLabelsAreMade(order: string, options: WaitOptions = {}): Promise<Order> {
    const callOptions = options.signal ? { signal: options.signal } : {}
    return await poll({
      ...options,
      clock: this.#repetition.clock,
      goal: `labels of the order ${order}`,
      paceMs: [LABEL_PACE_MS],
      read: () => this.#read(order, callOptions),
      isDone(current) {
        const { status } = current.attributes
        if (status === 'brand_confirmed') return false
        if (AFTER_LABELS.includes(status)) return true
        throw new WaitError(`The order ${order} gets no labels: it is ${status}.`, current)
      },
    })
  }

  #read(order: string, { signal, timeoutMs }: CallOptions): Promise<Order> {
    return this.get(order, { ...(signal && { signal }), ...(timeoutMs && { timeoutMs }) })
  }

  async #transition(order: string, body: Transition, move: Move, options: CallOptions): Promise<Order> {
    return await repeatChecked({
      ...this.#repetition,
      signal: options.signal,
      attempt: async () => {
        const document = await this.#api.request('POST', TRANSITION, {
          ...options,
          path: { order },
          body,
        })
        return document.data as Order
      },
      check: async () => {
        const current = await this.#read(order, options)
        const { status } = current.attributes
        if (move.isReached(status)) return { done: current }
        return status === move.from ? 'not-yet' : 'unclear'
      },
    })
  }
}

/** A status that is new to this version is no label either, so it ends the wait as an error. */
const AFTER_LABELS: readonly string[] = [
  'shipping_labels_generated',
  'shipped',
  'received',
  'reception_refused',
  'invoiced',
  'brand_paid',
]

interface Move {
  from: string
  isReached: (status: string) => boolean
}

type BookedPickup = NonNullable<NonNullable<Order['attributes']['shippingOverview']['transaction']>['pickup']>

/** The request has DD-MM-YYYY and a window such as 9-15, the order an ISO date and the hour at which the window begins. */
function isSamePickup(
  booked: Pick<BookedPickup, 'pickupDate' | 'readyTime' | 'pickupAddress'>,
  { pickupDate, pickupTime, pickupAddress }: Pickup,
): boolean {
  const isoDate = pickupDate.split('-').reverse().join('-')
  const hour = Number(pickupTime.split('-')[0])
  const isSameDay = booked.pickupDate === pickupDate || booked.pickupDate.startsWith(isoDate)
  const isSameTime = Number(/(\d{2}):\d{2}/.exec(booked.readyTime)?.[1]) === hour
  return isSameDay && isSameTime && isSameAddress(booked.pickupAddress, pickupAddress)
}

/** Servers of older versions do not tell the address, so what they have booked is unknown. */
function isSameAddress(booked: BookedPickup['pickupAddress'], asked: Pickup['pickupAddress']): boolean {
  const names = Object.keys(asked) as (keyof typeof asked)[]
  return booked != null && names.every((name) => booked[name] === asked[name])
}
