import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { codesOf, idsOf, pointersOf } from '../../../../test/answers.ts'
import { market, type Who } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { MAX_FILE_BYTES } from './media.ts'

const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform
const PATH = '/api/fulfillment/v1/media'
const PDF = '%PDF-1.4\n%âãÏÓ'

interface DocumentOptions {
  name?: string
  content?: string | Buffer
  type?: string
  uuid?: string
}

/** Uploads documents as multipart form data, like clients. */
async function upload(
  masterOrderUuid: string | undefined,
  documents: readonly DocumentOptions[],
  as: Who = 'brand',
) {
  const form = new FormData()
  if (masterOrderUuid !== undefined) form.append('masterOrderUuid', masterOrderUuid)
  for (const [i, { name = 'invoice.pdf', content = PDF, type, uuid }] of documents.entries()) {
    form.append(`documents[${i}][file]`, new Blob([new Uint8Array(Buffer.from(content))]), name)
    if (type !== undefined) form.append(`documents[${i}][type]`, type)
    if (uuid !== undefined) form.append(`documents[${i}][uuid]`, uuid)
  }
  const sent = new Response(form)
  return await shop.send('POST', `${PATH}/upload`, {
    as,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  })
}
const list = (masterOrderUuid: string, more = '', as: Who = 'brand') =>
  shop.send('GET', `${PATH}?filter[masterOrderUuid]=${masterOrderUuid}${more}`, { as })

test('documents are uploaded, listed without and with their content, and deleted', async () => {
  const master = randomUUID()
  const uuid = randomUUID()
  const made = await upload(master, [{ type: 'invoice', uuid }, { name: 'Packing list.PDF' }])
  expect(made.status, made.text).toBe(201)
  expect(idsOf(made)[0]).toBe(uuid)
  const { data } = (await list(master)).body
  expect(
    data.map(({ type, attributes }: { type: string; attributes: object }) => [type, attributes]),
  ).toEqual([
    [
      'media',
      {
        masterOrderUuid: master,
        originalFilename: 'invoice.pdf',
        type: 'invoice',
        createdAt: '2026-03-02T09:00:00Z',
      },
    ],
    [
      'media',
      {
        masterOrderUuid: master,
        originalFilename: 'Packing list.PDF',
        type: 'attachment',
        createdAt: '2026-03-02T09:00:00Z',
      },
    ],
  ])
  const [first] = (await list(master, '&fields[media]=content,encoding')).body.data
  expect(Buffer.from(first.attributes.content, first.attributes.encoding).toString()).toBe(PDF)

  expect((await shop.send('DELETE', `${PATH}/${uuid}`, { as: 'otherBrand' })).status).toBe(403)
  expect((await shop.send('DELETE', `${PATH}/${uuid}`)).body).toEqual({ jsonapi: { version: '1.0' } })
  expect((await shop.send('DELETE', `${PATH}/${uuid}`)).status).toBe(404)
  expect((await shop.send('DELETE', `${PATH}?masterOrderUuid=${master}`)).status).toBe(200)
  expect((await shop.send('DELETE', `${PATH}?masterOrderUuid=${master}`)).status).toBe(404)
  expect((await list(master)).body.data).toEqual([])
})

test('documents with the same time are listed in the order of upload, whatever their ids', async () => {
  const master = randomUUID()
  const ids = ['f', 'a', 'c'].map((digit) => digit + randomUUID().slice(1))
  await upload(
    master,
    ids.map((uuid) => ({ uuid })),
  )
  await db`update fulfillment.media set created_at = '2026-03-02 09:00:00Z' where master_order_id = ${master}`
  expect(idsOf(await list(master))).toEqual(ids)
})

test('uploading a known id returns the stored document, and ids of other brands are rejected', async () => {
  const [master, uuid] = [randomUUID(), randomUUID()]
  await upload(master, [{ uuid }])
  const again = await upload(master, [{ uuid, name: 'other.pdf' }])
  expect([again.status, again.body.data[0].attributes.originalFilename]).toEqual([201, 'invoice.pdf'])
  expect((await list(master)).body.data).toHaveLength(1)
  expect((await upload(randomUUID(), [{ uuid }])).status).toBe(422)
  expect((await upload(randomUUID(), [{ uuid }], 'otherBrand')).status).toBe(403)
  expect((await list(master, '', 'otherBrand')).body.data).toEqual([])
  const { id } = await placeOrder(shop)
  expect((await upload(id, [{}], 'otherBrand')).status).toBe(403)
  expect((await upload(id, [{}])).status).toBe(201)
})

test.each([
  ['without a PDF file name', [{ name: 'invoice.txt' }], ['invalid_file_extension'], ['documents.0.file']],
  ['without PDF content', [{}, { content: 'MZ' }], ['invalid_file_extension'], ['documents.1.file']],
  [
    'too large',
    [{ content: Buffer.concat([Buffer.from(PDF), Buffer.alloc(MAX_FILE_BYTES)]) }],
    ['file_too_large'],
    ['documents.0.file'],
  ],
  ['of an unknown type', [{ type: 'letter' }], ['VALUE_INVALID'], ['documents.0.type']],
  ['with an invalid id', [{ uuid: '17' }], ['VALUE_INVALID'], ['documents.0.uuid']],
  ['without documents', [], ['VALUE_INVALID'], ['documents']],
])('an upload %s is refused', async (_what, documents: DocumentOptions[], codes, pointers) => {
  const master = randomUUID()
  const answer = await upload(master, documents)
  expect([answer.status, codesOf(answer), pointersOf(answer)]).toEqual([422, codes, pointers])
  expect((await list(master)).body.data).toEqual([])
})

test('a master order has at most ten documents, and an upload is stored completely or not at all', async () => {
  const master = randomUUID()
  for (let i = 0; i < 4; i++) expect((await upload(master, [{}, {}])).status).toBe(201)
  const over = await upload(master, [{}, {}, {}])
  expect([over.status, codesOf(over), pointersOf(over)]).toEqual([
    422,
    ['max_files_reached'],
    ['documents.2.file'],
  ])
  const raced = await Promise.all([upload(master, [{}, {}]), upload(master, [{}, {}])])
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await list(master)).body.data).toHaveLength(10)
})

test('bodies that are not a form, or incomplete, are refused', async () => {
  expect((await upload(undefined, [{}])).status).toBe(422)
  const send = (payload: string, type: string) =>
    shop.send('POST', `${PATH}/upload`, { payload, headers: { 'content-type': type } })
  expect((await send('{}', 'application/vnd.api+json')).status).toBe(415)
  expect((await send('--x\r\nbroken', 'multipart/form-data; boundary=x')).status).toBe(400)
  expect((await send('x', 'multipart/form-data')).status).toBe(400)
  expect((await shop.send('GET', PATH)).status).toBe(400)
  expect((await shop.send('DELETE', PATH)).status).toBe(400)
  const [{ count }] = await db<[{ count: number }]>`
    select count(*) as count from fulfillment.media where filename = 'broken'`
  expect(count).toBe(0)
})
