/** Parcels as orders show them, and as one text. */
import { readSizes, writeSizes } from '../ordering/index.ts'
import type { Parcel } from './carriers/carrier.ts'

export const showSize = ({ lengthCm, widthCm, heightCm, weightG }: Parcel) => ({
  length: lengthCm,
  width: widthCm,
  height: heightCm,
  weight: weightG,
})

export const sizesOf = (parcels: readonly Parcel[]): string => writeSizes(parcels.map(showSize))

export const parcelsOf = (sizes: string): Parcel[] =>
  readSizes(sizes).map(({ length, width, height, weight }) => ({
    lengthCm: length,
    widthCm: width,
    heightCm: height,
    weightG: weight,
  }))
