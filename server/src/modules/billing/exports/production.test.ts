import { afterAll, expect, test } from 'vitest'
import { addBilledOrders, replaceOrders } from '../../../../test/billed-orders.ts'
import { EXPORTS, makeExport, requestExport } from '../../../../test/billing-exports.ts'
import { csvRows, readPdf, readXlsx, unzip } from '../../../../test/files.ts'
import { market } from '../../../../test/market.ts'

const FEE = { type: 'brand_platform_fees', amountMinor: -900, vatMinor: -180 }
const SHIPPING = { type: 'brand_shipping_fees', amountMinor: 500, vatMinor: 105 }
const ALL_FORMATS = ['csv', 'xlsx', 'pdf']

const shop = await market({ cleanUp: afterAll })

test('orders are selected by their day of submission in UTC, without rejected and cancelled ones', async () => {
  await replaceOrders(shop.platform.db, [
    { submittedAt: '2026-01-31T23:59:59.999Z', organisationName: 'before' },
    { submittedAt: '2026-02-01T00:00:00Z', organisationName: 'first' },
    { submittedAt: '2026-02-28T23:59:59.999999Z', organisationName: 'last' },
    { submittedAt: '2026-03-01T00:00:00Z', organisationName: 'after' },
    { status: 'rejected', organisationName: 'rejected' },
    { status: 'cancelled', organisationName: 'cancelled' },
    { status: 'reception_refused', organisationName: 'refused' },
    { brandId: '6d2f0b9a-8e31-4c0f-a6d4-1b7c9e5f3a20', organisationName: 'of another brand' },
  ])
  const { file, ordersCount } = await makeExport(shop)
  const names = csvRows(file).map(({ Retailer }) => Retailer)
  expect(names).toEqual(['first', 'refused', 'last', ''])
  expect(ordersCount).toBe(3)
})

test('the sums are those of the orders that the API shows, in each currency and in every format', async () => {
  const newOrders = Array.from({ length: 250 }, (_, i) => ({
    currency: i % 3 ? 'EUR' : 'GBP',
    submittedAt: new Date(Date.UTC(2026, 1, 1, 0, 0, i)).toISOString(),
    items: [{ unitPriceMinor: 333 + i, vatMinor: 7 * i }, { quantity: 3 }],
    fees: [FEE, ...(i % 2 ? [SHIPPING] : [])],
  }))
  await replaceOrders(shop.platform.db, newOrders)
  const shown = { EUR: 0, GBP: 0 }
  const withVat = { EUR: 0, GBP: 0 }
  for (let url = '/api/v1/orders?page[limit]=50'; url; ) {
    const { body } = await shop.send('GET', url)
    for (const { attributes } of body.data) {
      const currency = attributes.brandCurrency as 'EUR' | 'GBP'
      shown[currency] += attributes.brandNetAmount
      withVat[currency] += attributes.brandTotalAmountWithVat
    }
    url = body.links.next ? new URL(body.links.next).pathname + new URL(body.links.next).search : ''
  }
  const { file } = await makeExport(shop, {
    exports: [
      { type: 'accounting', formats: ALL_FORMATS },
      { type: 'accounting_complete', formats: ALL_FORMATS },
    ],
  })
  const files = unzip(file)
  const euros = (minor: number) => (minor / 100).toFixed(2)
  const totals = csvRows(files['accounting-2026-02.csv']).slice(-2)
  expect(
    totals.map((row) => [row.Reference, row.Currency, row['Total with VAT'], row['Net amount']]),
  ).toEqual([
    ['Total', 'EUR', euros(withVat.EUR), euros(shown.EUR)],
    ['Total', 'GBP', euros(withVat.GBP), euros(shown.GBP)],
  ])
  const lines = csvRows(files['accounting-complete-2026-02.csv']).slice(-2)
  expect(lines.map((row) => row['Effect on net'])).toEqual([euros(shown.EUR), euros(shown.GBP)])
  for (const name of ['accounting', 'accounting-complete']) {
    const { rows } = readXlsx(files[`${name}-2026-02.xlsx`]!)
    expect(rows.slice(-2).map((cells) => cells.at(-1)?.value)).toEqual([euros(shown.EUR), euros(shown.GBP)])
    const last = (await readPdf(files[`${name}-2026-02.pdf`]!)).at(-1) ?? ''
    expect(last).toContain(euros(shown.EUR))
    expect(last).toContain(euros(shown.GBP))
  }
})

