/** The configured carriers, cached per configuration. */
import type { CarrierConfig } from '../../config.ts'
import type { Carrier } from './carriers/carrier.ts'
import { loadCarriers } from './carriers/carriers-file.ts'

/** The carrier that stands for the label service of the marketplace. */
export const MARKETPLACE = 'marketplace'

/** The code of quotes for shipments that the brand ships with a carrier of its own. Reserved: no configured carrier may have it. */
export const OWN_CARRIER = 'custom'

export type Carriers = ReadonlyMap<string, Carrier>

const loaded = new WeakMap<CarrierConfig, Carriers>()

/** Keyed by carrier code. */
export function carriersOf(config: CarrierConfig): Carriers {
  const carriers = loaded.get(config) ?? loadCarriers(config)
  loaded.set(config, carriers)
  return carriers
}
