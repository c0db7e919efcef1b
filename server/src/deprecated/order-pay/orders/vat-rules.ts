/** Which VAT a customer pays. */

/** The countries between which goods are sold with VAT; Monaco counts as France. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

export interface Sale {
  /** Where the goods come from. */
  brandCountry: string
  /** Where the goods go. */
  shippingCountry: string
  vatExemption: boolean
}

/**
 * The product's rate within a country and within the European Union; nothing for customers that are exempt and for
 * exports. A VAT number alone frees nobody: whether it is good is for the brand to check, which then says so by the
 * exemption.
 */
export function vatRate({ brandCountry, shippingCountry, vatExemption }: Sale, productRate: number): number {
  if (vatExemption) return 0
  const isHome = brandCountry === shippingCountry
  return isHome || (UNION.has(brandCountry) && UNION.has(shippingCountry)) ? productRate : 0
}

/** What is charged beside the goods shares their rate; of several the highest, so that too little is never charged. */
export const accessoryVatRate = (rates: readonly number[]): number => Math.max(0, ...rates)
