import { Type } from 'typebox'
import { columnsOf } from '../../../http/fields.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import { idToChange, unknown } from '../../../http/ownership.ts'
import { answerPage, PAGE } from '../../../http/paging.ts'
import { createBrand, findBrand, hasBrand, listBrands, type NewBrand, updateBrand } from './brands.ts'
import { brand, brandFields, createBrandBody, updateBrandBody } from './resources.ts'

const example = {
  name: 'Alder & Wick',
  currency: 'EUR',
  country: 'BE',
  averageLeadTime: '3-5',
  address: { street: 'Kaai 12', city: 'Gent', postalCode: '9000', countryCode: 'BE' },
  platformFeePercent: 10,
  newCustomerFeePercent: 0,
  feeVatPercent: 20,
}

export function brandRoutes(http: Http): void {
  const params = { brand: 'Id of the brand.' }

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/brands`,
    id: 'listBrandsAsOperator',
    summary: 'The brands of the marketplace',
    description: 'All of them, with their settings, unless filtered.',
    query: {
      resource: brand,
      page: PAGE,
      filters: {
        id: idFilter,
        name: {
          kind: 'one',
          schema: Type.String({ maxLength: 200 }),
          description: 'Brands with this text in their name, in upper or lower case.',
        },
      },
    },
    answers: [
      { status: 200, description: 'One page, newest first.', resource: brand, many: true, paged: true },
    ],
    async handle({ db }, { query }) {
      const filter = { ids: query.filter.id, name: query.filter.name }
      return await answerPage(
        brand,
        query,
        (walk) => listBrands(db, filter, walk),
        (id) => hasBrand(db, id),
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/brands`,
    id: 'createBrand',
    summary: 'Create a brand',
    description:
      'Opens its stock location as well. Settings that are left out get the usual values. Send an id of your own to make a retry harmless.',
    query: { resource: brand },
    body: createBrandBody,
    bodyExample: { data: { type: 'brands', attributes: example } },
    answers: [
      { status: 201, description: 'The brand.', resource: brand },
      { status: 200, description: 'The id was known: the stored brand.', resource: brand },
    ],
    async handle(ctx, { body: { data } }) {
      // The schema of the body asks for every column that a new brand needs.
      const columns = columnsOf(brand, brandFields, data.attributes) as NewBrand
      const result = await createBrand(ctx, { ...columns, id: data.id })
      return document(brand, result.brand, { status: result.created ? 201 : 200 })
    },
  })

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/brands/{brand}`,
    id: 'getBrand',
    summary: 'A brand',
    description: 'With its settings.',
    params,
    query: { resource: brand },
    answers: [{ status: 200, description: 'The brand.', resource: brand }],
    async handle({ db }, { params: { brand: id } }) {
      const found = await findBrand(db, id)
      if (!found) throw unknown('brand', id)
      return document(brand, found)
    },
  })

  http.operation({
    ...forOperator,
    method: 'PATCH',
    path: `${OPERATOR_API}/brands/{brand}`,
    id: 'updateBrand',
    summary: 'Change the settings of a brand',
    description: 'Attributes that are left out stay as they are. An address is replaced as a whole.',
    params,
    query: { resource: brand },
    body: updateBrandBody,
    bodyExample: {
      data: {
        type: 'brands',
        id: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11',
        attributes: { averageLeadTime: '6-10', platformFeePercent: 12.5 },
      },
    },
    answers: [{ status: 200, description: 'The brand as it is now.', resource: brand }],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.brand, data.id)
      const changed = await updateBrand(ctx, id, columnsOf(brand, brandFields, data.attributes))
      if (!changed) throw unknown('brand', id)
      return document(brand, changed)
    },
  })
}
