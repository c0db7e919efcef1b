/** Recognises the columns of sheets of other programs by their names. */
import { COLUMNS } from './columns.ts'
import type { Headers } from './sheet-entries.ts'

/** Other names of columns, as shops, ERP systems and spreadsheets call them. Case, spaces and signs do not matter. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  id: ['product id', 'item id', 'article id', 'handle', 'parent sku', 'model'],
  external_id: ['external product id', 'external id', 'reference', 'product reference', 'product code'],
  name: ['title', 'product name', 'product title', 'product', 'item name', 'article'],
  description: ['product description', 'long description', 'body', 'body html', 'text', 'details'],
  currency: ['currency code', 'price currency'],
  wholesale_price: [
    'wholesale',
    'cost',
    'cost price',
    'cost per item',
    'trade price',
    'net price',
    'b2b price',
  ],
  retail_price: [
    'retail',
    'price',
    'rrp',
    'srp',
    'msrp',
    'recommended retail price',
    'suggested retail price',
    'shelf price',
  ],
  vat_rate: ['vat', 'vat percent', 'vat %', 'tax', 'tax rate', 'sales tax'],
  discount_rate: ['discount', 'discount percent', 'discount %'],
  unit_multiplier: [
    'pack size',
    'pieces per pack',
    'case size',
    'units per case',
    'units per pack',
    'multiplier',
    'moq',
  ],
  main_image: ['image', 'image url', 'image src', 'main image url', 'picture', 'photo'],
  images: ['other images', 'further images', 'additional images', 'image urls', 'gallery'],
  hs_code: ['hs', 'customs code', 'customs number', 'tariff code', 'commodity code'],
  made_in_country: ['made in', 'country of origin', 'origin', 'country'],
  shelf_life_days: ['shelf life'],
  storage_temperature: ['storage', 'temperature'],
  variant_sku: ['sku', 'article number', 'item number', 'stock keeping unit'],
  variant_ian: ['barcode', 'ean', 'ean13', 'ean code', 'gtin', 'gtin13', 'upc', 'ian', 'variant barcode'],
  variant_stock_quantity: [
    'stock',
    'quantity',
    'qty',
    'on hand',
    'inventory',
    'stock level',
    'stock quantity',
    'in stock',
    'variant inventory qty',
  ],
  variant_is_always_in_stock: ['always in stock', 'made to order', 'unlimited stock'],
  variant_inventory_policy: ['inventory policy'],
  variant_options: ['options', 'variant', 'variant title'],
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}%]+/gu, '')

const byName = new Map([
  ...Object.entries(OTHER_NAMES).flatMap(([header, names]) =>
    names.map((name) => [plain(name), header] as const),
  ),
  ...COLUMNS.map(({ header }) => [plain(header), header] as const),
])

/** The column for each of the names; null for those that are unknown, and for a column that an earlier one has taken. */
export function recogniseColumns(names: readonly string[]): Headers {
  const taken = new Set<string>()
  // Exact names first, so that another name does not take their place.
  const exact = names.map(
    (name) => COLUMNS.find(({ header }) => header === name.trim().toLowerCase())?.header,
  )
  for (const header of exact) if (header) taken.add(header)
  return names.map((name, i) => {
    const header = exact[i]
    if (header) return names.findIndex((_, j) => exact[j] === header) === i ? header : null
    const found = byName.get(plain(name))
    if (found === undefined || taken.has(found)) return null
    taken.add(found)
    return found
  })
}