test('accounting has a row for each order, in which total and fees add up to the net amount', async () => {
  await replaceOrders(shop.platform.db, [
    {
      status: 'brand_paid',
      fees: [
        FEE,
        SHIPPING,
        { type: 'brand_shipping_fees_refund', amountMinor: 200 },
        { type: 'brand_old_fees', amountMinor: -3 },
      ],
    },
  ])
  const [row] = csvRows((await makeExport(shop)).file)
  expect(row).toMatchObject({
    Status: 'brand_paid',
    'Submitted at': '2026-02-10T10:00:00.000Z',
    'Paid at': '2026-02-28T12:00:00.000Z',
    Retailer: 'Harbour Lane SRL',
    Country: 'BE',
    Currency: 'EUR',
    'Total without VAT': '90.00',
    VAT: '19.80',
    'Total with VAT': '109.80',
    'Platform fees': '-10.80',
    'Shipping fees': '-6.05',
    'Shipping refund': '2.00',
    'Other fees': '-0.03',
    'Fees and shipping': '-14.88',
    'Net amount': '94.92',
  })
})

test('line by line there is a row for each item and each billing item, with names of the catalog', async () => {
  await replaceOrders(shop.platform.db, [])
  const { brandId } = shop.credentials
  const [variant] = await shop.platform.db<{ id: string; sku: string; name: string }[]>`
    select id, sku, name from catalog.variants where brand_id = ${brandId} order by id limit 1`
  await addBilledOrders(shop.platform.db, [
    { items: [{ variantId: variant?.id ?? '' }, {}], fees: [SHIPPING] },
  ])
  const exports = [{ type: 'accounting_complete', formats: ['csv'] }]
  const rows = csvRows((await makeExport(shop, { exports })).file)
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatchObject({
    Line: 'order_item',
    SKU: variant?.sku,
    Product: variant?.name,
    Quantity: '2',
    Pieces: '12',
    'Price of a piece': '7.50',
    'VAT rate': '22',
    'Amount without VAT': '90.00',
    VAT: '19.80',
    'Amount with VAT': '109.80',
    'Effect on net': '109.80',
  })
  expect(rows[1]).toMatchObject({ SKU: '', Product: '' })
  // The amount as in the API, and its negative effect on the net amount.
  expect(rows[2]).toMatchObject({
    Line: 'brand_shipping_fees',
    'Amount with VAT': '6.05',
    'Effect on net': '-6.05',
  })
})

test('invoicing has the orders that are invoiced or paid, also together with other types', async () => {
  await replaceOrders(shop.platform.db, [
    { status: 'received' },
    { status: 'invoiced', organisationName: null, invoicedAt: '2026-02-20T08:00:00Z' },
    { status: 'brand_paid' },
  ])
  const invoicing = { type: 'invoicing', formats: ['csv'] }
  const alone = await makeExport(shop, { exports: [invoicing] })
  expect(alone).toMatchObject({ type: 'invoicing', filename: 'invoicing-2026-02.csv', ordersCount: 2 })
  const rows = csvRows(alone.file)
  const invoiced = rows.find((row) => row['Invoiced at'] !== '')
  expect(rows).toHaveLength(3)
  expect(invoiced).toMatchObject({
    'Invoiced at': '2026-02-20T08:00:00.000Z',
    // The name of the retailer, because the order has none.
    Retailer: 'Harbour Lane SRL',
    Contact: 'Jo Verlinden',
    Street: 'Kaai 12',
    'Postal code': '9000',
    City: 'Gent',
    Country: 'BE',
    'Net amount': '109.80',
  })
  const both = await makeExport(shop, { exports: [invoicing, { type: 'accounting', formats: ['csv'] }] })
  expect(both).toMatchObject({ type: 'accounting', filename: 'accounting-2026-02.zip', ordersCount: 3 })
  const files = unzip(both.file)
  expect(Object.keys(files)).toEqual(['invoicing-2026-02.csv', 'accounting-2026-02.csv'])
  expect(csvRows(files['invoicing-2026-02.csv'])).toHaveLength(3)
  expect(csvRows(files['accounting-2026-02.csv'])).toHaveLength(4)
})

