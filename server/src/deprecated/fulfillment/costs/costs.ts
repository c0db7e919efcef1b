/**
 * The tariff of the warehouse, in euro cents without VAT: shipping per parcel or pallet, and picking per order and per unit,
 * in tiers. Packing material is not included. Amounts are whole cents; VAT is rounded half up, once per line.
 *
 *                      within the country   within the union   elsewhere
 *   parcel, first 1 kg               490                690       1490
 *   each further kg                   30                 45        180
 *   pallet                          6900              11900      29900
 *
 *   Surcharge for remote areas, by postal code: 900 for a parcel and 3900 for a pallet.
 *
 *   units picked     fewer than 4   fewer than 40   40 and more
 *   the order                 120             220           480
 *   a unit                     45              32            24
 */
import { crossesCustoms } from '../orders/customs.ts'

export interface CostParcel {
  length: number
  width: number
  height: number
  weight: number
  packageType?: 'parcel' | 'pallet'
}

export interface CostRequest {
  from: string
  shipToCountry: string
  shipToPostalCode?: string
  parcels: readonly CostParcel[]
  pickingQuantity: number
}

export interface CostLine {
  category: string
  quantity: number
  unitAmount: number
  totalAmount: number
  vatRate: number
  totalAmountWithVat: number
}

const VAT_RATE = 20

const ZONE_PRICES = {
  domestic: { firstKg: 490, furtherKg: 30, pallet: 6900 },
  union: { firstKg: 690, furtherKg: 45, pallet: 11_900 },
  elsewhere: { firstKg: 1490, furtherKg: 180, pallet: 29_900 },
} as const

const REMOTE_SURCHARGES = { parcel: 900, pallet: 3900 }

/** Corsica, the Canaries and Ceuta, Sardinia and Sicily, the Azores and Madeira, the Highlands and islands. */
const REMOTE_AREAS: Readonly<Record<string, RegExp>> = {
  FR: /^20/,
  ES: /^(07|35|38|51|52)/,
  IT: /^(0[789]|9[0-8])/,
  PT: /^9/,
  GB: /^(BT|HS|IM|IV|JE|GY|KW|ZE)/i,
}

const TIERS = [
  { below: 4, name: 'lt 4u', order: 120, unit: 45 },
  { below: 40, name: 'lt 40u', order: 220, unit: 32 },
  { below: Number.POSITIVE_INFINITY, name: 'gt 40u', order: 480, unit: 24 },
] as const

/** Parcels of the same price share a line. There are no shipping lines without parcels, and no picking lines without units. */
export function orderCosts({ parcels, pickingQuantity, ...route }: CostRequest): CostLine[] {
  const prices = Map.groupBy(parcels, (parcel) => shippingPrice(route, parcel))
  const shipping = [...prices].map(([price, same]) => costLine('shipping', same.length, price))
  const tier = TIERS.find(({ below }) => pickingQuantity < below)
  if (pickingQuantity === 0 || !tier) return shipping
  return [
    ...shipping,
    costLine(`order pick ${tier.name}`, 1, tier.order),
    costLine(`unit pick ${tier.name}`, pickingQuantity, tier.unit),
  ]
}

function shippingPrice(
  { from, shipToCountry, shipToPostalCode = '' }: Omit<CostRequest, 'parcels' | 'pickingQuantity'>,
  parcel: CostParcel,
): number {
  const zone =
    from === shipToCountry ? 'domestic' : crossesCustoms(from, shipToCountry) ? 'elsewhere' : 'union'
  const { firstKg, furtherKg, pallet } = ZONE_PRICES[zone]
  const packageType = parcel.packageType ?? inferPackageType(parcel)
  const isRemote = REMOTE_AREAS[shipToCountry]?.test(shipToPostalCode.trim()) ?? false
  const surcharge = isRemote ? REMOTE_SURCHARGES[packageType] : 0
  if (packageType === 'pallet') return pallet + surcharge
  return firstKg + Math.max(0, Math.ceil(parcel.weight / 1000) - 1) * furtherKg + surcharge
}

/** Parcels above the weight and size that one person can carry are priced as pallets. */
const inferPackageType = ({ length, width, height, weight }: CostParcel) =>
  weight > 30_000 || Math.max(length, width, height) > 120 ? 'pallet' : 'parcel'

function costLine(category: string, quantity: number, unitAmount: number): CostLine {
  const totalAmount = quantity * unitAmount
  const vat = Math.round((totalAmount * VAT_RATE) / 100)
  return {
    category,
    quantity,
    unitAmount,
    totalAmount,
    vatRate: VAT_RATE,
    totalAmountWithVat: totalAmount + vat,
  }
}
