/** Operator API: the brands that are enrolled in a warehouse. */
import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { country, uuid } from '../../../domain/fields.ts'
import { idToChange } from '../../../domain/ownership.ts'
import { listAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { enrolment } from '../resources.ts'
import { changeEnrolment, endEnrolment, enrolBrand, findEnrolmentRow, listEnrolments } from './enrolments.ts'

/** An upper limit above the number of countries. */
const MAX_COUNTRIES = 300
const countryCodes = Type.Array(country('Country'), {
  minItems: 1,
  maxItems: MAX_COUNTRIES,
  uniqueItems: true,
  description: 'Where the warehouse may send the goods.',
})
const isTransferring = Type.Boolean({
  examples: [false],
  description: 'Whether the goods are on the way to another warehouse and cannot be picked.',
})

export function enrolmentRoutes(http: Http): void {
  const path = `${OPERATOR_API}/fulfillment-enrolments`
  const ofBrand = {
    ...forOperator,
    path: `${path}/{brand}`,
    params: { brand: 'Id of the brand.' },
    query: { resource: enrolment },
  } as const

  http.operation({
    ...forOperator,
    method: 'GET',
    path,
    id: 'listFulfillmentEnrolments',
    summary: 'The brands whose goods lie in a warehouse',
    description: 'Those that left too.',
    query: { resource: enrolment },
    answers: [listAnswer(enrolment, 'All, the newest first.')],
    handle: async ({ db }) => document(enrolment, await listEnrolments(db)),
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path,
    id: 'enrolBrand',
    summary: 'Enrol a brand',
    description: 'A brand that comes back has its goods, and its warehouse, from before.',
    query: { resource: enrolment },
    body: requestDocument(enrolment, {
      closed: true,
      id: 'none',
      attributes: {
        brandId: uuid('The brand.'),
        warehouseId: uuid('Where its goods will lie.'),
        countryCodes,
        isTransferring,
      },
      required: ['brandId', 'warehouseId', 'countryCodes'],
    }),
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    problems: [{ status: 404, description: 'There is no such brand or warehouse.' }],
    async handle(ctx, { body: { data } }) {
      const { brandId, ...terms } = data.attributes
      return document(enrolment, await enrolBrand(ctx, brandId, terms))
    },
  })

  http.operation({
    ...ofBrand,
    method: 'GET',
    id: 'getFulfillmentEnrolment',
    summary: 'The enrolment of a brand',
    description: 'Also of one that left.',
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    handle: async ({ db }, { params }) => document(enrolment, await findEnrolmentRow(db, params.brand)),
  })

  http.operation({
    ...ofBrand,
    method: 'PATCH',
    id: 'updateFulfillmentEnrolment',
    summary: 'Change the terms of a brand',
    description: 'What is left out stays.',
    body: requestDocument(enrolment, {
      closed: true,
      id: 'path',
      attributes: { countryCodes, isTransferring },
    }),
    answers: [{ status: 200, description: 'The enrolment.', resource: enrolment }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.brand, data.id)
      return document(enrolment, await changeEnrolment(ctx, id, data.attributes ?? {}))
    },
  })

  http.operation({
    ...forOperator,
    method: 'DELETE',
    path: ofBrand.path,
    params: ofBrand.params,
    id: 'endFulfillmentEnrolment',
    summary: 'Let a brand leave',
    description:
      'It declares and announces nothing more. What lies in the warehouse or is on its way stays its own.',
    answers: [{ status: 200, description: 'It has left.', empty: true }],
    async handle(ctx, { params }) {
      await endEnrolment(ctx, params.brand)
      return empty()
    },
  })
}
