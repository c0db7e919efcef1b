/**
 * Every operation of the OpenAPI document, by everybody who can send a request. Who may call an operation stands in
 * `actor-expectations.json`, in which a new operation is missing until somebody has thought about it. Strangers name what
 * belongs to the demo brand, with valid bodies: no answer shows anything of the brand, and nothing of it changes.
 *
 * `npm run test:full` lets each actor try each operation; `npm test` lets a third of the actors, in turn.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import expectations from './actor-expectations.json' with { type: 'json' }
import { type Actor, everyActor, strangers } from './actors.ts'
import { requestExport } from './billing-exports.ts'
import { FULL } from './full.ts'
import { entry, requestReport, runOperation } from './integrations.ts'
import { type Answer, market } from './market.ts'
import { type Described, resolveReferences, type Schema } from './openapi.ts'
import { demoUserId, signedIn } from './sessions.ts'
import { labelledOrder } from './shipping.ts'
import { subscribe } from './webhooks.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
const openapi = resolveReferences((await shop.send('GET', '/openapi.json', { as: null })).body)

interface Operation extends Described {
  method: string
  path: string
}

const operations: Operation[] = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    ...described,
    method: method.toUpperCase(),
    path,
  })),
)
/** Another third for each operation, so that each actor tries many. */
const shareOf = (actors: readonly Actor[], operation: Operation): readonly Actor[] =>
  FULL ? actors : actors.filter((_actor, i) => i % 3 === operations.indexOf(operation) % 3)

