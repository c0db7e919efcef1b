/** Decides how an order can be shipped, in the transaction that writes its shipping address. */
import type { CarrierConfig } from '../../../config.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { Shipment, ShippingMethod } from '../order/shipment.ts'
import { NO_SHIPMENT } from '../order/shipment.ts'
import { lockOrigin, type ShippingOrigin } from './shipping-origins.ts'

/** For functions that create an order or change its address. */
export type AddressWork = Work & { config: CarrierConfig }

export interface Route {
  from: string
  to: string
}

type DecideMethods = (config: CarrierConfig, route: Route) => readonly ShippingMethod[]

const EVERY_METHOD: readonly ShippingMethod[] = ['custom', 'marketplace']

/** Filled by the shipping module, which has the carriers and is loaded after this one. */
export const shippingMethods = singleExtensionPoint<DecideMethods>('ordering.shipping-methods')

export interface ShippingRoute {
  origin: ShippingOrigin
  methods: readonly ShippingMethod[]
}

/** Locks the address that the brand ships from until the end of the transaction. */
export async function decideRoute(
  { db: tx, config }: AddressWork,
  brandId: BrandId,
  to: string,
): Promise<ShippingRoute> {
  const origin = await lockOrigin(tx, brandId, to)
  const decide = shippingMethods.extension
  return { origin, methods: decide?.(config, { from: origin.fromCountry, to }) ?? EVERY_METHOD }
}

/** The stored shipment with these methods. All methods are the default, which needs no stored shipment. */
export function withMethods(shipment: Shipment | null, methods: readonly ShippingMethod[]): Shipment | null {
  if (!shipment && methods.length === EVERY_METHOD.length) return null
  return { ...NO_SHIPMENT, ...shipment, availableShippingMethods: methods }
}
