/** The resource `payouts`. */
import { attribute, instantSeconds, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import type { Payout } from './payouts.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const money = Type.Object(
  {
    amount: Type.Integer({ examples: [9900], description: 'In minor units.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'], description: 'Of the amount.' }),
  },
  { description: 'What the brand gets.' },
)
const amountOf = ({ amount_minor, currency }: Payout) => ({ amount: amount_minor, currency })

const invoice = Type.Object({
  title: Type.String({ examples: ['Invoice'], description: 'What it is.' }),
  number: orNull(Type.String({ examples: ['2026-000042'] }), 'Its number.'),
  path: orNull(Type.String({ examples: ['/invoices/2026-000042.pdf'] }), 'Where it can be read.'),
  isGenerated: Type.Boolean({ examples: [true], description: 'Whether the file exists.' }),
})

const source = Type.Object(
  {
    uuid: uuid('Id of the order.'),
    reference: Type.String({ examples: ['1000042'], description: 'The number that people use for it.' }),
    masterOrderUuid: orNull(uuid(), 'Id of the master order: the same; null for `external`, which has none.'),
    customerStoreName: orNull(
      Type.String({ examples: ['Harbour Lane Stores'] }),
      'The store that ordered, as it is called now.',
    ),
    type: Type.Enum(['internal', 'external'], {
      description: '`internal`: an order of the marketplace; `external`: one of a customer of your own.',
    }),
    invoices: Type.Array(invoice, { examples: [[]], description: 'Documents of it; none so far.' }),
  },
  { description: 'What it was paid for.' },
)

const transfer = Type.Object({
  uuid: uuid('Id of the transfer.'),
  amount: money,
  pspId: orNull(Type.String(), 'Id at the payment provider; null without one.'),
  type: Type.Enum(['order_payment', 'refund'], { description: '`order_payment`: for an order.' }),
  source,
})

export const payout = resource<Payout>()({
  name: 'payout',
  type: 'payouts',
  description: 'What a brand was paid.',
  attributes: {
    amount: attribute(money, amountOf, { description: 'The net amount of the order.' }),
    status: attribute(
      Type.Enum(['paid', 'pending', 'failed', 'canceled', 'in_transit', 'transfer_to_come']),
      () => 'paid',
      { description: '`paid`: a payout is told of once it was paid; the other values are kept for later.' },
    ),
    pspId: attribute(orNull(Type.String(), ''), () => null, {
      description: 'Id at the payment provider; null without one.',
    }),
    createdAt: attribute(instantSeconds, 'paid_at', { description: 'When the payment was noted.' }),
    arrivedAt: attribute(instantSeconds, 'paid_at', {
      description: 'When it arrived: `brandPaidAt` of the order.',
    }),
    transfers: attribute(Type.Array(transfer), (row) => [transferOf(row)], {
      description: 'What it is made of: one transfer for its order.',
    }),
  },
})

const transferOf = (row: Payout) => ({
  uuid: row.transfer_id,
  amount: amountOf(row),
  pspId: null,
  type: 'order_payment',
  source: {
    uuid: row.order_id,
    reference: row.reference,
    masterOrderUuid: row.source === 'internal' ? row.order_id : null,
    customerStoreName: row.store_name,
    type: row.source,
    invoices: [],
  },
})
