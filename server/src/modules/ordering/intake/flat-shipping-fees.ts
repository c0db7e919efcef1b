/** The flat fee that a retailer pays for the shipment of an order. No fee is charged unless a later module decides on one. */
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { Work } from '../../../platform/work.ts'
import type { BrandRow } from '../../identity/index.ts'

/** The fee in minor units, by the order's total without VAT. */
type FlatFeeOf = (totalMinor: number) => number

/** Reads the terms that apply to a new order which is shipped to this country. */
export type ReadFlatFees = (work: Work, brand: BrandRow, country: string) => Promise<FlatFeeOf>

export const flatShippingFees = singleExtensionPoint<ReadFlatFees>('ordering.flat-shipping-fees')

export const readFlatFee: ReadFlatFees = async (work, brand, country) =>
  (await flatShippingFees.extension?.(work, brand, country)) ?? (() => 0)
