import { attribute, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { type Conduct, setConduct } from './conduct.ts'

const settings = {
  labelDelaySeconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    default: 0,
    description: 'How long the labels of a quote that is confirmed from now on take to be made.',
    examples: [30],
  }),
  deniedPickups: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description:
      'How many of the next pickups are denied, with 422 `PICKUP_DENIED`, although they could be made.',
    examples: [1],
  }),
}

export const carrierConduct = resource<Conduct & { id: string }>()({
  name: 'carrierConduct',
  type: 'carrier-conducts',
  description: 'How the carriers treat a brand. Its id is that of the brand.',
  attributes: {
    labelDelaySeconds: attribute(settings.labelDelaySeconds, 'label_delay_seconds'),
    deniedPickups: attribute(settings.deniedPickups, 'denied_pickups'),
  },
})

export function conductRoutes(http: Http): void {
  http.operation({
    ...forTesting,
    access: 'brand',
    method: 'POST',
    path: `${TESTING_API}/carrier-conduct`,
    id: 'setCarrierConduct',
    summary: 'Make carriers slow or strict',
    description:
      'For your brand alone: labels take their time, and pickups are denied. What is not named is as usual again.',
    query: { resource: carrierConduct },
    body: Type.Object(
      {
        labelDelaySeconds: Type.Optional(settings.labelDelaySeconds),
        deniedPickups: Type.Optional(settings.deniedPickups),
      },
      { additionalProperties: false },
    ),
    bodyExample: { labelDelaySeconds: 30, deniedPickups: 1 },
    answers: [{ status: 200, description: 'What holds from now on.', resource: carrierConduct }],
    async handle({ db, actor }, { body: { labelDelaySeconds = 0, deniedPickups = 0 } }) {
      const brandId = brandOf(actor)
      const conduct = {
        brand_id: brandId,
        label_delay_seconds: labelDelaySeconds,
        denied_pickups: deniedPickups,
      }
      await setConduct(db, conduct)
      return document(carrierConduct, { ...conduct, id: brandId })
    },
  })
}