let requests = 0
async function ask(actor: Actor, operation: Operation, url: string, body?: unknown): Promise<Answer> {
  requests++
  const { as = null, headers } = await actor.credentials()
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  const isForm = type === 'application/x-www-form-urlencoded'
  return await shop.send(operation.method, url, {
    as,
    ...(body !== undefined &&
      (isForm ? { payload: new URLSearchParams(body as Record<string, string>).toString() } : { body })),
    headers: { ...(type && body !== undefined && { 'content-type': type }), ...headers },
  })
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** What belongs to the demo brand: something of everything that paths, queries and bodies can name. */
async function everythingOfTheBrand() {
  // With a session, a device and an entry of the audit log.
  await signedIn(shop, 'alder-wick')
  await db`
    insert into identity.passkeys (id, user_id, credential_id, public_key, sign_count, transports, host, name, created_at)
    values (gen_random_uuid(), ${demoUserId('alder-wick')}, 'A', ${Buffer.of(1)}, 0, '{}', 'localhost', 'Phone', now())`
  const subscription = await subscribe(shop, { url: 'https://erp.alderwick.test/hooks' })
  await shop.send('POST', `${subscription.path}/-actions/test`)
  const { id: operation } = await runOperation(shop, [entry('A-1', { name: undefined })])
  const report = await requestReport(shop, operation)
  const { order, quote } = await labelledOrder(shop)
  const exported = await requestExport(shop)
  const verification = await shop.send('POST', '/api/v1/email-verifications', {
    body: { data: { type: 'email-verifications', attributes: { email: 'a@alderwick.test' } } },
  })
  for (const answer of [report, exported, verification])
    if (answer.status >= 300) throw new Error(answer.text)
  await shop.runJobs()
  const one = async (table: string, where = `brand_id = '${brandId}'`, column = 'id') => {
    const [known] = await db`select to_regclass(${table}) as name`
    if (known?.name === null) return undefined
    const [row] = await db.unsafe(`select ${column} as id from ${table} where ${where} limit 1`)
    return row?.id as string | undefined
  }
  const ofUser = `user_id in (select id from identity.users where brand_id = '${brandId}')`
  return {
    order: order.id,
    orderId: order.id,
    master_order: order.id,
    quote: quote.quoteUuid,
    label: await one('shipping.labels'),
    product: await one('catalog.products'),
    productVariant: await one('catalog.variants'),
    picture: await one('pictures.pictures'),
    operationId: operation,
    error_report: report.body.data.id as string,
    billing_export: exported.body.data.id as string,
    webhookSubscription: subscription.id,
    delivery: await one('webhooks.deliveries'),
    event: await one('webhooks.events'),
    application: shop.credentials.applicationId,
    email_verification: verification.body.data.id as string,
    user: await one('identity.users'),
    session: await one('identity.sessions', ofUser),
    passkey: await one('identity.passkeys', ofUser),
    device: await one('identity.devices', ofUser),
    entry: await one('identity.audit'),
    brand: brandId,
    shippingSettingsId: brandId,
    retailer: shop.credentials.retailer.retailerId,
    retailerId: shop.credentials.retailer.retailerId,
    location: await one('stock.locations'),
    payout: (await shop.send('GET', '/api/v1/brands/payouts')).body.data[0]?.id as string | undefined,
    rule: await one('catalog.discount_rules'),
    order_pay_customer: await one('order_pay.customers'),
    order_pay_order: await one('order_pay.orders'),
    item: await one('fulfillment.items'),
    lot: await one('fulfillment.lots'),
    replenishment: await one('fulfillment.replenishments'),
    mediaUuid: await one('fulfillment.media'),
    'brand-contacts': await one('brands.contacts'),
    'external-orders': await one('external_orders.orders'),
    'fulfillment-orders': await one('fulfillment.orders'),
    'fulfillment/orders': await one('fulfillment.orders'),
    users: await one('identity.users'),
  } as Record<string, string | undefined>
}

/**
 * Parameters that name no row of a brand: those of the operator, those that the sandbox has for everybody, and retailers, who buy
 * from several brands.
 */
const OF_NOBODY = new Set([
  'carrier',
  'job',
  'fault',
  'recording',
  'request',
  'event',
  'mediaUuid',
  'rule',
  'brand',
  'retailer',
  'retailerId',
])

/** The sandbox's own: they move, stop or reset it for all accounts together, or wait. */
const OF_THE_SANDBOX = new Set([
  'advanceClock',
  'setClock',
  'resetClock',
  'runJobs',
  'createFault',
  'deleteFaults',
  'deleteFault',
  'resetSandbox',
  'hearWebhookEvents',
  'createTestBrand',
  'signInAsDemoUser',
  'listMails',
  'listLoggedRequests',
  'getLoggedRequest',
  'listRecordedRequests',
])

/** Answers 2xx to ids of another account, as the specification says, and leaves them out. */
const LEAVES_OUT: Record<string, string> = {
  listProductVariantPrices: 'a batch of prices has those of the caller',
  listFranco: 'the thresholds of a brand are public',
}

let owned: Record<string, string | undefined> = {}
let secrets = new Set<string>()

/** The row that a parameter names; `id` by the section of the path. */
function rowNamed(name: string, path: string): string | undefined {
  if (name !== 'id') return owned[name]
  const section = Object.keys(owned).find((key) => path.includes(`/${key}/{id}`))
  return section === undefined ? owned.user : owned[section]
}

/** The example of the document, in which every id is one of the demo brand. */
function withForeignIds(value: unknown, path: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withForeignIds(one, path, key))
  if (typeof value === 'object' && value !== null) {
    const { type } = value as { type?: unknown }
    const named = typeof type === 'string' ? type : key
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        withForeignIds(member, path, name === 'id' ? named : name),
      ]),
    )
  }
  if (typeof value !== 'string' || !new RegExp(`^${UUID.source}$`).test(value)) return value
  const word = key.replace(/^(order|product|catalog|webhook)-/, '').toLowerCase()
  const found = Object.keys(owned).findLast(
    (name) =>
      owned[name] !== undefined &&
      word.replaceAll(/[-_]/g, '').includes(name.replaceAll(/[-_]/g, '').toLowerCase()),
  )
  return owned[found ?? (/variant/i.test(key) ? 'productVariant' : 'order')]
}

const isId = ({ format, anyOf = [], items }: Schema): boolean =>
  format === 'uuid' || [...anyOf, ...(items ? [items] : [])].some(isId)

