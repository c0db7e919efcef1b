import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { download, EXPORTS, makeExport, requestExport } from '../../../../test/billing-exports.ts'
import { market } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll })

test('an export is created, rendered in the background, and can then be downloaded', async () => {
  const shop = await market()
  const asked = await requestExport(shop)
  expect(asked.status).toBe(200)
  const { id } = asked.body.data
  expect(asked.body.data).toEqual({
    type: 'billing-exports',
    id: expect.any(String),
    attributes: {
      type: 'accounting',
      brandUuid: shop.credentials.brandId,
      filename: 'accounting-2026-02.csv',
      status: 'created',
      from: '2026-02-01T00:00:00+00:00',
      to: '2026-02-28T23:59:59+00:00',
      expiresAt: expect.stringMatching(/^2026-04-01T09:00:\d\d\+00:00$/),
      finishedAt: null,
      downloadLink: null,
      progress: 0,
      ordersCount: null,
      failures: [],
    },
  })
  expect((await download(shop, id)).status).toBe(404)

  await shop.advance(1800)
  await shop.runJobs()
  const { attributes } = (await shop.send('GET', `${EXPORTS}/${id}`)).body.data
  expect(attributes).toMatchObject({
    status: 'completed',
    finishedAt: expect.stringMatching(/^2026-03-02T09:30:/),
    // Counted from the end of the run, not from its start.
    expiresAt: expect.stringMatching(/^2026-04-01T09:30:/),
    progress: 100,
    ordersCount: expect.any(Number),
    failures: [],
  })
  expect(attributes.downloadLink).toBe(`http://localhost:80${EXPORTS}/${id}/-actions/download`)
  const { headers, bytes } = await download(shop, id)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="accounting-2026-02.csv"',
    'content-length': String(bytes.length),
  })
  expect(bytes.toString()).toMatch(/^\uFEFFReference,/)
})

