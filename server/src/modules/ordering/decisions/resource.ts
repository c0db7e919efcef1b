/** The resource `pending-decisions`. */
import { attribute, instantMicros, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { integerAttribute, textAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import { nextActionSchema } from '../life/next-actions.ts'
import { decisionsOf } from '../operator/actions.ts'
import { amount, totalWithVat } from '../order/order-lines.ts'
import { status } from '../resources.ts'
import { DECISION_KINDS, MAX_COUNTED, type PendingDecisionRow } from './pending-decisions.ts'

export const decisionKind = Type.Enum([...DECISION_KINDS], {
  title: 'DecisionKind',
  description: [
    'What is to be decided.',
    '`rejections`: orders that brands have rejected.',
    '`refused-receptions`: orders whose reception retailers have refused.',
    '`revert-requests`: orders whose brand asks to take back its acceptance or rejection.',
    '`cancellation-requests`: orders whose retailer asks for a cancellation, before the brand has decided.',
    '`invoices`: received orders that are to be invoiced.',
    '`payouts`: invoiced orders whose brand is to be paid.',
  ].join(' '),
})

const count = Type.Integer({
  minimum: 0,
  maximum: MAX_COUNTED,
  examples: [7],
  description: `How many wait; ${MAX_COUNTED} stands for that many or more.`,
})

export const decisionCounts = Type.Object(Object.fromEntries(DECISION_KINDS.map((kind) => [kind, count])), {
  title: 'DecisionCounts',
  description: 'How many decisions of each kind wait, of the brand and the retailer if they are given.',
})

export const pendingDecision = resource<PendingDecisionRow>()({
  name: 'pendingDecision',
  type: 'pending-decisions',
  description: 'An order that waits for a decision of the marketplace. Its id is that of the order.',
  attributes: {
    kind: attribute(decisionKind, 'kind'),
    since: attribute(instantMicros, 'since', { description: 'Since when it waits for this decision.' }),
    reason: attribute(nullable(Type.String({ examples: ['Sold out until autumn.'] })), reasonOf, {
      description:
        'What the brand or the retailer says: why it rejected, refused or asks. For a rejection without words it is the type. Null for invoices and payouts, and where nothing was said.',
    }),
    reference: integerAttribute(1000042, 'reference', 'The reference of the order.'),
    status: attribute(status, 'status'),
    brandId: attribute(uuid(), 'brand_id', { description: 'Whom it was ordered from.' }),
    brandName: textAttribute('Alder & Wick', 'brand_name', 'What the brand is called now.'),
    retailerId: attribute(uuid(), 'retailer_id', { description: 'Who ordered.' }),
    storeName: textAttribute(
      'Harbour Lane Stores',
      'store_name',
      'What the store of the retailer is called now.',
    ),
    currency: attribute(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), 'currency', {
      description: 'Currency of the amount, a code of ISO 4217.',
    }),
    amount: attribute(
      amount(10_980, 'What it is about: for payouts what the brand is paid, for others all items with VAT'),
      (row) => (row.kind === 'payouts' ? row.net_minor : totalWithVat(row)),
    ),
    decisions: attribute(
      Type.Array(nextActionSchema, {
        description:
          'What can be decided now, with the operation of each decision. Another decision may come first: then the operation answers 409.',
      }),
      (row) => decisionsOf(row).filter(({ possible }) => possible),
    ),
  },
})

function reasonOf(row: PendingDecisionRow): string | null {
  switch (row.kind) {
    case 'rejections':
      return row.brand_reject_reason ?? row.brand_reject_type
    case 'refused-receptions':
      return row.retailer_reject_reason
    case 'revert-requests':
      return row.revert_request_reason
    case 'cancellation-requests':
      return row.retailer_cancellation_request_reason
    default:
      return null
  }
}
