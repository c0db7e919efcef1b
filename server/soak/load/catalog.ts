/** Changes of stock and imports of products, with error reports for invalid products. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MANNERS } from './receivers.ts'
import { type Brand, oneIn, oneOf, type Work } from './work.ts'

/** Sets the stock of a variant that nobody orders. One client per variant, so that the last value is known. */
export async function setStock({ client, journal, until }: Work, as: string, id: string): Promise<void> {
  const stockQuantity = 1 + Math.floor(Math.random() * 1_000_000)
  const known = journal.stock.get(id) ?? { acknowledged: undefined, since: [] }
  journal.stock.set(id, known)
  known.since.push(stockQuantity)
  const body = { data: { type: 'product-variants', id, attributes: { stockQuantity } } }
  const path = `/api/v1/product-variants/${id}/stock`
  const answer = await client.persist({ as, method: 'PATCH', path, body }, [200], until)
  if (answer) journal.stock.set(id, { acknowledged: stockQuantity, since: [] })
}

const OPERATIONS = '/api/v1/catalog/integrations/operations'
const REPORTS = '/api/v1/catalog/exchange/error-reports'
const CHUNKS = 3
const CHUNK = 15
const POLL_MS = 1_000

export interface ImportOptions {
  /** The first part of all external ids. */
  prefix?: string
  chunks?: number | undefined
  /** One of this many products is invalid. */
  invalidOneIn?: number
  stockQuantity?: number
  callbackUrl?: string
}

/** A whole import, from opening it to its end; returns whether it has ended. */
export async function importProducts(
  work: Work,
  { account: as, currency }: Pick<Brand, 'account' | 'currency'>,
  options: ImportOptions = {},
): Promise<boolean> {
  const { client, journal, until } = work
  const {
    prefix = `C${randomUUID().slice(0, 8)}`,
    chunks = CHUNKS,
    invalidOneIn = 12,
    stockQuantity = 50,
  } = options
  const id = randomUUID()
  const { callbackUrl } = options
  const attributes = { source: 'other', operationType: 'import', ...(callbackUrl && { callbackUrl }) }
  const data = { type: 'catalog-integration-operation', id, attributes }
  const opened = await client.persist(
    { as, method: 'POST', path: OPERATIONS, body: { data } },
    [200, 201, 409],
    until,
  )
  // 409: a client whose time was over has left another operation open.
  if (opened?.status === 409 || !opened) return false
  const entries = Array.from({ length: chunks * CHUNK }, (_, i) => {
    const isValid = i % invalidOneIn < invalidOneIn - 1
    return { isValid, ...entryOf(`${prefix}-${i}`, { currency, isValid, stockQuantity }) }
  })
  const namesOf = (valid: boolean) =>
    entries.filter(({ isValid }) => isValid === valid).map((entry) => entry.id)
  const asked = {
    brandId: opened.body.data.attributes.brandId,
    valid: namesOf(true),
    invalid: namesOf(false),
    isStarted: false,
  }
  journal.imports.set(id, asked)
  for (let first = 0; first < entries.length; first += CHUNK) {
    const products = entries.slice(first, first + CHUNK).map(({ isValid: _, ...entry }) => entry)
    if (!(await addChunk(work, as, { id, products, total: first + products.length }))) return false
  }
  asked.isStarted = await startImport(work, as, id)
  if (!asked.isStarted || !(await awaitEnd(work, as, id))) return false
  if (asked.invalid.length > 0 && oneIn(2)) await requestReport(work, as, id)
  return true
}

/**
 * Products that are added twice would be imported twice. If a response was lost, the operation says how many it has.
 */
async function addChunk(
  { client, until }: Work,
  as: string,
  { id, products, total }: { id: string; products: readonly object[]; total: number },
): Promise<boolean> {
  while (!until.aborted) {
    const path = `${OPERATIONS}/${id}`
    const answer = await client.send({ as, method: 'POST', path: `${path}/products`, body: { products } })
    if (answer.status === 200) return true
    const operation = await client.persist({ as, method: 'GET', path }, [200], until)
    if (operation?.body.data.attributes.totalProductsCount >= total) return true
  }
  return false
}

async function startImport({ client, until }: Work, as: string, id: string): Promise<boolean> {
  const path = `${OPERATIONS}/${id}`
  const data = { id, type: 'catalog-integration-operation', attributes: { status: 'started' } }
  // 409: an attempt whose answer was lost has started it.
  const answer = await client.persist({ as, method: 'PATCH', path, body: { data } }, [200, 409], until)
  return answer !== undefined
}

const AT_ONCE = 40
const PAUSE_MS = 15_000

/**
 * Many small operations at once, each with a callback: a burst of jobs, some of which take seconds because their
 * receiver hangs. The operations have no id, so requests are not repeated.
 */
export async function deleteMany({ client, until }: Work, as: string, callbacks: string): Promise<void> {
  const requests = Array.from({ length: AT_ONCE }, (_, i) => ({
    source: 'other',
    products: [partialEntry(`NONE-${randomUUID().slice(0, 8)}`)],
    callbackUrl: `${callbacks}/${as}/${i % 2 === 0 ? 'hangs' : oneOf(MANNERS)}`,
  }))
  await Promise.all(
    requests.map((body) => client.send({ as, method: 'POST', path: `${OPERATIONS}/delete`, body })),
  )
  await wait(PAUSE_MS, undefined, { signal: until }).catch(() => {})
}

const partialEntry = (id: string) => ({
  id,
  type: 'catalog-integration-product',
  attributes: { external_id: id },
})

const ENDED = ['succeeded', 'partially_failed', 'failed', 'cancelled', 'skipped']

async function awaitEnd({ client, until }: Work, as: string, id: string): Promise<boolean> {
  while (!until.aborted) {
    const answer = await client.persist({ as, method: 'GET', path: `${OPERATIONS}/${id}` }, [200], until)
    if (ENDED.includes(answer?.body.data.attributes.status)) return true
    await wait(POLL_MS, undefined, { signal: until }).catch(() => {})
  }
  return false
}

async function requestReport({ client, journal, until }: Work, as: string, operation: string): Promise<void> {
  const id = randomUUID()
  const data = { type: 'catalog-exchange-error-report', id, attributes: { pim_import_job_id: operation } }
  const answer = await client.persist(
    { as, method: 'POST', path: REPORTS, body: { data } },
    [200, 201],
    until,
  )
  if (answer) journal.reports.add(answer.body.data.id)
}

const entryOf = (
  id: string,
  { currency, isValid, stockQuantity }: { currency: string; isValid: boolean; stockQuantity: number },
) => ({
  id,
  type: 'catalog-integration-product',
  attributes: {
    external_id: id,
    name: `Oak bowl ${id}`,
    description: 'Turned by hand in a small workshop, oiled twice.',
    currency,
    vat_rate: 20,
    wholesale_price: isValid ? 6.5 : -1,
    retail_price: 13,
    variants: [{ sku: `${id}-W`, stock_quantity: stockQuantity }],
  },
})
