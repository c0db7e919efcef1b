/**
 * Every operation is sent what no good client sends: in its path, its query, its headers and each part of its body. Some
 * of it is good enough to be accepted. Whatever it is, the server answers, and never with a failure of its own.
 *
 * TRADEHALL_TEST_SEED=random sends other ones, TRADEHALL_TEST_FUZZ_RUNS sets the number of requests to each operation (3, and 20 in
 * `npm run test:full`).
 */
import { JSON_API } from '@tradehall/jsonapi'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Operation } from '../src/http/operation.ts'
import { removeFaults } from '../src/modules/sandbox/faults/faults.ts'
import { SEED } from './chance.ts'
import { FULL } from './full.ts'
import { hostileBodies, hostileQueries, hostileText, type IdsFor } from './hostile.ts'
import { entry, openOperation, requestReport, runOperation } from './integrations.ts'
import { type Answer, market } from './market.ts'
import { placeOrder } from './orders.ts'
import { asPerson } from './people.ts'
import { ORIGIN, sessionHeaders } from './sessions.ts'
import { subscribe } from './webhooks.ts'

const runs = Number(process.env.TRADEHALL_TEST_FUZZ_RUNS ?? (FULL ? 20 : 3))
console.info(`fuzz: TRADEHALL_TEST_SEED=${SEED} TRADEHALL_TEST_FUZZ_RUNS=${runs}`)

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
const idsIn = async (table: string, where = `brand_id = '${brandId}'`) =>
  (await db.unsafe(`select id from ${table} where ${where} order by id limit 60`)).map(
    ({ id }) => id as string,
  )

for (let i = 0; i < 20; i++) await placeOrder(shop)
const { id: job } = await runOperation(shop, [entry('F-1', { name: undefined })])
await requestReport(shop, job)
await openOperation(shop)

/** Nobody listens there; one is paused, so that deliveries of it wait. */
async function subscriptions(): Promise<string[]> {
  const made = [1, 2].map((n) => subscribe(shop, { url: `http://127.0.0.1:39999/${n}` }))
  const [one, two] = await Promise.all(made)
  await shop.send('POST', `${two?.path}/-actions/pause`)
  return [one?.id ?? '', two?.id ?? '']
}

/** Others than that of the tokens: revoked by a shot, it would leave nothing but 401 to all later ones. */
async function applications(): Promise<string[]> {
  const attributes = { name: 'Target', developerEmail: 'dev@target.test' }
  for (let i = 0; i < 3; i++) {
    await shop.send('POST', '/api/integrations/v1/applications', {
      as: null,
      headers: asPerson(shop.credentials.user),
      body: { data: { type: 'applications', attributes } },
    })
  }
  const ids = await idsIn('identity.applications')
  return ids.filter((id) => id !== shop.credentials.applicationId)
}

/** Rows that exist, by a word of the parameters and members that name them. */
const ROWS: Record<string, string[]> = {
  order: await idsIn('ordering.orders'),
  product: await idsIn('catalog.products'),
  variant: await idsIn('catalog.variants'),
  picture: await idsIn('pictures.pictures'),
  brand: [brandId, ...(await idsIn('identity.brands', 'true'))],
  retailer: [shop.credentials.retailer.retailerId, ...(await idsIn('identity.retailers', 'true'))],
  user: await idsIn('identity.users', 'true'),
  location: await idsIn('stock.locations'),
  application: await applications(),
  subscription: await subscriptions(),
  operation: await idsIn('integrations.operations'),
  report: await idsIn('integrations.error_reports'),
}
const foreign = await idsIn('ordering.orders', `brand_id <> '${brandId}'`)
const everyId = [...new Set([...Object.values(ROWS).flat(), ...foreign])]
/** Stands for the id in the path, which a body may repeat. */
const PATH_ID = '@path@'

const idsNamed = (name: string): readonly string[] =>
  Object.entries(ROWS).findLast(([word]) => name.toLowerCase().includes(word))?.[1] ?? everyId

/** A bare `id` is that of the path, or of a variant, of which several are named at once. */
function idsOf({ params, path }: Operation): IdsFor {
  const { variant = [] } = ROWS
  return (name) => {
    if (name === 'id') return params ? [PATH_ID, PATH_ID, PATH_ID, ...variant] : variant
    return name === 'cursor' ? [...idsNamed(path), ...everyId] : idsNamed(name)
  }
}

const HEADERS = [
  'accept',
  'content-type',
  'range',
  'if-none-match',
  'if-match',
  'x-forwarded-for',
  'x-forwarded-host',
  'content-encoding',
  'x-request-id',
  'prefer',
]
const HEADER_VALUES = [
  '',
  '*/*',
  'application/json',
  `${JSON_API};ext="x"`,
  `${JSON_API};;q=`,
  'gzip',
  'bytes=0-1',
  '\u00e9',
  'a'.repeat(5000),
  '"',
  ',,,',
  'text/html;charset=utf-7',
]

interface Shot {
  ids: readonly string[]
  query: string
  payload: string | undefined
  header: readonly [string, string] | null
}

