import { type Static, Type } from 'typebox'
import { address, text } from '../../../http/fields.ts'
import { MAX_LINES } from '../../ordering/index.ts'

const strict = { additionalProperties: false }
const uuid = Type.String({ format: 'uuid' })

const packs = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 999,
    examples: [3],
    description: `${description}, from 1 to 999 packs`,
  })

const named = Type.Object(
  {
    id: uuid,
    itemQuantity: Type.Optional(packs('how much of it is ordered')),
    quantity: Type.Optional(packs('another name of itemQuantity')),
  },
  strict,
)
const list = Type.Array(named, {
  maxItems: MAX_LINES,
  description: `a list of at most ${MAX_LINES} variants with quantities`,
})

export const testOrderBody = Type.Object(
  {
    retailerId: Type.Optional(uuid),
    itemQuantity: Type.Optional(packs('the quantity of every line that does not tell its own')),
    productVariants: Type.Optional(list),
    productOptions: Type.Optional({ ...list, deprecated: true } as typeof list),
  },
  strict,
)
export type TestOrderBody = Static<typeof testOrderBody>
export type NamedVariant = Static<typeof named>

/** The statuses that others than the brand bring an order to, one way or another. */
const REACHABLE = [
  'shipped',
  'received',
  'reception_refused',
  'invoiced',
  'brand_paid',
  'cancelled',
  'ankor_confirmed',
] as const

export const advanceOrderBody = Type.Object(
  { to: Type.Enum([...REACHABLE]), reason: Type.Optional(text(1000, 'Half of the jars are broken.')) },
  strict,
)

export const updateAddressBody = Type.Object(
  { billing: Type.Optional(address), shipping: Type.Optional(address) },
  strict,
)
