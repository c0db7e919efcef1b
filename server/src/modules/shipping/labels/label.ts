/** The content of a parcel's label, which `render-label.ts` renders as a PDF. */
import type { Address } from '../../../domain/postal-address.ts'

/** `default`: a page of the label's size, 100 × 150 mm. `full_page`: A4, with the label to cut out. */
export const LABEL_FORMATS = ['default', 'full_page'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

export interface Label {
  carrierName: string
  serviceName: string
  sender: Address
  recipient: Address
  /** For the driver if nobody is present; null if unknown. */
  recipientPhone: string | null
  weightG: number
  /** This parcel is `number` of `count`. */
  parcel: { number: number; count: number }
  orderReference: string
  /** The number of this parcel, which both barcodes encode. Printable ASCII. */
  trackingNumber: string
  /** The date on the label and in the file. Taken from the clock, so that rendering is deterministic. */
  madeAt: Date
}