/** The requests that name something of the brand: its path and its body, and each filter by an id. */
function requestsTo(operation: Operation): { url: string; body: unknown; hasForeignPath: boolean }[] {
  const { path, parameters = [], requestBody } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const [content] = Object.values(requestBody?.content ?? {})
  const multipart = Object.keys(requestBody?.content ?? {})[0]?.startsWith('multipart/')
  const ids = new Map(names.map((name) => [name, rowNamed(name, path)]))
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? randomUUID())
  const body = multipart || content?.example === undefined ? undefined : withForeignIds(content.example, path)
  const named = JSON.stringify(body ?? '').match(UUID) ?? []
  const hasForeignPath = names.some((name) => !OF_NOBODY.has(name) && ids.get(name) !== undefined)
  const own = names.length > 0 || named.length > 0 ? [{ url, body: inBody(body, url), hasForeignPath }] : []
  const filters = parameters.filter((one) => one.in === 'query' && isId(one.schema))
  return [
    ...own,
    ...filters.map(({ name }) => ({
      url: `${url}?${encodeURIComponent(name)}=${owned[wordIn(name)] ?? owned.order}`,
      body: inBody(body, url),
      hasForeignPath,
    })),
  ]
}

/** A document names the resource of its path. */
function inBody(body: unknown, url: string): unknown {
  const id = url.match(UUID)?.at(-1)
  const document = body as { data?: { id?: unknown } } | undefined
  if (typeof document?.data?.id !== 'string' || id === undefined) return body
  return { ...document, data: { ...document.data, id } }
}

