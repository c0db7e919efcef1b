/** Generates a retailer and products for test orders that name none. */

import type { BrandId, Ids } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { addProducts, type NewProduct } from '../../catalog/index.ts'
import { createRetailer } from '../../identity/index.ts'

/** Stock of a generated product: more than the largest line of a test order. */
const ON_HAND = 1000

const SHOPS = ['Pepper & Twine', 'The Quiet Pantry', 'Linden Row', 'Copper Kettle Goods', 'Maple & Moth']
const PEOPLE = [
  ['Mira', 'Jansen'],
  ['Otis', 'Delacroix'],
  ['Freya', 'Holm'],
  ['Luca', 'Bertani'],
] as const
const STREETS = ['Lindenstraat 8', 'Pakhuisplein 31', 'Oude Veerkade 2', 'Wolstraat 17']
const PLACES = [
  { city: 'Brugge', postalCode: '8000' },
  { city: 'Leuven', postalCode: '3000' },
  { city: 'Mechelen', postalCode: '2800' },
] as const
const GOODS = ['Walnut tray', 'Oat soap', 'Felt coaster', 'Tin lantern', 'Rye crackers', 'Fig preserve']

/** Returns the id of a new retailer with everything that an order needs. */
export async function addTestRetailer(work: Work): Promise<string> {
  const { id, mark, pick } = invent(work.ids)
  const [firstName, lastName] = pick(PEOPLE)
  const storeName = `${pick(SHOPS)} ${mark}`
  const { row } = await createRetailer(work, {
    id,
    store_name: storeName,
    company_name: `${storeName} BV`,
    email: `buying@shop-${mark}.test`,
    first_name: firstName,
    last_name: lastName,
    currency: 'EUR',
    country: 'BE',
    address: { street: pick(STREETS), ...pick(PLACES), countryCode: 'BE' },
  })
  return row.id
}

/** Adds two products of one variant each and returns the ids of the variants. */
export async function addTestProducts(work: Work, brandId: BrandId): Promise<string[]> {
  const products = [testProduct(work), testProduct(work)]
  await addProducts(work, brandId, products)
  return products.flatMap(({ variants }) => variants.map(({ id }) => id))
}

function testProduct({ clock, ids }: Work): NewProduct {
  const { id, mark, pick } = invent(ids)
  const name = `${pick(GOODS)} ${mark}`
  const now = clock.now()
  const since = { created_at: now, updated_at: now, archived_at: null }
  const prices = {
    retail_price_minor: 2400,
    original_wholesale_price_minor: 1200,
  }
  return {
    id,
    name,
    description: 'Made for a test order.',
    language: 'en',
    dimensions: null,
    net_weight: null,
    capacity: null,
    position: 1,
    unit_multiplier: 1,
    vat_rate: 20,
    discount_rate: 0,
    product_type_id: 1,
    active: true,
    ...prices,
    images: [],
    tags: [],
    indexed_at: now,
    ...since,
    variants: [
      {
        id: ids.next(),
        name,
        sku: `TEST-${mark.toUpperCase()}`,
        ian: null,
        ...prices,
        fulfillable_id: null,
        available_on: null,
        images: [],
        ...since,
        stock: { onHand: ON_HAND },
      },
    ],
  }
}

/** A new id, and values derived from its random part: a suffix that makes names unique, and choices. */
function invent(ids: Ids) {
  const id = ids.next()
  const mark = id.slice(-6)
  const number = Number.parseInt(mark, 16)
  return { id, mark, pick: <T>(list: readonly T[]): T => list[number % list.length] as T }
}
