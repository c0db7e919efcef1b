/** A local label service that implements the documented contract and can be made to misbehave. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
// The client imports this lazily on its first request; loading it here keeps that out of the request's timeout.
import 'undici'
import { onTestFinished } from 'vitest'
import { type Carrier, CarrierRefused } from '../src/modules/shipping/carriers/carrier.ts'
import type { HttpSettings } from '../src/modules/shipping/carriers/carrier-settings.ts'
import { loadCarriers } from '../src/modules/shipping/carriers/carriers-file.ts'
import { renderLabel } from '../src/modules/shipping/labels/render-label.ts'
import { call } from './carriers.ts'
import { temporaryFolder } from './folders.ts'

export const SECRET = 'a-secret-of-the-label-service'

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

type Behaviour = (request: Seen, response: ServerResponse) => void | Promise<void>

export interface LabelService {
  settings: HttpSettings
  seen: Seen[]
  /** The behaviour of the next requests, in order; afterwards the service follows the contract. */
  next: Behaviour[]
}

/** Responds as `carrier` would. Stops with the test. */
export async function startLabelService(carrier: Carrier): Promise<LabelService> {
  const seen: Seen[] = []
  const next: Behaviour[] = []
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const request: Seen = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    seen.push(request)
    const behave = next.shift() ?? ((asked, answer) => byContract(carrier, asked, answer))
    await behave(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const settings: HttpSettings = {
    kind: 'http',
    code: 'northpost',
    name: 'Northpost',
    url: `http://127.0.0.1:${port}/labels/`,
    trackingLink: 'https://northpost.test/{trackingNumber}',
    serviceDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    holidays: ['01-01', '05-01', '12-25', '12-26', '2026-04-06'],
    from: ['BE', 'NL'],
    to: ['*'],
  }
  return { settings, seen, next }
}

export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function byContract(carrier: Carrier, request: Seen, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== `Bearer ${SECRET}`) return answer(response, 401, {})
  try {
    answer(response, 200, await result(carrier, request))
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error
    answer(response, 422, { refusal: error.refusal, detail: error.message })
  }
}

async function result(carrier: Carrier, { method, path, headers, body }: Seen): Promise<unknown> {
  // The bodies match the interface, except that dates are strings and the key is a header.
  const given = body as never as { askedAt: string; reference: string; parcels: { weightG: number }[] }
  const idempotencyKey = String(headers['idempotency-key'])
  const asked = { ...given, askedAt: new Date(given?.askedAt), idempotencyKey } as never
  const number = /^\/labels\/tracking\/(.+)$/.exec(path)?.[1]
  if (method === 'GET' && number !== undefined) {
    await carrier.track(decodeURIComponent(number), call())
    return { events: EVENTS }
  }
  switch (path) {
    case '/labels/quotes':
      return { services: await carrier.quote(asked, call()), more: 'than was asked for' }
    case '/labels/shipments': {
      const shipment = await carrier.createLabels(asked, call())
      return { ...shipment, parcels: await Promise.all(shipment.parcels.map(withLabel)) }
    }
    case '/labels/pickups':
      return carrier.schedulePickup(asked, call())
    case '/labels/cancellations':
      await carrier.cancel(asked, call())
      return body
    default:
      throw new Error(`${method} ${path} is not in the contract`)
  }
}

async function withLabel({ trackingNumber }: { trackingNumber: string }, i: number) {
  // The server has to render the second label itself.
  if (i === 1) return { trackingNumber, labelPdfBase64: null }
  const place = { street: 'x', city: 'y', postalCode: '1', countryCode: 'BE' }
  const label = {
    carrierName: 'Northpost',
    serviceName: 'Parcel',
    sender: place,
    recipient: place,
    recipientPhone: null,
    weightG: 1,
    parcel: { number: i + 1, count: 3 },
    orderReference: '1',
    trackingNumber,
    madeAt: new Date('2026-03-02T08:00:00Z'),
  }
  return { trackingNumber, labelPdfBase64: (await renderLabel(label, 'default')).toString('base64') }
}

/** Newest first, as carriers usually list events. */
const EVENTS = [
  {
    status: 'DELIVERED',
    details: 'At the door',
    occurredAt: '2026-03-04T10:00:00Z',
    location: { city: 'Gent', zip: '9000', country: 'BE' },
  },
  { status: 'TRANSIT', details: null, occurredAt: '2026-03-03T07:00:00+01:00', location: null },
]

/** Settings that make an external label service the marketplace's carrier. */
export function carriersWith(service: LabelService): Record<string, string> {
  const builtIn = new URL('../src/modules/shipping/carriers/built-in-carriers.json', import.meta.url)
  const file = JSON.parse(readFileSync(builtIn, 'utf8'))
  const others = file.carriers.filter(({ code }: { code: string }) => code !== 'marketplace')
  const path = join(temporaryFolder('carriers'), 'carriers.json')
  const carriers = [...others, { ...service.settings, code: 'marketplace' }]
  writeFileSync(path, JSON.stringify({ ...file, carriers }))
  return { TRADEHALL_CARRIERS_FILE: path, TRADEHALL_CARRIER_SECRETS: `marketplace=${SECRET}` }
}

/** A label service whose backend is a built-in carrier. */
export const startCarrierService = () => startLabelService(builtInCarrier())

function builtInCarrier(): Carrier {
  const carrier = loadCarriers({ carrierSecrets: new Map() }).get('dpd')
  if (!carrier) throw new Error('It does not come with the server any more.')
  return carrier
}
