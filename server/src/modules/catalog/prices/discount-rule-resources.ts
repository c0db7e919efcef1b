import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant, name, orNull } from '../../../http/fields.ts'
import type { DiscountRuleRow } from './discount-rules.ts'

const discountRuleFields = {
  name: name('Spring for concept stores'),
  retailerSegment: orNull(name('concept-stores')),
  ratePercent: Type.Integer({ minimum: 1, maximum: 100, examples: [15] }),
  startsAt: instant,
  endsAt: orNull(instant),
}

export const discountRule = resource<DiscountRuleRow>()({
  name: 'operatorDiscountRule',
  type: 'discount-rules',
  accepts: ['discount-rule'],
  description: 'A discount that a brand gives to retailers for a time.',
  attributes: {
    brandId: attribute(Type.String({ format: 'uuid' }), 'brand_id'),
    name: attribute(discountRuleFields.name, 'name'),
    retailerSegment: attribute(discountRuleFields.retailerSegment, 'retailer_segment', {
      description: 'Who gets it; null for every retailer.',
    }),
    ratePercent: attribute(discountRuleFields.ratePercent, 'rate_percent'),
    startsAt: attribute(instantMicros, 'starts_at'),
    endsAt: attribute(nullable(instantMicros), 'ends_at', {
      description: 'The first moment without the discount; null until further notice.',
    }),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const createDiscountRuleBody = requestDocument(discountRule, {
  id: 'optional',
  attributes: discountRuleFields,
  required: ['name', 'ratePercent', 'startsAt'],
})
export const updateDiscountRuleBody = requestDocument(discountRule, {
  id: 'path',
  attributes: discountRuleFields,
})
