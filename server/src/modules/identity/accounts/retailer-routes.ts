import { columnsOf, name } from '../../../http/fields.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import { idToChange, unknown } from '../../../http/ownership.ts'
import { answerPage, PAGE } from '../../../http/paging.ts'
import { createRetailerBody, retailer, retailerFields, updateRetailerBody } from './resources.ts'
import {
  createRetailer,
  findRetailer,
  hasRetailer,
  listRetailers,
  type NewRetailer,
  updateRetailer,
} from './retailers.ts'

const example = {
  companyName: 'Harbour Lane SRL',
  storeName: 'Harbour Lane Stores',
  storeUrl: 'https://harbourlane.test/',
  email: 'buying@harbourlane.test',
  phoneNumberE164: '+32470000000',
  vatNumber: 'BE0700123456',
  businessIdentifier: 'BE0700123456',
  currency: 'EUR',
  country: 'BE',
  segment: 'concept-stores',
  address: { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' },
}

export function retailerRoutes(http: Http): void {
  const params = { retailer: 'Id of the retailer.' }

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/retailers`,
    id: 'listRetailersAsOperator',
    summary: 'The retailers of the marketplace',
    description: 'All of them, with their settings, unless filtered.',
    query: {
      resource: retailer,
      page: PAGE,
      filters: {
        id: idFilter,
        segment: {
          kind: 'one',
          schema: name('concept-stores', 'The segment.'),
          description: 'Only retailers of this segment.',
        },
      },
    },
    answers: [
      { status: 200, description: 'One page, newest first.', resource: retailer, many: true, paged: true },
    ],
    async handle({ db }, { query }) {
      const filter = { ids: query.filter.id, segment: query.filter.segment }
      return await answerPage(
        retailer,
        query,
        (walk) => listRetailers(db, filter, walk),
        (id) => hasRetailer(db, id),
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/retailers`,
    id: 'createRetailer',
    summary: 'Create a retailer',
    description: 'Send an id of your own to make a retry harmless.',
    query: { resource: retailer },
    body: createRetailerBody,
    bodyExample: { data: { type: 'retailers', attributes: example } },
    answers: [
      { status: 201, description: 'The retailer.', resource: retailer },
      { status: 200, description: 'The id was known: the stored retailer.', resource: retailer },
    ],
    async handle(ctx, { body: { data } }) {
      // The schema of the body asks for every column that a new retailer needs.
      const columns = columnsOf(retailer, retailerFields, data.attributes) as NewRetailer
      const result = await createRetailer(ctx, { ...columns, id: data.id })
      return document(retailer, result.retailer, { status: result.created ? 201 : 200 })
    },
  })

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/retailers/{retailer}`,
    id: 'getRetailer',
    summary: 'A retailer',
    description: 'With its settings.',
    params,
    query: { resource: retailer },
    answers: [{ status: 200, description: 'The retailer.', resource: retailer }],
    async handle({ db }, { params: { retailer: id } }) {
      const found = await findRetailer(db, id)
      if (!found) throw unknown('retailer', id)
      return document(retailer, found)
    },
  })

  http.operation({
    ...forOperator,
    method: 'PATCH',
    path: `${OPERATOR_API}/retailers/{retailer}`,
    id: 'updateRetailer',
    summary: 'Change the settings of a retailer',
    description: 'Attributes that are left out stay as they are. An address is replaced as a whole.',
    params,
    query: { resource: retailer },
    body: updateRetailerBody,
    bodyExample: {
      data: {
        type: 'retailers',
        id: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11',
        attributes: { segment: 'concept-stores', phoneNumberE164: '+32470000000' },
      },
    },
    answers: [{ status: 200, description: 'The retailer as it is now.', resource: retailer }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.retailer, data.id)
      const changed = await updateRetailer(ctx, id, columnsOf(retailer, retailerFields, data.attributes))
      if (!changed) throw unknown('retailer', id)
      return document(retailer, changed)
    },
  })
}
