/** The brands of a run, on all worker nodes, with products, receivers and shares of the load. */

import type { Database } from '../../src/platform/database.ts'
import type { Credentials } from '../load/client.ts'
import { prepareGoods, subscribe } from '../load/goods.ts'
import type { Brand, Work } from '../load/work.ts'

/** One chunk: ten products are counted, and five are ordered. */
const CHUNKS = 1
const AT_ONCE = 6

/** Creates the brands with the API, some at a time. The client learns their credentials. */
export async function createBrands(
  work: Work,
  db: Database,
  {
    count,
    credentials,
    receivers,
  }: { count: number; credentials: Record<string, Credentials>; receivers: string },
): Promise<Brand[]> {
  const brands: Brand[] = []
  let next = 1
  const create = async () => {
    while (next <= count && !work.until.aborted) {
      const account = `brand-${next++}`
      const { id, client } = await createBrand(work, account)
      credentials[account] = client
      await subscribe(work, account, receivers, ['answers'])
      brands.push(await prepareGoods(work, db, { account, id, currency: 'EUR' }, CHUNKS))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, create))
  return brands
}

async function createBrand(
  { client, until }: Work,
  name: string,
): Promise<{ id: string; client: Credentials }> {
  const request = { as: 'operator', method: 'POST', path: '/api/testing/brands', body: { name } } as const
  const made = await client.persist(request, [201], until)
  if (!made) throw new Error(`${name} could not be created: ${client.surprises.at(-1)?.answer}`)
  const { id, attributes } = made.body.data
  return { id, client: attributes.application }
}

export interface Share {
  /** The worker node of its brands, when they were created. */
  node: string
  brands: readonly Brand[]
}

export const sharesOf = (brands: readonly Brand[], nodeOf: ReadonlyMap<string, string>): Share[] =>
  [...Map.groupBy(brands, ({ id }) => nodeOf.get(id) ?? 'nowhere')].map(([node, its]) => ({
    node,
    brands: its,
  }))
