/** How an order can be shipped, decided in the transaction that gives the order its address. */
import type { CarrierConfig } from '../../../config.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { Shipment, ShippingMethod } from '../reading/shipment.ts'
import { NO_SHIPMENT } from '../reading/shipment.ts'
import { type Departure, holdDeparture } from './departures.ts'

/** What a verb needs that creates an order or changes its address. */
export type AddressWork = Work & { config: CarrierConfig }

export interface Route {
  from: string
  to: string
}

type DecideMethods = (config: CarrierConfig, route: Route) => readonly ShippingMethod[]

const EVERY_METHOD: readonly ShippingMethod[] = ['custom', 'marketplace']

/** Filled by the shipping module, which comes after this one and alone knows the carriers. */
export const shippingMethods = singleExtensionPoint<DecideMethods>('ordering.shipping-methods')

export interface ShippingRoute {
  departure: Departure
  methods: readonly ShippingMethod[]
}

/** The brand cannot change the address that it ships from before the transaction has ended. */
export async function decideRoute(
  { db: tx, config }: AddressWork,
  brandId: BrandId,
  to: string,
): Promise<ShippingRoute> {
  const departure = await holdDeparture(tx, brandId, to)
  const decide = shippingMethods.extension
  return { departure, methods: decide?.(config, { from: departure.fromCountry, to }) ?? EVERY_METHOD }
}

/** The document of a shipment with these methods. An order that can be shipped in every way needs none for that. */
export function withMethods(shipment: Shipment | null, methods: readonly ShippingMethod[]): Shipment | null {
  if (!shipment && methods.length === EVERY_METHOD.length) return null
  return { ...NO_SHIPMENT, ...shipment, availableShippingMethods: methods }
}
