import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../../test/files.ts'
import { drawPages, readCodes } from '../../../../test/labels.ts'
import { serviceWithout } from './drawing.ts'
import { LABEL_FORMATS, type Label, type LabelFormat } from './label.ts'
import { renderLabel } from './render-label.ts'

const MM = 72 / 25.4

const label: Label = {
  carrierName: 'DPD',
  serviceName: 'Classic',
  sender: {
    organisationName: 'Alder & Wick',
    name: 'Ines Okoye',
    street: 'Waskaarsplein 4',
    city: 'Antwerpen',
    postalCode: '2000',
    countryCode: 'BE',
  },
  recipient: {
    organisationName: 'Lojas do Cais',
    name: 'João Conceição',
    street: 'Rua Nova 3',
    city: 'Porto',
    postalCode: '4000-100',
    countryCode: 'PT',
  },
  recipientPhone: '+351220000003',
  weightG: 5200,
  parcel: { number: 2, count: 3 },
  orderReference: '100234',
  trackingNumber: 'DP1234567890123456780245',
  madeAt: new Date('2026-03-06T10:00:00Z'),
}

const greek: Label = {
  ...label,
  recipient: {
    organisationName: 'Κατάστημα Λιμανιού',
    name: 'Юлия Щербакова',
    street: 'Łódzka 12/3, piętro 4',
    city: 'Θεσσαλονίκη',
    postalCode: '546 21',
    countryCode: 'GR',
  },
}

/** Texts of the maximum length in the API. */
const endless: Label = {
  ...greek,
  carrierName: 'The United Parcel Carriers of the North',
  serviceName: 'Overnight before the first morning train, Saturdays included',
  sender: {
    organisationName: 'W'.repeat(200),
    name: 'Ines Okoye',
    street: 'A street with a name that goes on '.repeat(14),
    city: 'Llanfairpwllgwyngyll'.repeat(10),
    postalCode: '20000000000000000000',
    countryCode: 'BE',
  },
  recipient: {
    organisationName: 'Κατάστημα Λιμανιού '.repeat(10),
    name: 'Ω'.repeat(200),
    street: 'Улица Длинная '.repeat(35),
    city: 'Θεσσαλονίκη '.repeat(16),
    postalCode: '546 21',
    countryCode: 'BA',
  },
  weightG: 30_000,
  parcel: { number: 20, count: 20 },
  orderReference: 'ORDER-2026-00000000000000000123456789',
  trackingNumber: 'AB12CD34EF56GH78IJ90KL12MN34OP56QR78ST90',
}

const textOf = async (pdf: Buffer) => (await readPdf(pdf)).join(' ').replaceAll(/\s+/g, ' ')

async function expectTexts(shown: Label, format: LabelFormat, texts: readonly string[]): Promise<void> {
  const text = await textOf(await renderLabel(shown, format))
  for (const expected of texts) expect(text).toContain(expected)
}

