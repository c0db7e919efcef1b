/** Operator API: the warehouses. */
import { requestDocument } from '@tradehall/jsonapi'
import { country, name } from '../../../domain/fields.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { warehouse } from '../resources.ts'
import { createWarehouse, findWarehouse, listWarehouses } from './enrolments.ts'

export function warehouseRoutes(http: Http): void {
  const path = `${OPERATOR_API}/warehouses`
  const attributes = {
    name: name('Hall Mechelen', 'What it is called.'),
    countryCode: country('Where it stands'),
  }

  http.operation({
    ...forOperator,
    method: 'GET',
    path,
    id: 'listWarehouses',
    summary: 'The warehouses',
    description: 'Where goods of brands can lie.',
    query: { resource: warehouse, page: PAGE },
    answers: [pageAnswer(warehouse, 'One page, newest first.')],
    async handle({ db }, { query }) {
      const fetch = (walk: Parameters<typeof listWarehouses>[2]) => listWarehouses(db, {}, walk)
      return await answerPage(
        warehouse,
        query,
        fetch,
        async (id) => (await findWarehouse(db, id)) !== undefined,
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path,
    id: 'createWarehouse',
    summary: 'Open a warehouse',
    description: 'Send an id of your own to make a retry harmless.',
    query: { resource: warehouse },
    body: requestDocument(warehouse, {
      closed: true,
      id: 'optional',
      attributes,
      required: ['name', 'countryCode'],
    }),
    answers: [
      { status: 201, description: 'The warehouse.', resource: warehouse },
      { status: 200, description: 'The id was known: the stored warehouse.', resource: warehouse },
    ],
    async handle(ctx, { body: { data } }) {
      const { row, created } = await createWarehouse(ctx, { id: data.id, ...data.attributes })
      return document(warehouse, row, { status: created ? 201 : 200 })
    },
  })
}
