/** A module is a folder and a line: without the line everything else still works. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { type Module, productGenerator, protectedValues } from '../src/module.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { demoId } from '../src/platform/demo-id.ts'
import { market } from './market.ts'
import { placeOrder } from './orders.ts'
import { PARCEL, requestQuotes } from './quotes.ts'

const MODULES = new URL('../src/modules/', import.meta.url)

/** Who takes part in whose work. Those of the groups that end are listed beside them. */
const EXTENSION_POINTS = {
  'stock.availability': ['catalog'],
  'stock.lots': [],
  'stock.bundles': [],
  'stock.breakdowns': [],
  'ordering.actions': ['shipping'],
  'ordering.automatic-acceptance': ['brands'],
  'ordering.moves': [],
  'ordering.shipping-origins': ['brands'],
  'ordering.flat-shipping-fees': ['brands'],
  'ordering.master-orders': [],
  'ordering.shipments': [],
  'ordering.shipping-methods': ['shipping'],
  'ordering.timeline': ['shipping', 'webhooks'],
  'ordering.tracking': ['shipping'],
  'ordering.warehouse': [],
  'billing.payouts': [],
}

test('every extension point of the modules that stay, and who fills it', () => {
  const staying = modulesFor('sandbox').filter(({ name }) => existsSync(new URL(`${name}/`, MODULES)))
  const fillers = (point: unknown) =>
    staying.filter(({ fills = [] }) => fills.some((extension) => extension.point === point))
  const seen = staying.flatMap(({ offers = [] }) =>
    offers.map((point) => [point.name, fillers(point).map(({ name }) => name)]),
  )
  expect(Object.fromEntries(seen)).toEqual(EXTENSION_POINTS)
})

test('every extension point that is filled is offered by a module before', () => {
  const modules = modulesFor('sandbox')
  const unknown = modules.flatMap(({ name, fills = [] }, place) => {
    const offered = modules.slice(0, place + 1).flatMap(({ offers = [] }) => offers)
    return fills.filter(({ point }) => !offered.includes(point)).map(({ point }) => `${name}: ${point.name}`)
  })
  expect(unknown).toEqual([])
})

const without = (name: string) => modulesFor('sandbox').filter((module) => module.name !== name)

test('without billing there are no exports, and orders live on to their payout', async () => {
  const shop = await market({ modules: without('billing') })
  expect(await shop.send('GET', '/api/v1/ordering/billing-exports')).toMatchObject({ status: 404 })
  const { body: document } = await shop.send('GET', '/openapi.json', { as: null })
  expect(Object.keys(document.paths).filter((path) => path.includes('billing-exports'))).toEqual([])

  const made = await shop.send('POST', '/api/testing/orders/create', { body: {} })
  expect(made.status).toBe(200)
  const { id } = made.body.data
  const transition = { data: { type: 'brand-validates' } }
  const accepted = await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, { body: transition })
  expect(accepted.body.data.attributes.status).toBe('brand_confirmed')
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  const variants = await shop.send('GET', '/api/v1/product-variants?include=product')
  expect(variants.body.data).toHaveLength(15)
})

test('without integrations there are no operations on the catalog, and nothing generates products', async () => {
  const shop = await market({ modules: without('integrations') })
  expect(await shop.send('GET', '/api/v1/catalog/integrations/operations')).toMatchObject({ status: 404 })
  const products = await shop.send('GET', '/api/v1/products')
  expect(products.status).toBe(200)
  expect(() => productGenerator(without('integrations'))).toThrow('Products cannot be generated')
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
})

/** A small order of a demo retailer whose orders its brand accepts automatically, after the background jobs have run. */
async function smallOrder(modules: readonly Module[]) {
  const shop = await market({ modules })
  const parties = { brandId: DEMO.otherBrandId, retailerId: demoId('retailer/fox-and-ledger') }
  const { id } = await placeOrder(shop, parties)
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  const { body } = await shop.send('GET', `/api/v1/orders/${id}`, { as: 'otherBrand' })
  const fees = await shop.platform.db<{ type: string }[]>`
    select type from ordering.billing_items where brand_id = ${DEMO.otherBrandId} and order_id = ${id}`
  return { shop, id, status: body.data.attributes.status, fees: fees.map(({ type }) => type) }
}

test('without brands no order is accepted automatically or has a flat fee, and it ships from the address of the account', async () => {
  const complete = await smallOrder(modulesFor('sandbox'))
  expect(complete.status).toBe('brand_confirmed')
  expect(complete.fees).toContain('brand_flat_shipping_fees')

  const { shop, id, status, fees } = await smallOrder(without('brands'))
  expect(await shop.send('GET', '/api/v1/brands/me')).toMatchObject({ status: 404 })
  expect(status).toBe('ankor_confirmed')
  expect(fees).not.toContain('brand_flat_shipping_fees')

  const transition = { body: { data: { type: 'brand-validates' } }, as: 'otherBrand' } as const
  await shop.send('POST', `/api/v1/orders/${id}/-actions/transition`, transition)
  expect(await requestQuotes(shop, id, [PARCEL], 'otherBrand')).toMatchObject({ status: 200 })
  const { db } = shop.platform
  const [request] = await db`
    select ship_from from shipping.quote_requests
    where brand_id = ${DEMO.otherBrandId} and order_id = ${id}`
  const [brand] = await db`select name, address from identity.brands where id = ${DEMO.otherBrandId}`
  const { street, postalCode, city, countryCode } = brand?.address ?? {}
  expect(request?.ship_from).toMatchObject({
    organisationName: brand?.name,
    street,
    postalCode,
    city,
    countryCode,
  })
})

test('production has no sandbox: none of its routes, jobs and consumers', () => {
  const names = (mode: 'sandbox' | 'production') => modulesFor(mode).map(({ name }) => name)
  expect(names('sandbox').filter((name) => !names('production').includes(name))).toEqual(['sandbox'])
  const jobs = modulesFor('production').flatMap((module) => module.jobs ?? [])
  expect(jobs.map(({ name }) => name).filter((name) => name.includes('autopilot'))).toEqual([])
})

test('every sealed column is declared by its owner, so that `tradehall reseal` finds it', () => {
  const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8')
  const stored = [...schema.matchAll(/^create table (\S+) \(\n(.*?)^\);/gms)].flatMap(
    ([, table, columns = '']) => {
      const key = /PRIMARY KEY \(([^)]+)\)/.exec(columns)?.[1]
      return [...columns.matchAll(/^ {2}(\w+_encrypted) bytea/gm)].map(
        ([, name]) => `${table}.${name} by ${key}`,
      )
    },
  )
  expect(stored).not.toEqual([])
  const modules = modulesFor('sandbox')
  const declared = protectedValues(modules).sealed.map(
    ({ table, column, key }) => `${table}.${column} by ${key.join(', ')}`,
  )
  expect(declared.sort()).toEqual(stored.sort())
  for (const { schemas, sealed = [] } of modules)
    for (const { table } of sealed) expect(schemas).toContain(table.split('.')[0])
})