test('a file that cannot be rendered is reported, and the others are available', async () => {
  // The number of fraction digits of this currency is unknown.
  await replaceOrders(shop.platform.db, [{ status: 'received', currency: 'no' }, { status: 'invoiced' }])
  const { db } = shop.platform
  const exports = [
    { type: 'accounting', formats: ALL_FORMATS },
    { type: 'invoicing', formats: ['csv'] },
  ]
  const some = await makeExport(shop, { exports })
  const reason = 'The file could not be written.'
  expect(some).toMatchObject({
    status: 'partially_completed',
    failures: [
      { type: 'accounting', format: 'csv', reason },
      { type: 'accounting', format: 'xlsx', reason },
      { type: 'accounting', format: 'pdf', reason },
    ],
    downloadStatus: 200,
  })
  expect(Object.keys(unzip(some.file))).toEqual(['invoicing-2026-02.csv'])

  const none = await makeExport(shop)
  expect(none).toMatchObject({
    status: 'failed',
    failures: [{ type: 'accounting', format: 'csv', reason }],
    downloadLink: null,
    downloadStatus: 404,
  })
  expect(await db`select from billing.export_chunks where export_id = ${none.id}`).toHaveLength(0)
})

test('a large file is stored in chunks of at most 256 KB, and only the download is kept', async () => {
  await replaceOrders(
    shop.platform.db,
    Array.from({ length: 1000 }, () => ({ items: [{}, {}, {}, {}] })),
  )
  const exports = [{ type: 'accounting_complete', formats: ['csv', 'xlsx'] }]
  const { id, file } = await makeExport(shop, { exports })
  const chunks = await shop.platform.db<{ file: number; bytes: number }[]>`
    select file, length(bytes) as bytes from billing.export_chunks where export_id = ${id} order by number`
  expect(chunks.length).toBeGreaterThan(1)
  expect(new Set(chunks.map((chunk) => chunk.file))).toEqual(new Set([0]))
  for (const { bytes } of chunks.slice(0, -1)) expect(bytes).toBe(256 * 1024)
  expect(csvRows(unzip(file)['accounting-complete-2026-02.csv'])).toHaveLength(4001)
})

test('progress is stored while an export is rendered', async () => {
  const shop = await market()
  await replaceOrders(
    shop.platform.db,
    Array.from({ length: 250 }, () => ({ items: [] })),
  )
  const { id } = (await requestExport(shop)).body.data
  const seen: number[] = []
  const { db } = shop.platform
  await db`create table public.seen (progress integer)`
  await db.unsafe(`
    create function public.note() returns trigger language plpgsql as
      'begin insert into public.seen values (new.progress); return new; end';
    create trigger note after update on billing.exports for each row execute function public.note()`)
  await shop.runJobs()
  for (const { progress } of await db<{ progress: number }[]>`select progress from public.seen`)
    seen.push(progress)
  expect(seen).toEqual([0, 0, 38, 76, 95, 100])
  expect((await shop.send('GET', `${EXPORTS}/${id}`)).body.data.attributes.ordersCount).toBe(250)
})
