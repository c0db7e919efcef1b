/** Bulk operations for tests: entries that are valid by default, and requests for all steps of an operation. */
import { expect } from 'vitest'
import type { Answer, Market, Who } from './market.ts'

export const OPERATIONS = '/api/v1/catalog/integrations/operations'

type Attributes = Record<string, unknown>

/** A product entry with one variant; members that are undefined are omitted. */
export const entry = (id: string, attributes: Attributes = {}, variant: Attributes = {}) => ({
  id,
  type: 'catalog-integration-product',
  attributes: {
    external_id: id,
    name: `Tealight ${id}`,
    description: 'Set of twelve tealights with linen wicks, unscented.',
    currency: 'EUR',
    vat_rate: 20,
    wholesale_price: 6.5,
    retail_price: 13,
    variants: [{ sku: `${id}-W`, stock_quantity: 80, ...variant }],
    ...attributes,
  },
})

/** An entry of an update or delete operation. */
export const partialEntry = (id: string, attributes: Attributes = {}) => ({
  id,
  type: 'catalog-integration-product',
  attributes: { external_id: id, ...attributes },
})

export interface OperationOverrides {
  operationType?: string
  source?: string
  updateFields?: readonly string[]
  callbackUrl?: string
  id?: string
  as?: Who
}

export async function requestOperation(
  shop: Market,
  { as = 'brand', id, operationType = 'import', source = 'other', ...rest }: OperationOverrides = {},
): Promise<Answer> {
  const attributes = { source, operationType, ...rest }
  const data = { type: 'catalog-integration-operation', ...(id && { id }), attributes }
  return await shop.send('POST', OPERATIONS, { as, body: { data } })
}

export async function openOperation(shop: Market, overrides: OperationOverrides = {}): Promise<string> {
  const answer = await requestOperation(shop, overrides)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}

export const addProducts = (shop: Market, id: string, products: readonly unknown[], as: Who = 'brand') =>
  shop.send('POST', `${OPERATIONS}/${id}/products`, { as, body: { products } })

export const start = (shop: Market, id: string, as: Who = 'brand') =>
  shop.send('PATCH', `${OPERATIONS}/${id}`, {
    as,
    body: { data: { id, type: 'catalog-integration-operation', attributes: { status: 'started' } } },
  })

export async function readOperation(shop: Market, id: string, as: Who = 'brand') {
  const answer = await shop.send('GET', `${OPERATIONS}/${id}`, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as { id: string; attributes: Attributes; meta: { callback: Attributes | null } }
}

export interface Result {
  externalProductId: string
  status: string
  failureReason: string | null
  issues: { field?: string; reason?: string; message: string }[]
}

export async function resultsOf(shop: Market, id: string, as: Who = 'brand'): Promise<Result[]> {
  const results: Result[] = []
  for (let url: string | undefined = `${OPERATIONS}/${id}/results?page[limit]=100`; url; ) {
    const answer: Answer = await shop.send('GET', url, { as })
    expect(answer.status, answer.text).toBe(200)
    results.push(...answer.body.data.map(({ attributes }: { attributes: Result }) => attributes))
    url = answer.body.links.next?.replace(/^https?:\/\/[^/]+/, '')
  }
  return results
}

/** Creates an operation, uploads the entries and starts it. */
export async function startOperation(
  shop: Market,
  entries: readonly unknown[],
  overrides: OperationOverrides = {},
): Promise<string> {
  const id = await openOperation(shop, overrides)
  const added = await addProducts(shop, id, entries, overrides.as)
  expect(added.status, added.text).toBe(200)
  const started = await start(shop, id, overrides.as)
  expect(started.status, started.text).toBe(200)
  return id
}

/** Runs an operation with these entries to its end. */
export async function runOperation(
  shop: Market,
  entries: readonly unknown[],
  overrides: OperationOverrides = {},
) {
  const id = await startOperation(shop, entries, overrides)
  await shop.runJobs()
  const operation = await readOperation(shop, id, overrides.as)
  return { id, ...operation.attributes, results: await resultsOf(shop, id, overrides.as) } as {
    id: string
    status: string
    processedProductsCount: number
    failedProductsCount: number
    results: Result[]
  }
}

export const REPORTS = '/api/v1/catalog/exchange/error-reports'

export const requestReport = (shop: Market, job: unknown, as: Who = 'brand') => {
  const data = { type: 'catalog-exchange-error-report', attributes: { pim_import_job_id: job } }
  return shop.send('POST', REPORTS, { as, body: { data } })
}

/** The issues reported for one entry, as `field reason`. */
export async function issuesOf(
  shop: Market,
  sent: unknown,
  overrides: OperationOverrides = {},
): Promise<string[]> {
  const { results } = await runOperation(shop, [sent], overrides)
  return (results[0]?.issues ?? []).map(({ field, reason }) => `${field} ${reason}`)
}

/** A product with its variants, as the API renders it. */
export async function productNamed(shop: Market, externalId: string) {
  const [row] = await shop.platform.db<{ id: string }[]>`
    select id from catalog.products where external_id = ${externalId}`
  if (!row) return undefined
  const answer = await shop.send('GET', `/api/v1/products/${row.id}?include=productVariant`)
  expect(answer.status, answer.text).toBe(200)
  const variants = answer.body.included.map(({ attributes }: { attributes: Attributes }) => attributes)
  return { ...answer.body.data.attributes, variants } as Attributes & { variants: Attributes[] }
}