function shotsAt(operation: Operation): fc.Arbitrary<Shot> {
  const params = Object.keys(operation.params ?? {})
  const idOf = (name: string) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...idsNamed(name === 'id' ? 'user' : name)), weight: 12 },
      { arbitrary: fc.constantFrom(...everyId), weight: 1 },
      {
        arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)),
        weight: 1,
      },
    )
  const none = fc.constant(undefined)
  return fc.record({
    ids: fc.tuple(...params.map(idOf)),
    query: hostileQueries(operation.query ?? {}, idsOf(operation)),
    payload: operation.body
      ? fc.oneof({ arbitrary: bodiesOf(operation), weight: 12 }, { arbitrary: none, weight: 1 })
      : none,
    header: fc.oneof(
      { arbitrary: fc.constant(null), weight: 9 },
      { arbitrary: fc.tuple(fc.constantFrom(...HEADERS), fc.constantFrom(...HEADER_VALUES)), weight: 1 },
    ),
  })
}

function bodiesOf(operation: Operation): fc.Arbitrary<string> {
  if (operation.media !== 'form') {
    return hostileBodies(
      operation.documentedBody ?? operation.body ?? {},
      idsOf(operation),
      operation.bodyExample,
    )
  }
  const fields = fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope', '__proto__', '')
  const values = fc.oneof(fc.constantFrom('client_credentials', '*', shop.credentials.clientId), hostileText)
  const encoded = fc
    .array(fc.tuple(fields, values), { maxLength: 6 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    )
  return fc.oneof(
    encoded,
    encoded.map((text) => `${text}&scope=%ff%`),
    hostileText,
  )
}

async function fire(
  operation: Operation,
  { ids, query, payload, header }: Shot,
  token: string | undefined,
): Promise<Answer> {
  const { access, media } = operation
  let nth = 0
  const path = operation.path.replaceAll(/\{\w+\}/g, () => ids[nth++] ?? '')
  return await shop.send(operation.method, `${path}${query}`, {
    ...(token === undefined ? { as: null } : { token }),
    ...(payload !== undefined && { payload: payload.replaceAll(PATH_ID, ids[0] ?? '') }),
    headers: {
      ...(access === 'person' && asPerson(shop.credentials.user)),
      ...(access === 'session' && (await sessionHeaders(shop, operation))),
      ...(operation.signsIn && { origin: ORIGIN }),
      ...(media === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(header && { [header[0]]: header[1] }),
    },
  })
}

/** Undefined where no token is needed. */
async function freshToken({ access }: Operation): Promise<string | undefined> {
  if (access === 'public') return undefined
  const as = access === 'operator' || access === 'retailer' ? access : 'brand'
  const [row] = await db`select id from identity.applications where client_id = ${shop.clientOf(as).clientId}`
  return await shop.http.tokens.issue(row?.id)
}

/** Large enough for a hundred errors of two hundred characters each, with what was expected. */
const MOST_OF_AN_ERROR = 100_000

function expectSound(operation: Operation, { status, headers, text, body }: Answer): void {
  expect(status, text.slice(0, 500)).toBeLessThan(500)
  expect(text.isWellFormed()).toBe(true)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  if (status < 400) return
  expect(text.length).toBeLessThan(MOST_OF_AN_ERROR)
  if (operation.media === 'form') {
    expect(headers['content-type']).toMatch(/^application\/json\b/)
    expect(body).toMatchObject({ error: expect.any(String), error_description: expect.any(String) })
    return
  }
  expect(headers['content-type']).toBe(JSON_API)
  expect(body.errors.length).toBeGreaterThan(0)
  for (const error of body.errors) {
    expect(error).toMatchObject({
      status: expect.stringMatching(/^4\d\d$/),
      detail: expect.stringMatching(/\S/),
    })
    for (const part of [error.detail, error.source?.pointer ?? '', error.source?.parameter ?? ''])
      expect(part.isWellFormed() && !part.includes('\0')).toBe(true)
  }
  // Where there are several errors they have one status, or the answer is the general one.
  expect(body.errors.map(({ status }: { status: string }) => Number(status))).toContain(status)
}

/** What sets the whole sandbox in motion or waits, each time it is taken: fewer shots say as much. */
const SLOW = new Set([
  'hearWebhookEvents',
  'resetSandbox',
  'advanceClock',
  'setClock',
  'resetClock',
  'runJobs',
])

/** Moves of the clock and of the secrets of applications end tokens: each shot gets its own. Others share one. */
const endsTokens = ({ path }: Operation) => path.startsWith('/api/testing/') || path.includes('/applications')

function runsOf({ id, access }: Operation): number {
  if (SLOW.has(id)) return Math.ceil(runs / 15)
  // The password of a person is checked each time, which is slow by design.
  return access === 'person' ? Math.ceil(runs / 3) : runs
}

/** What would keep later shots from getting anywhere. */
const UNDO: Record<string, () => Promise<unknown>> = {
  createFault: () => removeFaults(shop.platform),
  createBillingExport: async () => await db`delete from billing.exports`,
}

describe(`seed ${SEED}`, () => {
  test.each(
    shop.http.operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
  )(
    '%s',
    async (_name, operation) => {
      const shared = endsTokens(operation) ? undefined : await freshToken(operation)
      await fc.assert(
        fc.asyncProperty(shotsAt(operation), async (shot) => {
          expectSound(operation, await fire(operation, shot, shared ?? (await freshToken(operation))))
          await UNDO[operation.id]?.()
        }),
        { numRuns: runsOf(operation) },
      )
      // Otherwise shots after the first ones would have been refused for their token.
      if (shared) expect((await shop.send('GET', '/api/v1/me', { token: shared })).status).not.toBe(401)
      await shop.setTime('2026-03-02T09:00:00Z')
    },
    300_000,
  )
})
