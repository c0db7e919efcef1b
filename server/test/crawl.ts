/**
 * Calls every reading operation of the OpenAPI document: with ids that exist and with unknown ones, and with each parameter of
 * its query with each of its values. For databases on which a statement may fail that others accept; what the
 * answers say is tested elsewhere.
 */
import { randomUUID } from 'node:crypto'
import type { Operation } from '../src/http/operation.ts'
import type { Answer, Market, SendOptions, Who } from './market.ts'
import { type Parameter, resolveReferences } from './openapi.ts'
import { asPerson } from './people.ts'
import { sessionHeaders } from './sessions.ts'

export interface Call {
  /** Method and path, as in the document. */
  operation: string
  url: string
  /** Whether somebody asks with ids of his own, if with any. */
  isOwn: boolean
  access: Operation['access']
  status: number
  text: string
}

/** Where the ids of paths are from, by the name of their parameter. Those of other parameters do not exist. */
const ROWS: Readonly<Record<string, string>> = {
  product: 'catalog.products',
  productVariant: 'catalog.variants',
  operationId: 'integrations.operations',
  error_report: 'integrations.error_reports',
  order: 'ordering.orders',
  orderId: 'ordering.orders',
  master_order: 'external_orders.orders',
  billing_export: 'billing.exports',
  item: 'fulfillment.items',
  replenishment: 'fulfillment.replenishments',
  order_pay_customer: 'order_pay.customers',
  order_pay_order: 'order_pay.orders',
  webhookSubscription: 'webhooks.subscriptions',
  delivery: 'webhooks.deliveries',
  user: 'identity.users',
}

/** The parameters that name somebody else than the brand of the demo. */
const accountIds = ({ credentials }: Market): Record<string, string> => ({
  brand: credentials.brandId,
  id: credentials.brandId,
  retailer: credentials.retailer.retailerId,
  retailerId: credentials.retailer.retailerId,
})

/** Reads: with every parameter, on their next page, with unknown ids, and as another brand. */
export async function readEverything(shop: Market): Promise<Call[]> {
  const calls: Call[] = []
  const ids = await existingIds(shop)
  for (const one of await operationsOf(shop)) {
    const url = fill(one.path, ids)
    // An `id` may be that of anything.
    const isKnown = [...one.path.matchAll(/\{(\w+)\}/g)].every(
      ([, name = '']) => name in ids && name !== 'id',
    )
    const ask = async (query: string, options: SendOptions = {}, at = url) => {
      const answer = await send(shop, one, `${at}${query}`, options)
      calls.push({
        operation: one.name,
        url: `${at}${query}`,
        isOwn: at === url && isKnown && options.as === undefined && !NAMES_AN_ID.test(query),
        access: one.access,
        status: answer.status,
        text: answer.text,
      })
      return answer
    }
    await ask('')
    if (one.path.includes('{')) {
      await ask('', {}, fill(one.path, {}))
      if (one.access === 'brand') await ask('', { as: 'otherBrand' })
    }
    for (const query of one.parameters.flatMap(queriesOf)) await ask(query)
    if (one.parameters.some(({ name }) => name === 'page[limit]')) {
      const { body } = await ask('?page[limit]=1')
      const next = typeof body?.links?.next === 'string' ? new URL(body.links.next, 'http://localhost') : null
      if (next) await ask(next.search)
    }
  }
  return calls
}

type Known = Pick<Operation, 'access' | 'roles'> & {
  name: string
  path: string
  parameters: Parameter[]
}

async function operationsOf(shop: Market): Promise<Known[]> {
  const { body } = await shop.send('GET', '/openapi.json', { as: null })
  const declared = new Map(shop.http.operations.map((one) => [one.id, one]))
  return Object.entries(resolveReferences(body).paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const { access, roles } = declared.get(get.operationId) ?? { access: 'public' }
    const parameters = (get.parameters ?? []).filter((one) => one.in === 'query')
    return [{ name: `GET ${path}`, path, parameters, access, ...(roles && { roles }) } as Known]
  })
}

/** Such an id is made up. */
const NAMES_AN_ID = /=[0-9a-f]{8}-/

const fill = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? randomUUID())

async function existingIds(shop: Market): Promise<Record<string, string>> {
  const { db } = shop.platform
  const found = await Promise.all(
    Object.entries(ROWS).map(async ([name, table]) => {
      const [row] = await db<{ id: string }[]>`
        select id from ${db(table)} where brand_id = ${shop.credentials.brandId} order by created_at desc limit 1`
      return row ? [[name, row.id]] : []
    }),
  )
  return { ...accountIds(shop), ...Object.fromEntries(found.flat()) }
}

/** One query for each value of a parameter that the document names, or for one that fits. */
function queriesOf({ name, schema }: Parameter): string[] {
  if (/^page\[(after|before)\]$|^fields/.test(name)) return []
  const { items = schema } = schema
  const values = items.enum ??
    items.anyOf?.flatMap((one) => one.const ?? one.enum ?? []) ?? [fittingValue(items)]
  return values.map((value) => `?${name}=${encodeURIComponent(String(value))}`)
}

function fittingValue({ type, format, examples, const: constant }: Parameter['schema']): unknown {
  if (constant !== undefined) return constant
  if (examples?.length) return examples[0]
  if (format === 'uuid') return randomUUID()
  if (format === 'date') return '2026-01-01'
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  if (type === 'boolean') return true
  return type === 'integer' || type === 'number' ? 1 : 'a'
}

async function send(shop: Market, one: Known, url: string, options: SendOptions): Promise<Answer> {
  const credentials = options.as ? {} : await credentialsFor(shop, one)
  return await shop.send('GET', url, { ...credentials, ...options })
}

/** Somebody who may call it. */
async function credentialsFor(shop: Market, one: Known): Promise<SendOptions> {
  if (one.access === 'person') return { token: 'none', headers: asPerson(shop.credentials.user) }
  if (one.access === 'session') return { token: 'none', headers: await sessionHeaders(shop, one) }
  return { as: (one.access === 'operator' || one.access === 'retailer' ? one.access : 'brand') as Who }
}
