/** The carriers of the server, read once for its settings. */
import type { CarrierConfig } from '../../config.ts'
import type { Carrier } from './carriers/carrier.ts'
import { loadCarriers } from './carriers/carriers-file.ts'

/** The carrier that stands for the label service of the marketplace. */
export const MARKETPLACE = 'marketplace'

/** The code of quotes for shipments that the brand has carried by a carrier of its own. No carrier can have it. */
export const OWN_CARRIER = 'custom'

export type Carriers = ReadonlyMap<string, Carrier>

const loaded = new WeakMap<CarrierConfig, Carriers>()

/** By their code. */
export function carriersOf(config: CarrierConfig): Carriers {
  const carriers = loaded.get(config) ?? loadCarriers(config)
  loaded.set(config, carriers)
  return carriers
}
