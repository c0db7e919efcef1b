import { attribute, instantMicros, nullable, resource, toMany } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, idAttribute, textAttribute } from '../../../domain/attributes.ts'
import { orNull } from '../../../domain/fields.ts'
import type { PaymentRow, TransactionRow } from './queries.ts'

const amount = Type.Integer({
  minimum: 0,
  examples: [11_400],
  description: 'In minor units of the currency.',
})

export const payment = resource<PaymentRow>()({
  name: 'orderPayPayment',
  type: 'order-pay-payments',
  description: 'How an order is paid.',
  attributes: {
    orderUuid: idAttribute('order_id', 'Id of the order.'),
    customerUuid: idAttribute('customer_id', 'Id of the customer.'),
    brandUuid: idAttribute('brand_id', 'Id of the brand.'),
    createdAt: createdAt(instantMicros),
    psp: textAttribute(
      'sandbox',
      'psp',
      'Who takes the money: `sandbox`, or `manual` for transfers that the operator notes.',
    ),
    status: attribute(Type.Enum(['pending', 'succeeded', 'cancelled']), 'status', {
      description: 'Whether the money has come.',
    }),
    amount: attribute(amount, 'amount_minor', { description: 'The grand total with VAT.' }),
    currency: textAttribute('EUR', 'currency', 'The currency of the customer.'),
    currencyRate: attribute(Type.Number({ examples: [1] }), 'currency_rate', {
      description: 'What a euro was in it when the order was made.',
    }),
    paymentMethod: textAttribute(
      'card',
      'payment_method',
      '`card`, `sepa_direct_debit`, `sepa_credit_transfer`, or the name of a wallet.',
    ),
    fundedBy: attribute(nullable(Type.String()), () => null, {
      description: 'Who advances the money; null, as nobody does.',
    }),
    paymentTerms: attribute(nullable(Type.String()), () => null, {
      description: 'When it is due; null, as it is at once.',
    }),
  },
  relationships: {
    transactions: toMany('orderPayTransaction', {
      by: 'transactionsOfOrderPayPayments',
      parent: 'payment_id',
    }),
  },
})

const iban = Type.Object({
  bic: Type.String({ examples: ['SNDBBEBB'], description: 'Code of the bank.' }),
  iban: Type.String({ examples: ['BE71096123456769'], description: 'Number of the account.' }),
  country: Type.String({ examples: ['BE'], description: 'Country of the bank.' }),
  reference: Type.String({ examples: ['06ca284713fd'], description: 'What to write on the transfer.' }),
})

const pspData = Type.Object({
  client_secret: Type.String({
    examples: ['sandbox_e7c9450cb8d64a47b91506ca284713fd_secret'],
    description: "With which the provider's form is opened.",
  }),
  iban: orNull(iban, { description: 'Where to transfer the amount; null for other methods.' }),
})

export const transaction = resource<TransactionRow>()({
  name: 'orderPayTransaction',
  type: 'order-pay-transactions',
  description: 'What the payment provider did.',
  attributes: {
    createdAt: createdAt(instantMicros),
    pspId: textAttribute('sandbox_e7c9450cb8d64a47b91506ca284713fd', 'psp_id', 'Its id at the provider.'),
    amount: attribute(amount, 'amount_minor', { description: 'How much.' }),
    currency: textAttribute('EUR', 'currency', 'Of the amount.'),
    type: textAttribute(
      'payment',
      'type',
      '`payment`, or `refund` of one that came although the order was cancelled.',
    ),
    status: textAttribute('succeeded', 'status', '`pending`, `succeeded`, `failed` or `cancelled`.'),
    pspData: attribute(nullable(pspData), 'psp_data', {
      description: 'What the customer needs to pay; null where there is nothing.',
    }),
  },
})
