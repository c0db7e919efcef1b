import { offsetMeta, pageNumberParameters, readPageNumber } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { idToChange } from '../../../domain/ownership.ts'
import { createdAnswers, oneAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { createdDocument, document } from '../../../http/operation.ts'
import { BASE, shared } from '../shared.ts'
import { changeCustomer, createCustomer, readCustomer } from './customers.ts'
import { listCustomers } from './queries.ts'
import { createCustomerBody, customer, updateCustomerBody } from './resources.ts'

const PAGE = { default: 20, max: 100 }
const PATH = `${BASE}/order-pay-customer`
const part = (what: string) =>
  ({
    kind: 'one',
    schema: Type.String({ minLength: 1, maxLength: 200, examples: ['kettle'] }),
    description: `Only customers whose ${what} has this in it, in any case of letters.`,
  }) as const

const query = { resource: customer, include: ['payment-methods'] } as const
const ofCustomer = {
  ...shared,
  path: `${PATH}/{order_pay_customer}`,
  params: { order_pay_customer: 'Id of the customer.' },
  query,
} as const

export function customerRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: PATH,
    id: 'listOrderPayCustomers',
    summary: 'Your customers',
    description:
      'Customers for whom you make orders yourself, by the name of their store unless told otherwise.',
    query: {
      ...query,
      filters: { storeName: part('store name'), email: part('email address') },
      sort: { fields: ['id', 'storeName'], default: 'storeName' },
      parameters: pageNumberParameters(PAGE),
    },
    answers: [{ status: 200, description: 'One page.', resource: customer, many: true, paged: 'offset' }],
    async handle({ db, actor }, { query }) {
      const page = readPageNumber(query, PAGE)
      const { storeName, email } = query.filter
      const wanted = { sort: query.sort, page }
      const { customers, total } = await listCustomers(db, brandOf(actor), { storeName, email }, wanted)
      const meta = { page: offsetMeta(page, { rows: customers.length, total }) }
      return document(customer, customers, { meta })
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: PATH,
    id: 'createOrderPayCustomer',
    summary: 'Add a customer',
    description:
      'Send an id of your own to make a retry harmless. In the sandbox the email address says how payments end: `+declined` before the `@` lets them fail, `+stalled` lets them wait until somebody decides; all others succeed.',
    query,
    body: createCustomerBody,
    answers: createdAnswers(customer, 'The customer.', 'The id was known: the stored customer.'),
    async handle(ctx, { body: { data } }) {
      const wanted = { ...data.attributes, id: data.id }
      return createdDocument(customer, await createCustomer(ctx, brandOf(ctx.actor), wanted, 'data'))
    },
  })

  http.operation({
    ...ofCustomer,
    method: 'GET',
    id: 'getOrderPayCustomer',
    summary: 'A customer',
    description: 'With how it has paid before.',
    answers: [oneAnswer(customer, 'The customer.')],
    async handle({ db, actor }, { params }) {
      return document(customer, await readCustomer(db, brandOf(actor), params.order_pay_customer))
    },
  })

  http.operation({
    ...ofCustomer,
    method: 'PATCH',
    id: 'updateOrderPayCustomer',
    summary: 'Change a customer',
    description:
      'What is left out stays, members of the company and of addresses too. Orders keep the customer as it was when they were written last. Who moves to another country pays in its currency from then on, unless another one is told.',
    body: updateCustomerBody,
    answers: [oneAnswer(customer, 'The customer as it is now.')],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.order_pay_customer, data.id)
      const changed = await changeCustomer(ctx, brandOf(ctx.actor), id, data.attributes ?? {}, 'data')
      return document(customer, changed)
    },
  })
}
