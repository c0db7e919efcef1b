/** What a brand needs before the load: products with plenty of stock, and subscriptions to webhooks. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/platform/database.ts'
import { importProducts, setStock } from './catalog.ts'
import type { MANNERS } from './receivers.ts'
import type { Brand, Work } from './work.ts'

/** More than a run can order of one variant. */
const PLENTY = 1_000_000
const COUNTED = 10

/** Gives a brand products of the run's own. */
export async function prepareGoods(
  work: Work,
  db: Database,
  brand: Omit<Brand, 'goods'>,
  chunks?: number,
): Promise<Brand> {
  const { account } = brand
  const prefix = `BASE-${account}`
  const options = { prefix, chunks, invalidOneIn: Number.POSITIVE_INFINITY, stockQuantity: PLENTY }
  if (!(await importProducts(work, brand, options)))
    throw new Error(`The products of ${account} could not be imported.`)
  const rows = await db<{ id: string }[]>`
    select id from catalog.variants where brand_id = ${brand.id} and sku like ${`${prefix}-%`} order by sku`
  const ids = rows.map(({ id }) => id)
  const goods = { ordered: ids.slice(COUNTED), counted: ids.slice(0, COUNTED) }
  for (const id of goods.counted.slice(0, 1)) await setStock(work, account, id)
  return { ...brand, goods }
}

/** A subscription of a brand to each of these kinds of receiver, with all events. */
export async function subscribe(
  { client, until }: Work,
  as: string,
  origin: string,
  manners: readonly (typeof MANNERS)[number][],
  /** That of the token, where a version wants to be told. */
  applicationId?: string,
): Promise<void> {
  const path = '/api/v1/webhook-subscriptions'
  const listed = await client.persist({ as, method: 'GET', path: `${path}/events` }, [200], until)
  const events = listed?.body.data.map(({ id }: { id: string }) => id)
  for (const manner of manners) {
    const attributes = { url: `${origin}/${as}/${manner}`, events }
    const application = { data: { type: 'applications', id: applicationId } }
    const data = { type: 'webhook-subscriptions', id: randomUUID(), attributes }
    const body = { data: { ...data, ...(applicationId && { relationships: { application } }) } }
    await client.persist({ as, method: 'POST', path, body }, [200, 201], until)
  }
}

export async function listRetailers({ client, until }: Work): Promise<string[]> {
  const path = '/api/operator/v1/retailers'
  const listed = await client.persist({ as: 'operator', method: 'GET', path }, [200], until)
  return listed?.body.data.map(({ id }: { id: string }) => id) ?? []
}
