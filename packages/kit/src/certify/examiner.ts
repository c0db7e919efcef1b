/** The examiner: an application of the lesson's brand that acts as retailer, carrier and marketplace, by the public API alone. */
import { type Client, createClient, type Order } from '@tradehall/client'
import { StartRefused } from '../failures.ts'
import type { OrderEvidence, RecordedRequest, RegularDelivery } from './evidence.ts'
import { lessonProduct } from './products.ts'

export interface Credentials {
  id: string
  clientId: string
  clientSecret: string
}

/** The members of `POST /api/testing/faults`. */
export interface Fault {
  path?: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  status?: number
  delayMs?: number
  count?: number
  retryAfter?: number
  errors?: number
  disconnect?: 'before' | 'after'
  expireTokens?: true
  unknowns?: true
  marker?: string
}

/** The members of `POST /api/testing/webhook-deliveries/{delivery}/-actions/send`. */
export interface Sending {
  signature?: 'valid' | 'none' | 'forged' | 'altered' | 'newest' | (typeof WRONG_SIGNATURES)[number]
  eventType?: string
  newEventId?: boolean
  unknowns?: boolean
  data?: Record<string, unknown>
  spelling?: (typeof SPELLINGS)[number]
  headers?: 'all' | 'standard'
  signedSecondsAgo?: number
  eventAgeSeconds?: number
}

/** Signatures that look like the right one. */
export const WRONG_SIGNATURES = [
  'empty',
  'one_character',
  'truncated',
  'half_right',
  'with_tail',
  'other_delivery',
  'other_body',
] as const
/** Ways in which the same event can be written. */
export const SPELLINGS = ['spaced', 'escaped', 'decimals', 'reordered', 'astral'] as const

const REQUESTS_PER_PAGE = 200
const DELIVERIES_PER_PAGE = 50
const ORDERS_PER_PAGE = 100

export class Examiner {
  readonly client: Client
  readonly brandId: string
  /** The credentials of the connector. */
  readonly application: Credentials
  #recordingId = ''

  constructor(client: Client, brandId: string, application: Credentials) {
    this.client = client
    this.brandId = brandId
    this.application = application
  }

  async startRecording(): Promise<void> {
    const body = { applicationId: this.application.id }
    const { data } = await this.client.request('POST', '/api/testing/recordings', { body })
    this.#recordingId = data.id
  }

