/** Decides which VAT rate applies to a sale. */

/** The VAT area of the European Union; Monaco counts as France. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
)

export interface VatSale {
  /** Country that the goods are shipped from. */
  brandCountry: string
  /** Country that the goods are shipped to. */
  shippingCountry: string
  vatExemption: boolean
}

/**
 * The product's rate within a country and within the European Union; 0 for exempt customers and for exports. A VAT
 * number alone does not exempt a customer: the brand validates it and then sets the exemption.
 */
export function vatRate(
  { brandCountry, shippingCountry, vatExemption }: VatSale,
  productRate: number,
): number {
  if (vatExemption) return 0
  const isHome = brandCountry === shippingCountry
  return isHome || (UNION.has(brandCountry) && UNION.has(shippingCountry)) ? productRate : 0
}

/**
 * Charges beside the goods are taxed at the rate of the goods; if rates differ, at the highest, so that VAT is never
 * undercharged.
 */
export const accessoryVatRate = (rates: readonly number[]): number => Math.max(0, ...rates)
