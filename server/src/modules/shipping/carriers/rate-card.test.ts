import { expect, test } from 'vitest'
import { call, consignment, describeCarrier } from '../../../../test/carriers.ts'
import { loadCarriers } from './carriers-file.ts'

const builtIn = () => loadCarriers({ carrierSecrets: new Map() })

for (const code of ['dpd', 'dhl', 'ups', 'fedex', 'marketplace'])
  describeCarrier(`the built-in ${code}`, async () => builtIn().get(code)!)

test('the server comes with four carriers and the label service of the marketplace', () => {
  expect([...builtIn().keys()]).toEqual(['dpd', 'dhl', 'ups', 'fedex', 'marketplace'])
})

test('the label service of the marketplace has no service name and no collection method', async () => {
  const quote = { ...consignment(), currency: 'EUR' }
  expect(await builtIn().get('marketplace')?.quote(quote, call())).toEqual([
    {
      code: '',
      name: '',
      costMinor: expect.any(Number),
      currency: 'EUR',
      collectionMethods: [],
      transit: null,
    },
  ])
})

test('known carriers have a tracking page for each parcel', () => {
  expect(builtIn().get('ups')?.trackingLink('UP1 2')).toBe('https://www.ups.com/track?tracknum=UP1%202')
  expect(builtIn().get('marketplace')?.trackingLink('MK1')).toBeNull()
})

test('a label has the tracking number of its parcel, which check digits protect', async () => {
  const dpd = builtIn().get('dpd')!
  const request = {
    ...consignment(),
    serviceCode: 'CL',
    orderReference: '1',
    format: 'default',
    idempotencyKey: 'k',
  } as const
  const { parcels } = await dpd.createLabels(request, call())
  const number = parcels[0]?.trackingNumber ?? ''
  expect(await dpd.track(number, call())).toEqual([])
  const slip = number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
  await expect(dpd.track(slip, call())).rejects.toThrow(`DPD knows no parcel ${slip}.`)
  await expect(builtIn().get('ups')?.track(number, call())).rejects.toThrow('UPS knows no parcel')
})
