import { expect, test } from 'vitest'
import { bytesOf, readPdf } from '../../../../test/files.ts'
import { renderLabel } from './render-label.ts'
import { streamJoinedPdf } from './stream-joined-pdf.ts'

const address = { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' }
const label = (number: number) =>
  renderLabel(
    {
      carrierName: 'Northpost',
      serviceName: 'Standard',
      sender: { ...address, organisationName: 'Zoë & Łukasz' },
      recipient: { ...address, organisationName: 'Café Übermut' },
      recipientPhone: null,
      weightG: 1000,
      parcel: { number: 1, count: 1 },
      orderReference: `order-${number}`,
      trackingNumber: `NP0000000${number}`,
      madeAt: new Date('2026-03-02T09:00:00Z'),
    },
    number % 2 === 0 ? 'default' : 'full_page',
  )

async function* labels(count: number) {
  for (let i = 1; i <= count; i++) yield await label(i)
}

test('the result has all pages with their texts, in the order of the files', async () => {
  const pages = await readPdf(await bytesOf(streamJoinedPdf(labels(12))))
  expect(pages.map((page) => /order-\d+/.exec(String(page))?.[0])).toEqual(
    Array.from({ length: 12 }, (_, i) => `order-${i + 1}`),
  )
})

test('a file is read only after the previous one was written', async () => {
  let read = 0
  async function* counted() {
    for await (const file of labels(3)) {
      read++
      yield file
    }
  }
  const stream = streamJoinedPdf(counted())
  await stream.next()
  expect(read).toBe(0)
  await stream.next()
  expect(read).toBe(1)
  await stream.return(undefined)
  expect(read).toBe(1)
})

test('a file that is not a PDF ends the stream with an error', async () => {
  async function* broken() {
    yield await label(1)
    yield Buffer.from('no PDF')
  }
  await expect(bytesOf(streamJoinedPdf(broken()))).rejects.toThrow()
})
