/** Sizes of parcels: as objects of the API, and serialized as one string for storage. */
import { readSizes, writeSizes } from '../ordering/index.ts'
import type { Parcel } from './carriers/carrier.ts'

export const showSize = ({ lengthCm, widthCm, heightCm, weightG }: Parcel) => ({
  length: lengthCm,
  width: widthCm,
  height: heightCm,
  weight: weightG,
})

export const formatSizes = (parcels: readonly Parcel[]): string => writeSizes(parcels.map(showSize))

export const parseSizes = (sizes: string): Parcel[] =>
  readSizes(sizes).map(({ length, width, height, weight }) => ({
    lengthCm: length,
    widthCm: width,
    heightCm: height,
    weightG: weight,
  }))
