/** The contract tests of carriers, which every implementation must pass. */
import { describe, expect, test } from 'vitest'
import {
  type CallOptions,
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type Consignment,
  type LabelRequest,
  type PickupRequest,
} from '../src/modules/shipping/carriers/carrier.ts'

/** A Monday morning, far from any holiday. */
export const ASKED_AT = new Date('2026-03-02T08:00:00Z')

export const BOX = { lengthCm: 40, widthCm: 30, heightCm: 20, weightG: 5200 }

export const address = (countryCode: string, postalCode: string) => ({
  name: 'Jo Verlinden',
  organisationName: 'Harbour Lane Stores',
  street: 'Kaai 12',
  city: 'Gent',
  postalCode,
  countryCode,
})

export const consignment = (changes: Partial<Consignment> = {}): Consignment => ({
  from: address('BE', '2000'),
  to: address('FR', '75001'),
  parcels: [BOX],
  askedAt: ASKED_AT,
  ...changes,
})

export const call = (): CallOptions => ({ signal: new AbortController().signal })

export function pickup(reference: string, changes: Partial<PickupRequest> = {}): PickupRequest {
  return {
    reference,
    pickupOn: '2026-03-03',
    window: { readyTime: '09:00:00', closeTime: '15:00:00' },
    address: { ...address('BE', '2000'), contactName: 'Ines Okoye', phoneNumber: '+32470000000' },
    parcels: [BOX],
    askedAt: ASKED_AT,
    idempotencyKey: 'pickup-1',
    ...changes,
  }
}

