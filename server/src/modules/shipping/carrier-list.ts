/** The carriers of the server, read once for its settings. */
import type { Config } from '../../config.ts'
import type { Carrier } from './carriers/carrier.ts'
import { loadCarriers } from './carriers/carriers-file.ts'

/** The carrier that stands for the label service of the marketplace. */
export const MARKETPLACE = 'marketplace'

export type Carriers = ReadonlyMap<string, Carrier>

const loaded = new WeakMap<Config, Carriers>()

/** By their code. */
export function carriersOf(config: Config): Carriers {
  const carriers = loaded.get(config) ?? loadCarriers(config)
  loaded.set(config, carriers)
  return carriers
}