describe.each(LABEL_FORMATS)('a label as %s', (format) => {
  test('names sender, recipient, service, parcel, order and tracking number', async () => {
    await expectTexts(label, format, [
      'DPD',
      'Classic',
      'Alder & Wick',
      'Ines Okoye',
      'Waskaarsplein 4',
      '2000 Antwerpen',
      'BELGIUM',
      'Lojas do Cais',
      'João Conceição',
      'Rua Nova 3',
      '4000-100 Porto',
      'PORTUGAL',
      'Tel. +351220000003',
      '2 of 3',
      '5.20 kg',
      '100234',
      '2026-03-06',
      'DP1234567890123456780245',
    ])
  })

  test('is written in the script of the recipient', async () => {
    const texts = ['Κατάστημα Λιμανιού', 'Юлия Щербакова', 'Łódzka 12/3, piętro 4', '546 21 Θεσσαλονίκη']
    await expectTexts(greek, format, texts)
  })

  test.each([
    ['ordinary', label],
    ['Greek', greek],
    ['endless', endless],
  ])('has both codes for a scanner: %s', async (_what, shown) => {
    const [page] = await drawPages(await renderLabel(shown, format), 300)
    expect(await readCodes(page!)).toEqual({
      Code128: [shown.trackingNumber],
      QRCode: [shown.trackingNumber],
    })
  })

  test('keeps very long names within its border, and the countries visible', async () => {
    const pdf = await renderLabel(endless, format)
    const { items, totalPages } = await extractTextItems(new Uint8Array(pdf))
    expect(totalPages).toBe(1)
    const left = format === 'default' ? 0 : 36
    const top = format === 'default' ? 150 * MM : 841.89 - 48
    const edge = 3 * MM
    const inLabel = items.flat().filter(({ str, x }) => str.trim() !== '' && x < left + 100 * MM)
    expect(inLabel.length).toBeGreaterThan(20)
    for (const { str, x, y, width } of inLabel) {
      expect(x, str).toBeGreaterThan(left + edge)
      expect(x + width, str).toBeLessThan(left + 100 * MM - edge)
      expect(y, str).toBeGreaterThan(top - 150 * MM + edge)
      expect(y, str).toBeLessThan(top - edge)
    }
    const text = await textOf(pdf)
    for (const words of ['BELGIUM', 'BOSNIA & HERZEGOVINA', '546 21 Θεσσαλονίκη', '20 of 20', '30.00 kg'])
      expect(text).toContain(words)
  })

  test('has the same bytes each time, different from those of another label', async () => {
    const first = await renderLabel(greek, format)
    await renderLabel(endless, format)
    expect((await renderLabel(greek, format)).equals(first)).toBe(true)
    expect((await renderLabel({ ...greek, weightG: 5300 }, format)).equals(first)).toBe(false)
  })

  test('has the date of the clock', async () => {
    const { info } = await getMeta(new Uint8Array(await renderLabel(label, format)))
    expect(info).toMatchObject({ Title: 'Label DP1234567890123456780245', CreationDate: 'D:20260306100000Z' })
  })
})

test.each([
  ['default', 100 * MM, 150 * MM],
  ['full_page', 595.28, 841.89],
] as const)('%s has the size of its paper', async (format, width, height) => {
  const pdf = await getDocumentProxy(new Uint8Array(await renderLabel(label, format)))
  const [, , right = 0, upper = 0] = (await pdf.getPage(1)).view
  expect(right).toBeCloseTo(width, 1)
  expect(upper).toBeCloseTo(height, 1)
})

test('a full page has instructions', async () => {
  const text = await textOf(await renderLabel(label, 'full_page'))
  expect(text).toMatch(/Shipping label .*Parcel 2 of 3 .*actual size.*Cut along the marks/)
})

test.each([
  [1, '0.001 kg'],
  [120, '0.12 kg'],
  [1005, '1.005 kg'],
  [30_000, '30.00 kg'],
])('%d g are %s', async (weightG, text) => {
  expect(await textOf(await renderLabel({ ...label, weightG }, 'default'))).toContain(` ${text} `)
})

test('the codes can be read as a label printer prints them, with 203 dots to the inch', async () => {
  const [page] = await drawPages(await renderLabel(label, 'default'), 203.2)
  expect(await readCodes(page!)).toEqual({ Code128: [label.trackingNumber], QRCode: [label.trackingNumber] })
})

test('control characters in a name are not printed', async () => {
  const recipient = { ...label.recipient, name: 'João\n\n\u0000\u202e Conceição\t' }
  expect(await textOf(await renderLabel({ ...label, recipient }, 'default'))).toContain('João Conceição')
})

test('a recipient without a phone has no line for it', async () => {
  expect(await textOf(await renderLabel({ ...label, recipientPhone: null }, 'default'))).not.toContain('Tel.')
})

test.each([
  ['Marketplace', 'Marketplace label', 'Label'],
  ['DPD', 'dpd - Classic', 'Classic'],
  ['DPD', 'DPD', ''],
  ['Post', 'Posthaste', 'Posthaste'],
  ['UPS', 'Express Saver', 'Express Saver'],
])('the service of %s named "%s" is printed as "%s"', async (carrierName, serviceName, printed) => {
  expect(serviceWithout(carrierName, serviceName)).toBe(printed)
  const text = await textOf(await renderLabel({ ...label, carrierName, serviceName }, 'full_page'))
  expect(text).not.toMatch(new RegExp(`${carrierName} ${carrierName}\\b`, 'i'))
  expect(text.includes('SERVICE')).toBe(printed !== '')
})

test('a person without a company is a valid recipient', async () => {
  const recipient = { ...label.recipient, organisationName: null }
  const text = await textOf(await renderLabel({ ...label, recipient }, 'default'))
  expect(text).toContain('TO João Conceição')
})