/** The carrier must ship from Belgium to France, not from North Korea, and must not work on Sundays. */
export function describeCarrier(name: string, makeCarrier: () => Promise<Carrier>): void {
  describe(`${name} does what every carrier does:`, () => {
    const quoteFor = (changes: Partial<Consignment> = {}) => ({ ...consignment(changes), currency: 'EUR' })

    async function labelRequest(
      carrier: Carrier,
      { parcels = [BOX, BOX, BOX], ...changes }: Partial<LabelRequest> = {},
    ): Promise<LabelRequest> {
      const [service] = await carrier.quote(quoteFor({ parcels }), call())
      return {
        ...consignment({ parcels }),
        serviceCode: service?.code ?? '',
        orderReference: '100234',
        format: 'default',
        idempotencyKey: 'labels-1',
        ...changes,
      }
    }

    test('it says who it is', async () => {
      const carrier = await makeCarrier()
      expect(carrier.code).toMatch(/^[a-z0-9][a-z0-9-]*$/)
      expect(carrier.name).not.toBe('')
      expect(carrier.serves({ from: 'BE', to: 'FR' })).toBe(true)
      expect(carrier.serves({ from: 'KP', to: 'KP' })).toBe(false)
      expect(carrier.calendar.isServiceDay('2026-03-02')).toBe(true)
      expect(carrier.calendar.isServiceDay('2026-03-01')).toBe(false)
      const link = carrier.trackingLink('A B&C')
      if (link !== null) expect(new URL(link).href).toContain('A%20B%26C')
    })

    test('quotes are whole amounts in the wanted currency, the cheapest first', async () => {
      const services = await (await makeCarrier()).quote(quoteFor(), call())
      expect(services.length).toBeGreaterThan(0)
      expect(new Set(services.map(({ code }) => code)).size).toBe(services.length)
      for (const { costMinor, currency } of services) {
        expect(currency).toBe('EUR')
        expect(Number.isSafeInteger(costMinor) && costMinor > 0).toBe(true)
      }
      const costs = services.map(({ costMinor }) => costMinor)
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
    })

    test('the same question has the same answer', async () => {
      const carrier = await makeCarrier()
      expect(await carrier.quote(quoteFor(), call())).toEqual(await carrier.quote(quoteFor(), call()))
    })

    test('more parcels never cost less', async () => {
      const carrier = await makeCarrier()
      const [one] = await carrier.quote(quoteFor(), call())
      const [twenty] = await carrier.quote(quoteFor({ parcels: Array(20).fill(BOX) }), call())
      expect(twenty?.costMinor).toBeGreaterThan(one?.costMinor ?? 0)
    })

    test('transit begins and ends on service days and counts those between', async () => {
      const carrier = await makeCarrier()
      // Days before a weekend, Christmas and the turn of the year.
      for (const day of ['2026-03-06', '2026-03-07', '2026-12-24', '2026-12-31']) {
        const askedAt = new Date(`${day}T08:00:00Z`)
        for (const { transit } of await carrier.quote(quoteFor({ askedAt }), call())) {
          if (transit === null) continue
          expect(carrier.calendar.isServiceDay(transit.pickupOn)).toBe(true)
          expect(carrier.calendar.isServiceDay(transit.deliveryOn)).toBe(true)
          expect(transit.pickupOn >= day).toBe(true)
          expect(carrier.calendar.addServiceDays(transit.pickupOn, transit.businessDays)).toBe(
            transit.deliveryOn,
          )
        }
      }
    })

    test('a route that it does not go is refused, for quotes and labels', async () => {
      const carrier = await makeCarrier()
      const nowhere = { from: address('KP', '1'), to: address('KP', '1') }
      const refused = { name: 'CarrierRefused', carrier: carrier.code, refusal: 'route' }
      await expect(carrier.quote(quoteFor(nowhere), call())).rejects.toMatchObject(refused)
      const request = await labelRequest(carrier, nowhere)
      await expect(carrier.createLabels(request, call())).rejects.toMatchObject(refused)
    })

    test('each parcel gets a number of its own, and a second try the same ones', async () => {
      const carrier = await makeCarrier()
      const request = await labelRequest(carrier)
      const shipment = await carrier.createLabels(request, call())
      expect(shipment.parcels).toHaveLength(3)
      const numbers = shipment.parcels.map(({ trackingNumber }) => trackingNumber)
      expect(new Set(numbers).size).toBe(3)
      for (const number of [...numbers, shipment.trackingNumber])
        expect(number).toMatch(/^[A-Za-z0-9-]{4,40}$/)
      expect(shipment.serviceName).not.toBe('')
      expect(await carrier.createLabels(request, call())).toEqual(shipment)
      const other = await carrier.createLabels({ ...request, idempotencyKey: 'labels-2' }, call())
      expect(other.reference).not.toBe(shipment.reference)
      for (const { trackingNumber } of other.parcels) expect(numbers).not.toContain(trackingNumber)
    })

    test('a service that it does not have is refused', async () => {
      const carrier = await makeCarrier()
      const request = await labelRequest(carrier, { serviceCode: 'NO-SUCH-SERVICE' })
      await expect(carrier.createLabels(request, call())).rejects.toMatchObject({
        refusal: 'unknown-service',
      })
    })

    test('a pickup is booked once for a key', async () => {
      const carrier = await makeCarrier()
      const { reference } = await carrier.createLabels(await labelRequest(carrier), call())
      const booked = await carrier.schedulePickup(pickup(reference), call())
      expect(booked).toEqual({ isBooked: true, reference: expect.stringMatching(/\S/) })
      expect(await carrier.schedulePickup(pickup(reference), call())).toEqual(booked)
    })

    test('a pickup on a Sunday is denied, and what it offers instead can be booked', async () => {
      const carrier = await makeCarrier()
      const { reference } = await carrier.createLabels(await labelRequest(carrier), call())
      const sunday = pickup(reference, { pickupOn: '2026-03-08', idempotencyKey: 'sunday' })
      const denial = await carrier.schedulePickup(sunday, call())
      if (denial.isBooked) throw new Error('it was booked')
      expect(denial.reason).toMatch(/\S.*\.$/)
      expect(denial.alternatives.length).toBeGreaterThan(0)
      for (const [i, alternative] of denial.alternatives.entries()) {
        const again = { ...sunday, ...alternative, idempotencyKey: `instead-${i}` }
        expect(await carrier.schedulePickup(again, call())).toMatchObject({ isBooked: true })
      }
    })

    test('a shipment can be cancelled, twice too', async () => {
      const carrier = await makeCarrier()
      const { reference } = await carrier.createLabels(await labelRequest(carrier), call())
      await carrier.cancel({ reference, idempotencyKey: 'cancel-1' }, call())
      await carrier.cancel({ reference, idempotencyKey: 'cancel-1' }, call())
    })

    test('what a key has made can be cancelled by the key, also if it has made nothing', async () => {
      const carrier = await makeCarrier()
      await carrier.createLabels(await labelRequest(carrier), call())
      for (const shipmentKey of ['labels-1', 'labels-2'])
        await carrier.cancel({ shipmentKey, idempotencyKey: `cancel-${shipmentKey}` }, call())
    })

    test('its own parcels can be tracked', async () => {
      const carrier = await makeCarrier()
      const { parcels } = await carrier.createLabels(await labelRequest(carrier), call())
      const events = await carrier.track(parcels[0]?.trackingNumber ?? '', call())
      const times = events.map(({ occurredAt }) => occurredAt.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
    })

    test('shipments and parcels of others are refused', async () => {
      const carrier = await makeCarrier()
      const unknown = { refusal: 'unknown-reference' }
      const key = { idempotencyKey: 'x' }
      await expect(carrier.cancel({ reference: 'NOBODYS', ...key }, call())).rejects.toMatchObject(unknown)
      await expect(carrier.schedulePickup(pickup('NOBODYS'), call())).rejects.toMatchObject(unknown)
      const refused = carrier.track('NOBODYS', call())
      await expect(refused).rejects.toMatchObject({ refusal: 'unknown-tracking-number' })
      await expect(refused).rejects.toBeInstanceOf(CarrierRefused)
    })

    test('nothing is done for somebody who no longer waits', async () => {
      const carrier = await makeCarrier()
      const request = await labelRequest(carrier)
      const { reference } = await carrier.createLabels(request, call())
      const late = { signal: AbortSignal.abort() }
      const questions = [
        carrier.quote(quoteFor(), late),
        carrier.createLabels(request, late),
        carrier.schedulePickup(pickup(reference), late),
        carrier.cancel({ reference, idempotencyKey: 'x' }, late),
        carrier.track('NOBODYS', late),
      ]
      for (const { reason } of (await Promise.allSettled(questions)) as PromiseRejectedResult[])
        expect(reason).toBeInstanceOf(CarrierUnavailable)
    })
  })
}