test('ignores an attribute that is called id', async () => {
  const { brandId: other } = shop.credentials.otherBrand
  for (const id of ['x', 5, null, other]) {
    const { status, body } = await requestExport(await market(), { id })
    expect([status, body.data.id]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(body.data.id).not.toBe(id)
  }
})

test('the list has the exports of the brand that have not expired, newest first', async () => {
  const shop = await market()
  const first = (await requestExport(shop)).body.data.id
  await shop.setTime('2026-03-03T09:00:00Z')
  const second = (await requestExport(shop)).body.data.id
  await requestExport(shop, {}, { as: 'otherBrand' })
  const listed = async () => (await shop.send('GET', EXPORTS)).body.data.map(({ id }: { id: string }) => id)
  expect(await listed()).toEqual([second, first])
  await shop.setTime('2026-04-01T10:00:00Z')
  expect(await listed()).toEqual([second])
  await shop.setTime('2026-04-02T10:00:00Z')
  expect(await listed()).toEqual([])
})

test('a file can be downloaded for 30 days by the clock, then its bytes are removed', async () => {
  const shop = await market()
  const { id } = await makeExport(shop)
  const { db } = shop.platform
  const chunks = async () => (await db`select from billing.export_chunks where export_id = ${id}`).length
  await shop.setTime('2026-04-01T08:59:00Z')
  await shop.runJobs()
  expect((await download(shop, id)).status).toBe(200)

  await shop.setTime('2026-04-01T09:01:00Z')
  const late = await download(shop, id)
  expect(late.status).toBe(404)
  expect(late.bytes.toString()).toContain('has expired')
  const { attributes } = (await shop.send('GET', `${EXPORTS}/${id}`)).body.data
  expect(attributes).toMatchObject({ status: 'completed', downloadLink: null })

  await shop.setTime('2026-04-02T09:01:00Z')
  await shop.runJobs()
  expect(await chunks()).toBe(0)
  expect((await shop.send('GET', `${EXPORTS}/${id}`)).status).toBe(200)
})

describe('an id', () => {
  test('that is known returns the stored export', async () => {
    const id = randomUUID()
    const first = await requestExport(shop, {}, { id })
    const again = await requestExport(shop, { from: '2026-01-01' }, { id: id.toUpperCase() })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    const jobs = await shop.platform.db`
      select from graphile_worker.jobs where task_identifier = 'produce-billing-export'`
    expect(jobs).toHaveLength(1)
  })

  test('in concurrent requests creates one export', async () => {
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestExport(shop, {}, { id })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
  })

  test('of another brand returns 403 everywhere, an unknown one 404', async () => {
    const { id } = await makeExport(shop)
    const as = 'otherBrand'
    expect((await requestExport(shop, {}, { id, as })).status).toBe(403)
    for (const path of [`${EXPORTS}/${id}`, `${EXPORTS}/${id}/-actions/download`]) {
      expect((await shop.send('GET', path, { as })).status).toBe(403)
      expect((await shop.send('GET', path.replace(id, randomUUID()))).status).toBe(404)
    }
  })
})

test('a brand has at most five unfinished exports, however many it requests concurrently', async () => {
  const shop = await market()
  const answers = await Promise.all(Array.from({ length: 9 }, () => requestExport(shop)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 200, 200, 200, 200, 409, 409, 409, 409])
  expect((await requestExport(shop, {}, { as: 'otherBrand' })).status).toBe(200)
  await shop.runJobs()
  expect((await requestExport(shop)).status).toBe(200)
})

describe('a request', () => {
  test.each([
    ['no days', { from: undefined, to: undefined }, ['data.attributes.from', 'data.attributes.to']],
    ['a day that does not exist', { to: '2026-02-30' }, ['data.attributes.to']],
    ['a moment', { from: '2026-02-01T00:00:00Z' }, ['data.attributes.from']],
    ['a year without a beginning', { from: '0000-01-01' }, ['data.attributes.from']],
    ['an end before its start', { from: '2026-03-01' }, ['data.attributes.to']],
    ['more than a year', { from: '2025-02-27' }, ['data.attributes.to']],
    ['no exports', { exports: [] }, ['data.attributes.exports']],
    ['no formats', { exports: [{ type: 'accounting', formats: [] }] }, ['data.attributes.exports.0.formats']],
    [
      'an unknown type',
      { exports: [{ type: 'taxes', formats: ['csv'] }] },
      ['data.attributes.exports.0.type'],
    ],
    [
      'an unknown format',
      { exports: [{ type: 'accounting', formats: ['csv', 'doc'] }] },
      ['data.attributes.exports.0.formats.1'],
    ],
    [
      'a format twice',
      { exports: [{ type: 'accounting', formats: ['csv', 'csv'] }] },
      ['data.attributes.exports.0.formats'],
    ],
    [
      'a type twice',
      {
        exports: [
          { type: 'accounting', formats: ['csv'] },
          { type: 'accounting', formats: ['pdf'] },
        ],
      },
      ['data.attributes.exports.1.type'],
    ],
    [
      'several mistakes',
      {
        from: '2026-03-01',
        exports: [
          { type: 'invoicing', formats: ['csv'] },
          { type: 'invoicing', formats: ['csv'] },
        ],
      },
      ['data.attributes.exports.1.type', 'data.attributes.to'],
    ],
  ])('with %s is refused with a pointer', async (_what, attributes, pointers) => {
    const answer = await requestExport(shop, attributes)
    expect(answer.status).toBe(422)
    const seen = answer.body.errors.map((one: { source: { pointer: string } }) => one.source.pointer)
    expect(seen).toEqual(pointers)
  })

  test('may name its type or leave it out, and a whole leap year is a period', async () => {
    const exports = [{ type: 'accounting', formats: ['csv'] }]
    const data = { type: 'billing-exports', attributes: { from: '2028-01-01', to: '2028-12-31', exports } }
    expect((await shop.send('POST', EXPORTS, { body: { data } })).status).toBe(200)
    const other = await shop.send('POST', EXPORTS, { body: { data: { ...data, type: 'orders' } } })
    expect(other.body.errors[0].source.pointer).toBe('data.type')
  })

  test('of a retailer returns 403', async () => {
    expect((await requestExport(shop, {}, { as: 'retailer' })).status).toBe(403)
  })
})
