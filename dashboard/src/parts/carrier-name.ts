import { words } from '../words/index.ts'

const { shipping: text } = words

/** Carriers are known by their codes; services have names of their own. */
export const carrierName = (code: string): string => NAMES[code] ?? code.toUpperCase()

const NAMES: Record<string, string> = {
  marketplace: text.marketplace,
  custom: text.ownCarrier,
  other: text.other,
}
