import { jsonApiMember } from '@tradehall/jsonapi'
import { OPERATION_TYPES } from '@tradehall/product-files'
import { Type } from 'typebox'
import { brandOf, doerOf } from '../../domain/actor.ts'
import { idToChange } from '../../domain/ownership.ts'
import { createdAnswers, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerOwnPage, filtered, PAGE } from '../../http/lists/paging.ts'
import { type Ctx, document, rendered } from '../../http/operation.ts'
import type { ListOwned } from '../../platform/queries/owned.ts'
import { onlyStarted, resultsExpired } from './errors.ts'
import { STATUSES } from './operations/operation-rules.ts'
import {
  addEntries,
  cancelOperation,
  findExistingOperation,
  openOperation,
  readOperation,
  rejectForbiddenCallback,
  startDelete,
  startOperation,
} from './operations/operations.ts'
import { hasOperation, listOperations, type OperationRow } from './operations/queries.ts'
import {
  integrationOperation,
  OPERATIONS,
  type OperationWithUrl,
  operationsUrl,
} from './operations/resource.ts'
import {
  hasDraft,
  hasResult,
  listDrafts,
  listResults,
  listUnprocessed,
  type OperationKey,
  RESULT_STATUSES,
} from './operations/results.ts'
import { areResultsExpired } from './operations/retention.ts'
import {
  createBody,
  deleteBody,
  documentedProductsBody,
  integrationDraft,
  integrationResult,
  integrationResultLink,
  productsBody,
  startBody,
  unprocessedProduct,
} from './resources.ts'

const shared = { tag: 'Catalog integrations', access: 'brand' } as const
const ofOperation = { ...shared, params: { operationId: 'The id of the operation.' } }
/** Fits a thousand products of typical size, or one with the maximum of variants; larger loads take several requests. */
const BODY_LIMIT = 4 * 1024 * 1024
/** Results are small, and clients that search for failures read all of them. */
const RESULTS_PAGE = { default: 100, max: 100 }

const EXAMPLE = {
  id: 'TF-204',
  type: 'catalog-integration-product',
  attributes: {
    external_id: 'TF-204',
    name: 'Linen wick tealight',
    description: 'Set of twelve tealights with linen wicks, unscented.',
    currency: 'EUR',
    vat_rate: 20,
    unit_multiplier: 4,
    wholesale_price: 6.5,
    retail_price: 13,
    made_in_country: 'PT',
    tags: ['tags_vegan'],
    main_image: 'https://img.example.test/204.jpg',
    variants: [{ sku: 'TF-204-W', ian: '4006381333948', stock_quantity: 80, is_always_in_stock: false }],
  },
}

export function integrationRoutes(http: Http): void {
  createRoutes(http)
  readRoutes(http)
  progressRoutes(http)
  productRoutes(http)
  resultRoutes(http)
  unprocessedRoute(http)
  draftRoutes(http)
}

const withUrl = ({ publicUrl }: Ctx, row: OperationRow): OperationWithUrl => ({
  ...row,
  url: operationsUrl(publicUrl, row.id),
})

function createRoutes(http: Http): void {
  const platforms = http.platform.config.integrationSources

  http.operation({
    ...shared,
    method: 'POST',
    path: OPERATIONS,
    id: 'createIntegrationOperation',
    support: 'write',
    summary: 'Open an operation on the catalog',
    description:
      'Add products to it, then start it. A brand has one open operation at a time. Send an id of your own to make a retry harmless: a known one answers 200 with the stored operation.',
    query: { resource: integrationOperation },
    body: createBody(platforms),
    answers: createdAnswers(
      integrationOperation,
      'The new operation.',
      'The operation that has this id already.',
    ),
    problems: [
      { status: 409, description: 'Another operation of the brand is open (`OPERATION_ALREADY_OPEN`).' },
    ],
    async handle(ctx, { body: { data } }) {
      const request = { ...data.attributes, id: data.id, by: doerOf(ctx.actor) }
      const brandId = brandOf(ctx.actor)
      // A retry returns the stored operation, even if its callback URL would be rejected now.
      if (!(await findExistingOperation(ctx.db, brandId, data.id, 'data')))
        await rejectForbiddenCallback(ctx, request.callbackUrl, 'data.attributes.callbackUrl')
      const { operation, created } = await openOperation(ctx, brandId, request, 'data')
      return document(integrationOperation, withUrl(ctx, operation), { status: created ? 201 : 200 })
    },
  })

  http.operation({
    ...shared,
    method: 'POST',
    path: `${OPERATIONS}/delete`,
    id: 'deleteIntegrationProducts',
    support: 'write',
    summary: 'Delete products in one call',
    description:
      'Creates an operation that is started at once, or `pending` while another one of the brand runs. Products stay readable as archived; naming variants deletes only those.',
    query: { resource: integrationOperation },
    body: deleteBody(platforms),
    bodyLimit: BODY_LIMIT,
    answers: [{ status: 201, description: 'The operation.', resource: integrationOperation }],
    async handle(ctx, { body: { products, ...request } }) {
      const entries = products.map(({ id, type, attributes }) => ({
        id: id ?? attributes.external_id,
        type,
        attributes,
      }))
      await rejectForbiddenCallback(ctx, request.callbackUrl, 'callbackUrl')
      const by = doerOf(ctx.actor)
      const operation = await startDelete(ctx, brandOf(ctx.actor), { ...request, by }, entries)
      return document(integrationOperation, withUrl(ctx, operation), { status: 201 })
    },
  })
}

function readRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: OPERATIONS,
    id: 'listIntegrationOperations',
    summary: 'Your operations on the catalog',
    description:
      'To find the one that is open, or to see what was loaded lately. Operations stay in the list when their results are gone.',
    query: {
      resource: integrationOperation,
      filters: {
        status: {
          kind: 'one',
          schema: Type.Enum([...STATUSES]),
          description: 'Only operations in this status.',
        },
        operationType: {
          kind: 'one',
          schema: Type.Enum([...OPERATION_TYPES]),
          description: 'Only operations of this type.',
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(integrationOperation, 'Newest first.')],
    async handle(ctx, { query }) {
      const list: ListOwned<OperationWithUrl> = async (db, brandId, walk) => {
        const rows = await listOperations(db, brandId, query.filter, walk)
        return rows.map((row) => withUrl(ctx, row))
      }
      const own = { db: ctx.db, of: brandOf(ctx.actor), list, has: hasOperation }
      return await answerOwnPage(integrationOperation, query, own)
    },
  })

  http.operation({
    ...ofOperation,
    method: 'GET',
    path: `${OPERATIONS}/{operationId}`,
    id: 'getIntegrationOperation',
    summary: 'One operation on the catalog',
    description: 'For following its progress: the counters grow while it runs.',
    query: { resource: integrationOperation },
    answers: [{ status: 200, description: 'The operation as it is now.', resource: integrationOperation }],
    async handle(ctx, { params }) {
      const row = await readOperation(ctx.db, brandOf(ctx.actor), params.operationId)
      return document(integrationOperation, withUrl(ctx, row))
    },
  })
}

/** Starts an operation, or cancels it. */
function progressRoutes(http: Http): void {
  http.operation({
    ...ofOperation,
    method: 'PATCH',
    path: `${OPERATIONS}/{operationId}`,
    id: 'startIntegrationOperation',
    support: 'write',
    summary: 'Start an operation',
    description:
      'Only `status: started` can be asked for. It becomes `pending` while another operation of the brand runs, and starts by itself then; without products it becomes `skipped`.',
    query: { resource: integrationOperation },
    body: startBody,
    bodyExample: { data: { type: 'catalog-integration-operation', attributes: { status: 'started' } } },
    answers: [{ status: 200, description: 'The operation.', resource: integrationOperation }],
    problems: [
      { status: 409, description: 'It is not `created` any more, or another status was asked for.' },
    ],
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.operationId, data.id)
      const { status } = data.attributes
      if (status !== 'started') throw onlyStarted(status, 'data')
      return document(integrationOperation, withUrl(ctx, await startOperation(ctx, brandOf(ctx.actor), id)))
    },
  })

  http.operation({
    ...ofOperation,
    method: 'POST',
    path: `${OPERATIONS}/{operationId}/-actions/cancel`,
    id: 'cancelIntegrationOperation',
    support: 'write',
    summary: 'Cancel an operation',
    description:
      'Before it starts it is `cancelled` at once, and its products are forgotten. While it runs, `meta.cancelRequestedAt` is set: products that were processed stay so, the others get the result `skipped`, and it is `cancelled` when all have one. Nobody is called back.',
    query: { resource: integrationOperation },
    answers: [{ status: 200, description: 'The operation.', resource: integrationOperation }],
    problems: [{ status: 409, description: 'It has ended.' }],
    async handle(ctx, { params }) {
      const row = await cancelOperation(ctx, brandOf(ctx.actor), params.operationId)
      return document(integrationOperation, withUrl(ctx, row))
    },
  })
}

