import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readSheet } from '../../../../test/files.ts'
import {
  addProducts,
  entry,
  openOperation,
  partialEntry,
  REPORTS,
  requestReport,
  runOperation,
  start,
} from '../../../../test/integrations.ts'
import { type Answer, market, type Who } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DAY = 86_400

const ask = (job: unknown, as: Who = 'brand') => requestReport(shop, job, as)
const read = (id: string, as: Who = 'brand') => shop.send('GET', `${REPORTS}/${id}`, { as })
const storage = (id: string) => `/api/v1/catalog/exchange/storage/error-reports/${id}`

/** Returns the bytes of the file. */
async function download(id: string, as: Who = 'brand') {
  const answer = await shop.http.app.inject({
    url: storage(id),
    headers: { authorization: `Bearer ${await shop.tokenOf(as)}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

async function reportOf(job: string) {
  const { body } = await ask(job)
  await shop.runJobs()
  return body.data.id as string
}

const tooShort = (id: string) => entry(id, { description: 'Too short' })

test('a report is rendered in the background, and shows its progress', async () => {
  const { id: job } = await runOperation(shop, [tooShort('R-1'), entry('R-2')])
  const asked = await ask(job)
  expect(asked.status).toBe(201)
  const { id } = asked.body.data
  expect(asked.body.data).toMatchObject({
    type: 'catalog-exchange-error-report',
    attributes: {
      pimImportJobId: job,
      brandUuid: expect.any(String),
      status: 'created',
      filename: 'import-errors-2026-03-02.xlsx',
      failureReason: null,
      createdAt: expect.stringMatching(/^2026-03-02T09:\d\d:\d\dZ$/),
      startedAt: null,
      completedAt: null,
      expiresAt: null,
      downloadUrl: null,
    },
  })
  expect(await download(id)).toMatchObject({ status: 404 })
  await shop.runJobs()
  const { attributes } = (await read(id)).body.data
  expect(attributes).toMatchObject({
    status: 'completed',
    startedAt: expect.any(String),
    downloadUrl: expect.stringMatching(new RegExp(`^https?://[^/]+${storage(id)}$`)),
  })
  expect(Date.parse(attributes.expiresAt) - Date.parse(attributes.completedAt)).toBe(30 * DAY * 1000)
  const { headers, bytes } = await download(id)
  expect(headers).toMatchObject({
    'content-type': XLSX,
    'content-disposition': 'attachment; filename="import-errors-2026-03-02.xlsx"',
    'content-length': String(bytes.length),
  })
  expect(readSheet(bytes).rows).toHaveLength(1)
})

test('failed rows are shown as they were sent, with invalid cells in red and the reasons as comments', async () => {
  const options = (value: string) => [{ name: 'color', value }]
  const twoVariants = entry('R-3', {
    description: 'Short',
    made_in_country: 'PT',
    variants: [
      { sku: 'R-3-A', stock_quantity: 5, options: options('Ochre') },
      { sku: 'R-3-B', stock_quantity: 'many', ian: '400638133393', options: options('White') },
    ],
  })
  const nameless = entry('R-4', { name: undefined, wholesale_price: -1, tags: ['tags_shiny'] })
  const { id: job } = await runOperation(shop, [twoVariants, entry('R-5'), nameless])
  const { bytes } = await download(await reportOf(job))
  const sheet = readSheet(bytes)
  expect(sheet.rows).toEqual([
    expect.objectContaining({
      id: 'R-3',
      description: 'Short',
      made_in_country: 'PT',
      wholesale_price: 6.5,
      variant_sku: 'R-3-A',
      variant_stock_quantity: 5,
      variant_options: 'color=Ochre',
    }),
    {
      id: 'R-3',
      variant_sku: 'R-3-B',
      variant_stock_quantity: 'many',
      variant_ian: '400638133393',
      variant_options: 'color=White',
    },
    expect.objectContaining({ id: 'R-4', wholesale_price: -1, tags: 'tags_shiny', variant_sku: 'R-4-W' }),
  ])
  const wrong = [
    'description 2',
    'variant_ian 3',
    'variant_stock_quantity 3',
    'name 4',
    'wholesale_price 4',
    'tags 4',
  ]
  expect(sheet.commented.sort()).toEqual(wrong.sort())
  expect(sheet.filled.sort()).toEqual(wrong.sort())
  expect(sheet.fill(sheet.refOf('name', 4))).toBe('FF9999')
  expect(sheet.comment(sheet.refOf('variant_ian', 3))).toMatch(
    /^Expected a text of exactly 13 characters, but saw "400638133393"/,
  )
  expect(sheet.comment(sheet.refOf('name', 4))).toContain('missing')
})

test('rows that failed for a technical reason are listed without marks', async () => {
  const { id: job } = await runOperation(shop, [entry('R-6'), tooShort('R-7')])
  await shop.platform.db`
    update integrations.results
    set status = 'failure', failure_reason = 'internal_error', sent = ${JSON.stringify(entry('R-6'))}::text::json,
      issues = '[{"message": "Something broke."}]'
    where operation_id = ${job} and external_product_id = 'R-6'`
  const sheet = readSheet((await download(await reportOf(job))).bytes)
  expect(sheet.rows.map(({ id }) => id)).toEqual(['R-6', 'R-7'])
  expect(sheet.commented).toEqual(['description 3'])
  expect(sheet.filled).toEqual(['description 3'])
})

