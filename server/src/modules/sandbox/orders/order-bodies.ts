import { type Static, Type } from 'typebox'
import { address, text, uuid } from '../../../domain/fields.ts'
import { MAX_LINES, STATUSES } from '../../ordering/index.ts'

const strict = { additionalProperties: false }

const packs = (description: string) =>
  Type.Integer({
    minimum: 1,
    maximum: 999,
    examples: [3],
    description: `${description}, 1 to 999 packs.`,
  })

const named = Type.Object({
  id: uuid('Id of the variant.'),
  itemQuantity: Type.Optional(packs('How much of it is ordered')),
  quantity: Type.Optional(packs('Another name of `itemQuantity`')),
})
const list = Type.Array(named, {
  maxItems: MAX_LINES,
  description: 'What is ordered; two new products when absent.',
})

export const testOrderBody = Type.Object({
  retailerId: Type.Optional(uuid('Who orders; a new retailer when absent.')),
  itemQuantity: Type.Optional(packs('The quantity of every line that does not tell its own')),
  productVariants: Type.Optional(list),
  productOptions: Type.Optional({
    ...list,
    deprecated: true,
    description: 'The same by the ids of options.',
  } as typeof list),
})
export type TestOrderBody = Static<typeof testOrderBody>
export type NamedVariant = Static<typeof named>

/** The statuses that parties other than the brand bring an order to. */
const REACHABLE = [...STATUSES.slice(STATUSES.indexOf('shipped')), 'ankor_confirmed'] as const

export const advanceOrderBody = Type.Object(
  {
    to: Type.Enum([...REACHABLE], { description: 'The status to bring the order to.' }),
    reason: Type.Optional(text(1000, 'Half of the jars are broken.', 'Why, where the move takes a reason.')),
  },
  strict,
)

/** A description beside the reference to the address schema. */
const describedAddress = (description: string) =>
  Type.Unsafe<Static<typeof address>>({ allOf: [address], description })

export const updateAddressBody = Type.Object(
  {
    billing: Type.Optional(describedAddress('Where the invoice goes.')),
    shipping: Type.Optional(describedAddress('Where the goods go.')),
  },
  strict,
)
