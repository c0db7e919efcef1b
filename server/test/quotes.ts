/** Requests for quotes and their confirmation, for tests. */
import type { Answer, Market, Who } from './market.ts'

export const PARCEL = { length: 40, width: 30, height: 20, kg: 5.2 }

export interface Quote {
  quoteUuid: string
  carrierCode: string
  serviceCode: string
  serviceCommercialName: string
  collectionMethod: string[]
  shippingCost: { amount: number; currency: string }
  timeInTransit: { estimatedDeliveryDate: string; pickupDate: string; businessDaysInTransit: number } | null
}

export const requestQuotes = (
  shop: Market,
  orderId: string,
  parcels: unknown = [PARCEL],
  as: Who = 'brand',
): Promise<Answer> =>
  shop.send('POST', `/api/v1/orders/${orderId}/shipping-quotes`, { body: { parcels }, as })

export async function quotesOf(shop: Market, orderId: string, parcels: unknown = [PARCEL]): Promise<Quote[]> {
  const { status, text, body } = await requestQuotes(shop, orderId, parcels)
  if (status !== 200) throw new Error(text)
  return body.data
}

export const quoteOfCarrier = (quotes: readonly Quote[], code: string): Quote => {
  const found = quotes.find(({ carrierCode }) => carrierCode === code)
  if (!found) throw new Error(`No quote of ${code} among ${quotes.map(({ carrierCode }) => carrierCode)}.`)
  return found
}

/** Requests quotes for an order and returns the one of a carrier. */
export const quoteBy = async (
  shop: Market,
  orderId: string,
  code: string,
  parcels?: unknown,
): Promise<Quote> => quoteOfCarrier(await quotesOf(shop, orderId, parcels), code)

export const confirm = (shop: Market, quoteId: string, body?: unknown, as: Who = 'brand'): Promise<Answer> =>
  shop.send('POST', `/api/v1/shipping-quotes/${quoteId}/confirm`, { as, ...(body !== undefined && { body }) })

export const pickupAt = (pickupDate: string, pickupTime = '9-15') => ({
  pickupDate,
  pickupTime,
  pickupAddress: {
    name: 'Alder & Wick',
    contactName: 'Ines Okoye',
    countryCode: 'BE',
    city: 'Antwerpen',
    postalCode: '2000',
    street: 'Waskaarsplein 4',
    phoneNumber: '+32470000012',
  },
})
