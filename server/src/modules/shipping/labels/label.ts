/** What a parcel's label shows. `render-label.ts` draws it: `renderLabel(label, format): Promise<Buffer>`, a PDF. */
import type { Address } from '../../../domain/postal-address.ts'

/** `default`: a page of the size of a label, 100 × 150 mm. `full_page`: A4, with the label to cut out. */
export const LABEL_FORMATS = ['default', 'full_page'] as const
export type LabelFormat = (typeof LABEL_FORMATS)[number]

export interface Label {
  carrierName: string
  serviceName: string
  sender: Address
  recipient: Address
  /** For the driver who finds nobody; null when nobody has told it. */
  recipientPhone: string | null
  weightG: number
  /** This parcel is `number` of `count`. */
  parcel: { number: number; count: number }
  orderReference: string
  /** Of this parcel: what both codes say. Printable ASCII. */
  trackingNumber: string
  /** The clock's, for the date on the label and in the file: the same label has the same bytes. */
  madeAt: Date
}