function wordIn(parameter: string): string {
  const word = parameter.replaceAll(/filter\[|\]|Ids?$|\[.*$/g, '')
  return Object.keys(owned).find((name) => name.toLowerCase() === word.toLowerCase()) ?? 'order'
}

/** The tables with rows of brands, and those of its users and applications. What counts requests is left out. */
async function stateOfTheBrand(): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select table_schema || '.' || table_name as name
    from information_schema.columns
    where column_name = 'brand_id' and table_schema not in ('platform', 'information_schema') and data_type = 'uuid'
    order by 1`
  const users = `select id from identity.users where brand_id = '${brandId}'`
  const more = [
    ['identity.brands', `id = '${brandId}'`],
    [
      'identity.application_secrets',
      `application_id in (select id from identity.applications where brand_id = '${brandId}')`,
    ],
    ...['sessions', 'devices', 'second_factors', 'mail_links'].map((name) => [
      `identity.${name}`,
      `user_id in (${users})`,
    ]),
  ]
  const all = [...tables.map(({ name }) => [name, `brand_id = '${brandId}'`]), ...more]
  const seen: Record<string, string> = {}
  for (const [table = '', where] of all) {
    const columns = table === 'identity.sessions' ? 'id, user_id, token_hash, expires_at' : '*'
    const [row] = await db.unsafe(
      `select count(*)::int || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as state
       from (select ${columns} from ${table} where ${where}) as t`,
    )
    seen[table] = row?.state as string
  }
  return seen
}

/** The ids of all rows of the brand. Those that others may know are left out. */
async function idsOfTheBrand(): Promise<Set<string>> {
  const tables = await db<{ name: string }[]>`
    select table_schema || '.' || table_name as name
    from information_schema.columns as one
    where column_name = 'id' and data_type = 'uuid' and exists (
      select from information_schema.columns as other
      where other.table_schema = one.table_schema and other.table_name = one.table_name and other.column_name = 'brand_id'
    ) and table_schema not in ('platform')`
  const ids = new Set<string>()
  for (const { name } of tables)
    for (const { id } of await db.unsafe(`select id from ${name} where brand_id = '${brandId}'`))
      ids.add(id as string)
  return ids
}

owned = await everythingOfTheBrand()

describe('strangers who name what belongs to a brand', () => {
  let actors: Actor[] = []
  let before: Record<string, string> = {}
  beforeAll(async () => {
    actors = await strangers(shop)
    secrets = await idsOfTheBrand()
    before = await stateOfTheBrand()
  })
  const tried = operations.filter(
    (operation) => !OF_THE_SANDBOX.has(operation.operationId) && requestsTo(operation).length > 0,
  )

  test('there is something of everything that paths name', () => {
    const names = new Set(
      operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
    )
    const without = [...names].filter(
      (name) => name !== 'id' && !OF_NOBODY.has(name) && owned[name] === undefined,
    )
    expect(without).toEqual([])
  })

  test.each(tried.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'learn and change nothing by %s',
    async (_name, operation) => {
      for (const actor of shareOf(actors, operation)) {
        for (const { url, body, hasForeignPath } of requestsTo(operation)) {
          const { status, text } = await ask(actor, operation, url, body)
          const seen = `${actor.name}: ${operation.method} ${url} → ${status} ${text.slice(0, 300)}`
          expect(status, seen).toBeLessThan(500)
          if (hasForeignPath && !(operation.operationId in LEAVES_OUT))
            expect(status, seen).toBeGreaterThanOrEqual(400)
          const sent = new Set(`${url} ${JSON.stringify(body ?? '')}`.match(UUID) ?? [])
          const shown = (text.match(UUID) ?? []).filter((id) => secrets.has(id) && !sent.has(id))
          expect(shown, seen).toEqual([])
        }
        if (FULL) expect(await stateOfTheBrand(), `${actor.name}: ${operation.operationId}`).toEqual(before)
      }
    },
  )

  test('and everything of the brand is as it was', async () => {
    expect(await stateOfTheBrand()).toEqual(before)
    console.info(
      `actors: ${actors.length} strangers tried ${tried.length} operations with ${requests} requests`,
    )
  })
})

/** What an actor is told before anything of the request is looked at: null if the operation is open to it. */
async function refusalOf(actor: Actor, operation: Operation): Promise<string | null> {
  const url = operation.path.replaceAll(/\{\w+\}/g, () => randomUUID())
  const [content] = Object.values(operation.requestBody?.content ?? {})
  // Nobody knows the parameter, so nothing happens: who may call the operation gets 400 for it.
  const { status, body, text } = await ask(actor, operation, `${url}?zz=1`, content?.example)
  if (status === 400) return null
  const code = body?.errors?.[0]?.code ?? body?.error
  if (![401, 403, 404].includes(status)) return `${status} ${text.slice(0, 200)}`
  return `${status}${code ? ` ${code}` : ''}`
}

describe('an operation', () => {
  let actors: Actor[] = []
  // Later than the strangers, one of whose accounts is suspended for it.
  beforeAll(async () => {
    actors = await everyActor(shop)
  })
  const groups = Object.entries(expectations as Record<string, { mayCall: string[]; operations: string[] }>)
  const listed = new Map(
    groups.flatMap(([, { mayCall, operations }]) => operations.map((id) => [id, mayCall] as const)),
  )

  test('has an expectation, once, of actors that there are', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId))
    expect(
      [...ids].filter((id) => !listed.has(id)),
      'who may call these? See actor-expectations.json',
    ).toEqual([])
    const all = groups.flatMap(([, { operations }]) => operations)
    expect(all).toHaveLength(new Set(all).size)
    // Groups that end may be gone already.
    const lasting = groups
      .filter(([name]) => !name.startsWith('until they end'))
      .flatMap(([, one]) => one.operations)
    expect(lasting.filter((id) => !ids.has(id))).toEqual([])
    for (const [, { mayCall }] of groups)
      for (const name of mayCall) expect(actors.map((actor) => actor.name)).toContain(name)
  })

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s is open to whom it should be',
    async (id, operation) => {
      const mayCall = listed.get(id) ?? []
      for (const actor of shareOf(actors, operation)) {
        const refusal = await refusalOf(actor, operation)
        expect(refusal === null, `${actor.name}: ${refusal}`).toBe(mayCall.includes(actor.name))
      }
    },
  )

  test('was tried by many', () => {
    console.info(
      `actors: ${actors.length} actors × ${operations.length} operations, ${requests} requests in all`,
    )
    expect(requests).toBeGreaterThan(operations.length)
  })
})
