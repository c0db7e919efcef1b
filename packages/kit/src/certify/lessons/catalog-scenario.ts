/** The products and operations of the lesson about the catalog. */

import type { LessonSetup } from '../lesson-setup.ts'
import { lessonProduct } from '../products.ts'
import type { Random } from '../random.ts'

type LessonProduct = ReturnType<typeof lessonProduct>

const OPERATIONS = '/api/v1/catalog/integrations/operations'

/** An operation of the brand, as the connector or the examiner made it. */
export interface CatalogOperation {
  id: string
  isByConnector: boolean
  status: string
  processed: number
  failed: number
  callback: { outcome: string; status: number | null; durationMs: number | null } | null
}

export const hasEnded = ({ status }: Pick<CatalogOperation, 'status'>): boolean =>
  !['created', 'pending', 'started'].includes(status)

/** Valid ones, with `prefix` in all their names. */
export const productsOf = (prefix: string, count: number): LessonProduct[] =>
  Array.from({ length: count }, (_, i) =>
    lessonProduct({ sku: `${prefix}-${String(i + 1).padStart(3, '0')}`, stock: 5 }),
  )

/** What the marketplace refuses; a connector need not know its rules. */
const FLAWS = [
  { vat_rate: 250 },
  { currency: 'XXX' },
  { description: 'Too short.' },
] as const satisfies readonly object[]

/** Spoils one product of the first page of results, and two of the last. Returns the positions too. */
export function spoil(
  products: readonly LessonProduct[],
  random: Random,
  pageSize: number,
): { products: object[]; positions: number[] } {
  const last = products.length - 1
  const positions = [random.between(3, pageSize - 10), random.between(pageSize + 2, last - 1), last]
  const spoilt = products.map((product, i) => {
    const flaw = FLAWS[positions.indexOf(i)]
    return flaw ? { ...product, attributes: { ...product.attributes, ...flaw } } : product
  })
  return { products: spoilt, positions }
}

/** An operation that another program has opened and not started. Returns a function that cancels it. */
export async function openOperation({ examiner: { client } }: LessonSetup): Promise<{
  id: string
  cancel: () => Promise<void>
}> {
  const attributes = { source: 'other', operationType: 'import' } as const
  const body = { data: { type: 'catalog-integration-operation', attributes } } as const
  const { data } = await client.request('POST', OPERATIONS, { body })
  return { id: data.id, cancel: () => client.imports.cancel(data.id) }
}

/** All operations of the brand, the oldest first. */
export async function operationsOf({ examiner }: LessonSetup): Promise<readonly CatalogOperation[]> {
  const found = await examiner.client.list(OPERATIONS).toArray()
  return found
    .map(({ id, attributes, meta }) => ({
      id,
      isByConnector: meta?.createdBy?.applicationId === examiner.application.id,
      status: attributes.status,
      processed: attributes.processedProductsCount,
      failed: attributes.failedProductsCount,
      callback: meta?.callback ?? null,
    }))
    .toReversed()
}

/** How many of these products are in the catalog. */
export async function countImported(
  { examiner }: LessonSetup,
  products: readonly LessonProduct[],
): Promise<number> {
  const skus = products.map(({ id }) => id)
  return (await examiner.client.variants.list({ skus }).toArray()).length
}