function productRoutes(http: Http): void {
  http.operation({
    ...ofOperation,
    method: 'POST',
    path: `${OPERATIONS}/{operationId}/products`,
    id: 'addIntegrationProducts',
    support: 'write',
    summary: 'Add products to an operation',
    description:
      'In any number of calls while it is `created`, each of up to 4 MB. Attributes are checked when the operation runs, and what is wrong is told by its results.',
    body: productsBody,
    documentedBody: documentedProductsBody,
    bodyExample: { products: [EXAMPLE] },
    bodyLimit: BODY_LIMIT,
    anyText: true,
    answers: [
      {
        status: 200,
        description: 'How many products it has now.',
        contentType: 'application/vnd.api+json',
        schema: Type.Object({
          jsonapi: jsonApiMember,
          meta: Type.Object(
            {
              totalProductsCount: Type.Integer({
                minimum: 1,
                examples: [1],
                description: 'All that were attached so far.',
              }),
            },
            { description: 'What there is to say.' },
          ),
        }),
      },
    ],
    async handle(ctx, { params, body: { products } }) {
      const totalProductsCount = await addEntries(ctx, brandOf(ctx.actor), params.operationId, products)
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta: { totalProductsCount } }))
    },
  })
}

const statusFilter = <const Status extends string>(statuses: readonly Status[]) =>
  ({
    kind: 'one',
    schema: Type.Enum([...statuses]),
    description: 'Only products that ended so.',
  }) as const

/** The results of an operation, as a list of resources and as a list of linkages. */
function resultRoutes(http: Http): void {
  const lists = [
    {
      path: 'results',
      id: 'listIntegrationResults',
      summary: 'What became of the products of an operation',
      description:
        'In the order in which they were added, as far as they are processed. They are kept for 30 days after the end of the operation; then this is 404.',
      resource: integrationResult,
    },
    {
      path: 'relationships/results',
      id: 'listIntegrationResultLinks',
      summary: 'Type and id of the results of an operation',
      description: 'The same list as `…/results`, without attributes.',
      resource: integrationResultLink,
    },
  ]
  for (const { path, resource, ...texts } of lists) {
    http.operation({
      ...ofOperation,
      ...texts,
      method: 'GET',
      path: `${OPERATIONS}/{operationId}/${path}`,
      query: { resource, filters: { status: statusFilter(RESULT_STATUSES) }, page: RESULTS_PAGE },
      answers: [pageAnswer(resource, 'One page.')],
      async handle(ctx, { params, query }) {
        const of = await keyOfStoredResults(ctx, params.operationId)
        const list = filtered(listResults, query.filter)
        return await answerOwnPage(resource, query, { db: ctx.db, of, list, has: hasResult })
      },
    })
  }
}

/** Lists failed and skipped products, which the client may send again. */
function unprocessedRoute(http: Http): void {
  http.operation({
    ...ofOperation,
    method: 'GET',
    path: `${OPERATIONS}/{operationId}/unprocessed-products`,
    id: 'listUnprocessedProducts',
    summary: 'The products of an operation that failed or were skipped',
    description:
      'As they were sent, in the order in which they were added: correct them and send them in another operation. They are kept for 30 days after the end of the operation; then this is 404.',
    query: {
      resource: unprocessedProduct,
      filters: { status: statusFilter(['failure', 'skipped']) },
      page: PAGE,
    },
    answers: [pageAnswer(unprocessedProduct, 'One page.')],
    async handle(ctx, { params, query }) {
      const of = await keyOfStoredResults(ctx, params.operationId)
      const list = filtered(listUnprocessed, query.filter)
      return await answerOwnPage(unprocessedProduct, query, { db: ctx.db, of, list, has: hasResult })
    },
  })
}

async function keyOfStoredResults(ctx: Ctx, id: string): Promise<OperationKey> {
  const brandId = brandOf(ctx.actor)
  const operation = await readOperation(ctx.db, brandId, id)
  if (areResultsExpired(operation, ctx.clock.now())) throw resultsExpired(operation)
  return { brandId, id }
}

function draftRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/catalog/integrations/drafts',
    id: 'listIntegrationDrafts',
    summary: 'Products that did not pass the last import',
    description:
      'An import in which products do not pass validation replaces all drafts of the brand by these products. Updates and deletes leave them alone.',
    query: { resource: integrationDraft, page: PAGE },
    answers: [pageAnswer(integrationDraft, 'One page.')],
    async handle(ctx, { query }) {
      const own = { db: ctx.db, of: brandOf(ctx.actor), list: listDrafts, has: hasDraft }
      return await answerOwnPage(integrationDraft, query, own)
    },
  })
}
