/** Request body of an external order, and the intent that is stored from it. */
import { type Static, Type } from 'typebox'
import { country, email, text, uuid } from '../../domain/fields.ts'
import { MAX_LINES } from '../../modules/ordering/index.ts'
import {
  deliveryAppointment,
  deliverySchedule,
  type Instructions,
  minimumRemainingShelfLife,
  packingInstruction,
  type RecipientType,
} from '../fulfillment/index.ts'

const shippingAddress = Type.Object(
  {
    country: country('Country'),
    postalCode: text(20, '10115', 'Postal code, as the country writes it.'),
    city: text(255, 'Berlin', 'Town.'),
    street: text(60, 'Lindenallee 4', 'Street and number; a label has no room for more.'),
    company: Type.String({ maxLength: 70, examples: ['Brandt GmbH'], description: 'Company; may be empty.' }),
    firstName: text(64, 'Lea', 'First name of who gets it.'),
    lastName: text(64, 'Brandt', 'Last name of who gets it.'),
    phone: text(30, '+4930123456', 'Phone number of who gets it, national or with the code of the country.'),
    email: email('lea@example.test', 'Email address of who gets it.'),
  },
  { description: 'Where it goes.' },
)

/** Used in the documentation and in tests. */
export const EXAMPLE_ADDRESS = {
  country: 'DE',
  postalCode: '10115',
  city: 'Berlin',
  street: 'Lindenallee 4',
  company: '',
  firstName: 'Lea',
  lastName: 'Brandt',
  phone: '+4930123456',
  email: 'lea@example.test',
}

const item = Type.Object({
  fulfillableId: uuid('What is wanted: `fulfillableId` of a variant.'),
  quantity: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    examples: [12],
    description: 'Pieces: whole batches, and not more than there are.',
  }),
  minimumRemainingShelfLife: minimumRemainingShelfLife(),
})

export const externalOrderBody = Type.Object({
  shippingAddress,
  items: Type.Array(item, { minItems: 1, maxItems: MAX_LINES, description: 'What is wanted, each once.' }),
  masterOrderUuid: Type.Optional(
    uuid('Id of the master order to be, to follow it by, and to send this again without harm.'),
  ),
  customReference: Type.Optional(text(255, 'WEB-88', 'Your own number of it.')),
  recipientType: Type.Optional(
    Type.Enum(['business', 'consumer'], { default: 'business', description: 'Who gets it.' }),
  ),
  pickupAtDock: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether you have it fetched from the warehouse.' }),
  ),
  deliverySchedule: Type.Optional(deliverySchedule),
  packingInstruction: Type.Optional(packingInstruction),
  deliveryAppointment: Type.Optional(deliveryAppointment),
  invoiceUuid: Type.Optional(uuid('The uploaded invoice, which goods need that cross a customs border.')),
})

export type ExternalOrderBody = Static<typeof externalOrderBody>

/** The recipient in the form that the resource renders. */
export interface Recipient {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  company: string | null
  street: string
  city: string
  postalCode: string
  countryCode: string
}

/** The validated part of an accepted request body, stored until the job creates the order. */
export interface ExternalOrderIntent {
  recipient: Recipient
  recipientType: RecipientType
  customReference: string | null
  invoiceId: string | null
  instructions: Instructions | null
  lines: readonly IntentLine[]
}

export interface IntentLine {
  fulfillableId: string
  variantId: string
  batches: number
  units: number
  minimumRemainingShelfLife: number | null
}