test('an operation that failed as a whole has a report, and so has one without failures', async () => {
  const { id: whole } = await runOperation(shop, [tooShort('R-8')])
  await shop.platform.db`
    update integrations.results
    set external_product_id = 'unknown', failure_reason = 'internal_error', sent = null,
      issues = '[{"message": "Something broke."}]'
    where operation_id = ${whole}`
  expect(readSheet((await download(await reportOf(whole))).bytes).rows).toEqual([{ id: 'unknown' }])
  const { id: fine } = await runOperation(shop, [entry('R-9')])
  const sheet = readSheet((await download(await reportOf(fine))).bytes)
  expect(sheet.rows).toEqual([])
  expect(sheet.value('A1')).toBe('id')
})

test('an operation that was skipped has an empty report', async () => {
  const skipped = await openOperation(shop)
  await start(shop, skipped)
  const id = await reportOf(skipped)
  expect((await read(id)).body.data.attributes.status).toBe('completed')
  expect(readSheet((await download(id)).bytes).rows).toEqual([])
})

test('a text that is too long for a cell is cut, and a comment says so', async () => {
  const long = entry('R-10', { description: 'x'.repeat(60_000) })
  const { id: job } = await runOperation(shop, [long])
  const sheet = readSheet((await download(await reportOf(job))).bytes)
  const ref = sheet.refOf('description', 2)
  expect(sheet.value(ref)).toHaveLength(32_767)
  expect(sheet.comment(ref)).toMatch(/Cut: a cell holds 32767 characters, and 60000 were sent\.$/)
})

test('failures of updates and deletes are reported in the same way', async () => {
  const { id: job } = await runOperation(shop, [partialEntry('nowhere', { name: 'Tealight' })], {
    operationType: 'update',
  })
  const id = await reportOf(job)
  expect((await read(id)).body.data.attributes.filename).toBe('update-errors-2026-03-02.xlsx')
  const sheet = readSheet((await download(id)).bytes)
  expect(sheet.rows).toEqual([{ id: 'nowhere', external_id: 'nowhere', name: 'Tealight' }])
  expect(sheet.commented).toEqual(['external_id 2'])
})

test('further requests, also concurrent ones, return the same report', async () => {
  const { id: job } = await runOperation(shop, [tooShort('R-11')])
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(job)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  await shop.runJobs()
  const last = await ask(job)
  expect(last.body.data.attributes.status).toBe('completed')
  // A request with another id returns the same report: there is one per operation.
  const again = await shop.send('POST', REPORTS, {
    body: {
      data: {
        type: 'catalog-exchange-error-report',
        id: randomUUID(),
        attributes: { pim_import_job_id: job },
      },
    },
  })
  expect([again.status, again.body.data]).toEqual([200, last.body.data])
})

test('an operation has no report if it is unknown, has not ended or belongs to another brand', async () => {
  const at = { pointer: 'data.attributes.pim_import_job_id' }
  const problem = ({ status, body }: Answer) => [status, body.errors[0].source]
  expect(problem(await ask(UNKNOWN))).toEqual([422, at])
  expect(problem(await ask('no uuid'))).toEqual([422, at])
  expect(problem(await ask(undefined))).toEqual([422, at])
  const open = await openOperation(shop)
  expect(problem(await ask(open))).toEqual([422, at])
  await addProducts(shop, open, [tooShort('R-12')])
  await start(shop, open)
  expect(problem(await ask(open))).toEqual([422, at])
  await shop.runJobs()
  expect(problem(await ask(open, 'otherBrand'))).toEqual([403, at])
  const { body } = await ask(open)
  expect(problem(await ask(open, 'otherBrand'))).toEqual([403, at])
  expect((await read(body.data.id, 'otherBrand')).status).toBe(403)
  expect((await download(body.data.id, 'otherBrand')).status).toBe(403)
  expect([(await read(UNKNOWN)).status, (await download(UNKNOWN)).status]).toEqual([404, 404])
})

test('the list has only the reports of the brand, newest first', async () => {
  const { id: first } = await runOperation(shop, [tooShort('R-13')])
  const { id: second } = await runOperation(shop, [tooShort('R-14')])
  const [one, other] = [await reportOf(second), await reportOf(first)]
  const list = await shop.send('GET', REPORTS)
  const ids = list.body.data.map(({ id }: { id: string }) => id)
  expect(ids.slice(0, 2)).toEqual([other, one])
  const dates = list.body.data.map(
    ({ attributes }: { attributes: { createdAt: string } }) => attributes.createdAt,
  )
  expect(dates).toEqual(dates.toSorted().reverse())
  expect((await shop.send('GET', REPORTS, { as: 'otherBrand' })).body.data).toEqual([])
})
