/** The request body that sets the stock of variants. */
import { ignoredMembers, ignoredMeta, REFUSE_STRAYS } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { stockState } from '../resources.ts'

/** The same limit as for the bulk update of stock in the catalog. */
const MAX_STATES = 50
/** More than can be valid, so that the rules report each superfluous quantity. */
const MAX_QUANTITIES = 10
const MAX_QUANTITY = 2_147_483_647

const quantity = Type.Object({
  quantity: Type.Integer({
    minimum: 0,
    maximum: MAX_QUANTITY,
    examples: [123],
    description: 'Packs that there are now, not a difference.',
  }),
  locationId: uuid('Your own location.'),
  status: Type.Enum(['available', 'onHand'], {
    description:
      'What the quantity counts: what can be ordered, or that and what is reserved. One of the two.',
  }),
})

const state = Type.Object({
  type: Type.Enum([...stockState.spellings]),
  id: uuid(),
  attributes: Type.Object({
    quantities: Type.Array(quantity, {
      minItems: 1,
      maxItems: MAX_QUANTITIES,
      description: 'What to set.',
    }),
  }),
  relationships: Type.Optional(Type.Object({})),
  meta: ignoredMeta,
  links: ignoredMeta,
})

export const statesBody = Type.Object(
  {
    data: Type.Array(state, { minItems: 1, maxItems: MAX_STATES }),
    ...ignoredMembers,
  },
  REFUSE_STRAYS,
)

export const STATE_EXAMPLE = {
  data: [
    {
      type: 'stock-state',
      id: 'e3b9d0a4-1d0d-47c2-9a2e-6c8a3f1b7d42',
      attributes: {
        quantities: [{ quantity: 123, locationId: 'a1f0c3d2-5e4b-4c7a-9d8e-0b6f1a2c3d4e', status: 'onHand' }],
      },
    },
  ],
}