  /** All requests of the connector so far, in the order of their arrival. */
  async requests(): Promise<readonly RecordedRequest[]> {
    const options = {
      path: { recording: this.#recordingId },
      query: { 'page[limit]': REQUESTS_PER_PAGE },
    } as const
    const found: RecordedRequest[] = []
    for await (const { id, attributes } of this.client.list(
      '/api/testing/recordings/{recording}/requests',
      options,
    )) {
      found.push({ id, ...attributes } as RecordedRequest)
    }
    return found
  }

  async setFault(fault: Fault): Promise<string> {
    const body = { ...fault, applicationId: this.application.id }
    return (await this.client.request('POST', '/api/testing/faults', { body })).data.id
  }

  /** How many requests a fault will still hit; null for any number. */
  async remainingHits(faultId: string): Promise<number | null> {
    const { data } = await this.client.request('GET', '/api/testing/faults')
    return data.find(({ id }) => id === faultId)?.attributes.remaining ?? null
  }

  async removeFault(id: string): Promise<void> {
    await this.client.request('DELETE', '/api/testing/faults/{fault}', { path: { fault: id } })
  }

  /** Without `variants` products are generated. */
  async createOrder(
    options: { quantity?: number; variants?: readonly { id: string; quantity: number }[] } = {},
  ): Promise<Order> {
    const { quantity, variants } = options
    const body = {
      ...(quantity !== undefined && { itemQuantity: quantity }),
      ...(variants && {
        productVariants: variants.map(({ id, quantity: itemQuantity }) => ({ id, itemQuantity })),
      }),
    }
    return (await this.client.request('POST', '/api/testing/orders/create', { body })).data as Order
  }

  /** Makes the move of the retailer, the carrier or the marketplace that leads to a status. */
  async advanceOrder(
    id: string,
    to:
      | 'shipped'
      | 'received'
      | 'reception_refused'
      | 'invoiced'
      | 'brand_paid'
      | 'cancelled'
      | 'ankor_confirmed',
  ): Promise<void> {
    await this.client.request('POST', '/api/testing/orders/{order}/-actions/advance', {
      path: { order: id },
      body: { to },
    })
  }

  /** Acts as the retailer. */
  async requestCancellation(id: string, reason: string): Promise<void> {
    const path = { order: id }
    const body = { reason }
    await this.client.request('POST', '/api/testing/orders/{order}/-actions/request-cancellation', {
      path,
      body,
    })
  }

  /** Acts as the marketplace: changes the addresses of delivery and of invoice. */
  async changeAddresses(
    id: string,
    address: { street: string; city: string; postalCode: string; countryCode: string },
  ) {
    const path = { order: id }
    const body = { shipping: address, billing: address }
    await this.client.request('POST', '/api/testing/orders/{order}/-actions/update-address', { path, body })
  }

  /** The lines of an order, in packs. */
  async linesOf(id: string): Promise<readonly { variantId: string; quantity: number }[]> {
    const order = await this.client.orders.get(id, { include: ['orderItems.productVariant'] })
    return order.related.orderItems.map(({ attributes, related }) => ({
      variantId: related.productVariant?.id ?? '',
      quantity: attributes.quantity,
    }))
  }

  async orderEvidence(id: string): Promise<OrderEvidence> {
    const { status } = (await this.client.orders.get(id)).attributes
    const moves = await this.client.list('/api/v1/orders/{order}/history', { path: { order: id } }).toArray()
    return {
      id,
      status,
      moves: moves
        .map(({ attributes }) => ({
          command: attributes.command,
          from: attributes.from,
          to: attributes.to,
          at: attributes.createdAt,
          isByConnector: attributes.applicationId === this.application.id,
        }))
        // The list begins with the newest.
        .toReversed(),
    }
  }

  /** Imports products with tracked stock, and returns their variants by SKU. */
  async createVariants(
    wanted: readonly { sku: string; stock: number }[],
  ): Promise<ReadonlyMap<string, { id: string; sku: string }>> {
    const { operation } = await this.client.imports.run(wanted.map(lessonProduct))
    if (operation.attributes.status !== 'succeeded')
      throw new StartRefused(`The sandbox did not import products: ${operation.attributes.status}.`)
    const variants = await this.client.variants.list({ skus: wanted.map(({ sku }) => sku) }).toArray()
    return new Map(
      variants.map(({ id, attributes }) => [String(attributes.sku), { id, sku: String(attributes.sku) }]),
    )
  }

  /** Subscribes the connector, and returns its signing secret. */
  async subscribe(url: string, events: readonly string[]): Promise<{ id: string; secret: string }> {
    const { data } = await this.client.request('POST', '/api/v1/webhook-subscriptions', {
      body: {
        data: {
          type: 'webhook-subscriptions',
          attributes: { url, events },
          relationships: { application: { data: { type: 'applications', id: this.application.id } } },
        },
      },
    })
    return { id: data.id, secret: await this.signingSecret(data.id) }
  }

  async subscriptionAction(id: string, action: 'pause' | 'resume'): Promise<void> {
    await this.client.request(
      'POST',
      `/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/${action}`,
      {
        path: { webhookSubscription: id },
      },
    )
  }

  /** Returns the new signing secret; the one before it stays valid for a day. */
  async rotateSecret(subscriptionId: string): Promise<string> {
    const path = { webhookSubscription: subscriptionId }
    const { data } = await this.client.request(
      'POST',
      '/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/rotate-secret',
      { path },
    )
    return data.attributes.signingSecret ?? ''
  }

  async signingSecret(subscriptionId: string): Promise<string> {
    const path = { webhookSubscription: subscriptionId }
    const { attributes } = await this.client.get('/api/v1/webhook-subscriptions/{webhookSubscription}', {
      path,
    })
    return attributes.signingSecret ?? ''
  }

  /** The deliveries of the connector's subscription, the oldest first. */
  async deliveries(subscriptionId: string): Promise<readonly RegularDelivery[]> {
    const options = {
      path: { webhookSubscription: subscriptionId },
      query: { 'page[limit]': DELIVERIES_PER_PAGE },
    } as const
    const found = await this.client
      .list('/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries', options)
      .toArray()
    return found.toReversed().map(({ id, attributes }) => ({
      id,
      eventId: attributes.eventId,
      eventType: attributes.event,
      orderId: attributes.subjectId,
      state: attributes.state,
      attempts: attributes.attemptsCount,
      status: attributes.lastAttempt?.status ?? null,
      durationMs: attributes.lastAttempt?.durationMs ?? null,
    }))
  }

  /** Seconds of the sandbox's clock until the next attempt; null if all were delivered or given up. */
  async secondsToNextAttempt(subscriptionId: string): Promise<number | null> {
    const { data: clock } = await this.client.request('GET', '/api/testing/clock')
    const waiting = await this.client
      .list('/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries', {
        path: { webhookSubscription: subscriptionId },
        query: { 'page[limit]': DELIVERIES_PER_PAGE },
      })
      .toArray()
    const times = waiting.flatMap(({ attributes }) => attributes.nextAttemptAt ?? [])
    if (times.length === 0) return null
    return (Math.min(...times.map(Date.parse)) - Date.parse(String(clock.attributes.now))) / 1000
  }

  /** Sends a copy of a delivery, changed as `Sending` says, and returns the response of the receiver. */
  async send(deliveryId: string, body: Sending) {
    const path = { delivery: deliveryId }
    const sent = await this.client.request(
      'POST',
      '/api/testing/webhook-deliveries/{delivery}/-actions/send',
      { path, body },
    )
    return sent.meta
  }

  /** Makes the carriers of the brand slow or strict; members that are left out return to their defaults. */
  async setCarrierConduct(body: { labelDelaySeconds?: number; deniedPickups?: number }): Promise<void> {
    await this.client.request('POST', '/api/testing/carrier-conduct', { body })
  }

  /** Moves the clock of the sandbox, for everybody, and runs what is due. */
  async advanceClock(seconds: number): Promise<void> {
    await this.client.request('POST', '/api/testing/clock/-actions/advance', { body: { seconds } })
  }

  /** The ids of the orders that still wait for a decision. */
  async waitingOrders(): Promise<ReadonlySet<string>> {
    const query = { 'filter[status]': 'ankor_confirmed', 'page[limit]': ORDERS_PER_PAGE } as const
    const found = await this.client.list('/api/v1/orders', { query }).toArray()
    return new Set(found.map(({ id }) => id))
  }

  async runJobs(): Promise<void> {
    await this.client.request('POST', '/api/testing/clock/-actions/run-jobs')
  }

  async revokeConnector(): Promise<void> {
    const path = { brand: this.brandId }
    await this.client.request('POST', '/api/testing/brands/{brand}/-actions/revoke-application', { path })
  }

  async close(): Promise<void> {
    await this.client.request('POST', '/api/testing/brands/{brand}/-actions/close', {
      path: { brand: this.brandId },
    })
  }
}

/** Creates an examiner for a new brand of the sandbox. */
export async function createExaminer(sandbox: Client, baseUrl: string, name: string): Promise<Examiner> {
  const { data } = await sandbox.request('POST', '/api/testing/brands', { body: { name } })
  const { application, examiner } = data.attributes as Required<typeof data.attributes>
  const { clientId, clientSecret } = examiner
  const client = createClient({ baseUrl, clientId, clientSecret, insecureHttp: true })
  return new Examiner(client, data.id, application)
}
