import { attribute, instantMicros, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, textAttribute, updatedAt } from '../../../domain/attributes.ts'
import { bodiesOf, instant, name, orNull, uuid } from '../../../domain/fields.ts'
import type { DiscountRuleRow } from './discount-rules.ts'

const STARTS = 'The first moment with the discount.'
const ENDS = 'The first moment without the discount; null until further notice.'

export const ratePercent = Type.Integer({
  minimum: 1,
  maximum: 100,
  examples: [15],
  description: 'How much is taken off the wholesale price, in percent.',
})

const discountRuleFields = {
  name: name('Spring for concept stores', 'What people call the rule.'),
  retailerSegment: orNull(
    name('concept-stores', 'The segment of retailers that gets it; null for every retailer.'),
  ),
  ratePercent,
  startsAt: instant(STARTS),
  endsAt: orNull(instant(ENDS)),
}

export const discountRule = resource<DiscountRuleRow>()({
  name: 'operatorDiscountRule',
  type: 'discount-rules',
  accepts: ['discount-rule'],
  description: 'A discount that a brand gives to retailers for a time.',
  attributes: {
    brandId: attribute(uuid(), 'brand_id', { description: 'Who gives it.' }),
    brandName: textAttribute('Alder & Wick', 'brand_name', 'What the brand is called.'),
    name: attribute(discountRuleFields.name, 'name'),
    retailerSegment: attribute(discountRuleFields.retailerSegment, 'retailer_segment'),
    ratePercent: attribute(discountRuleFields.ratePercent, 'rate_percent'),
    startsAt: attribute(instantMicros, 'starts_at', { description: STARTS }),
    endsAt: attribute(nullable(instantMicros), 'ends_at', { description: ENDS }),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

export const discountRuleBodies = bodiesOf(discountRule, discountRuleFields, [
  'name',
  'ratePercent',
  'startsAt',
])
