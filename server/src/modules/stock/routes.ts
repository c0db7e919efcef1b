import type { Query, QuerySpec, Resource } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { brandOf } from '../../domain/actor.ts'
import type { Http } from '../../http/http.ts'
import { answerOwnPage, filtered, readPage } from '../../http/lists/paging.ts'
import { type Answer, none, type Operation, type Params, pageDocument } from '../../http/operation.ts'
import { setBy } from './ledger/ledger.ts'
import { withParts } from './reading/bundles.ts'
import * as filters from './reading/filters.ts'
import { stateBefore } from './reading/loaders.ts'
import { hasPosting, hasTransaction, walkPostings, walkTransactions } from './reading/movements.ts'
import { hasLocation, hasState, walkLocations, walkStates } from './reading/states.ts'
import { stockLocation, stockPosting, stockState, stockTransaction } from './resources.ts'
import { STATE_EXAMPLE, statesBody } from './state/state-body.ts'
import { writeStates } from './state/state-write.ts'

export function stockRoutes(http: Http): void {
  stateRoutes(http)
  ledgerRoutes(http)

  atBothPaths(http, 'locations', {
    method: 'GET',
    id: 'listStockLocations',
    summary: 'Where stock lies',
    description: 'The locations of your brand; their ids are needed to set stock.',
    query: { resource: stockLocation, filters: filters.locationFilters, page: filters.page },
    answers: [onePage(stockLocation)],
    async handle({ db, actor }, { query }) {
      const own = { db, of: brandOf(actor), list: filtered(walkLocations, query.filter), has: hasLocation }
      return await answerOwnPage(stockLocation, query, own)
    },
  })
}

function stateRoutes(http: Http): void {
  atBothPaths(http, 'state', {
    method: 'GET',
    id: 'listStockStates',
    summary: 'The stock of product variants',
    description: 'How much of each variant there is, now or at a past second, by location and status.',
    query: {
      resource: stockState,
      filters: filters.stateFilters,
      page: filters.page,
      parameters: {
        stateAt: {
          schema: Type.Integer({ minimum: 0, maximum: 9_999_999_999 }),
          description: 'Seconds since the epoch: the balance with everything up to and at that second.',
        },
      },
    },
    answers: [onePage(stockState)],
    async handle({ db, actor }, { query }) {
      const { status: statuses, ...filter } = { ...query.filter, ...query.parameters }
      const own = { db, of: brandOf(actor), has: hasState }
      return await answerOwnPage(stockState, query, {
        ...own,
        async list(db, brandId, walk) {
          const rows = await walkStates(db, brandId, filter, walk)
          return rows.map((row) => ({ ...row, statuses }))
        },
      })
    },
  })

  atBothPaths(http, 'state', {
    method: 'PATCH',
    id: 'updateStockStates',
    support: 'write',
    summary: 'Set the stock of product variants',
    description:
      'Sets absolute quantities at your own location, `available` or `onHand`, of all variants or, if one is refused, of none. A variant that was always in stock is tracked from then on.',
    body: statesBody,
    bodyExample: STATE_EXAMPLE,
    answers: [{ status: 204, description: 'Done.', none: true }],
    problems: [{ status: 404, description: 'There is no such product variant.' }],
    async handle(ctx, { body }) {
      await writeStates(ctx, brandOf(ctx.actor), body.data, 'data', setBy(ctx.actor))
      return none()
    },
  })
}

function ledgerRoutes(http: Http): void {
  atBothPaths(http, 'postings', {
    method: 'GET',
    id: 'listStockPostings',
    summary: 'The movements of stock, posting by posting',
    description: 'An included `state` is the balance before the earliest posting of the page.',
    query: {
      resource: stockPosting,
      include: ['transaction', 'lot', 'state'],
      filters: filters.postingFilters,
      sort: { fields: ['transaction.createdAt'], default: '-transaction.createdAt' },
      page: filters.ledgerPage,
    },
    answers: [onePage(stockPosting)],
    async handle(ctx, { query }) {
      const brandId = brandOf(ctx.actor)
      const descending = isDescending(query)
      const filter = await withParts(ctx.db, brandId, query.filter)
      const page = await readPage(
        query,
        (walk) => walkPostings(ctx.db, brandId, filter, { ...walk, descending }),
        (cursor) => hasPosting(ctx.db, brandId, cursor),
      )
      stateBefore.set(ctx, descending ? page.rows.at(-1) : page.rows[0])
      return pageDocument(stockPosting, page)
    },
  })

  atBothPaths(http, 'transactions', {
    method: 'GET',
    id: 'listStockTransactions',
    summary: 'The movements of stock, by what caused them',
    description: 'The filters find transactions with at least one such posting.',
    query: {
      resource: stockTransaction,
      include: ['postings'],
      filters: filters.transactionFilters,
      sort: { fields: ['createdAt'], default: '-createdAt' },
      page: filters.ledgerPage,
    },
    answers: [onePage(stockTransaction)],
    async handle({ db, actor }, { query }) {
      const descending = isDescending(query)
      const own = { db, of: brandOf(actor), has: hasTransaction }
      const filter = await withParts(db, own.of, query.filter)
      return await answerOwnPage(stockTransaction, query, {
        ...own,
        list: (db, brandId, walk) => walkTransactions(db, brandId, filter, { ...walk, descending }),
      })
    },
  })
}

type StockOperation<Q extends QuerySpec, B extends TSchema> = Omit<
  Operation<Params, Q, B>,
  'path' | 'tag' | 'access'
>

/** The specification doubles a segment of these paths; the short form is the same operation. */
function atBothPaths<const Q extends QuerySpec, B extends TSchema>(
  http: Http,
  name: string,
  operation: StockOperation<Q, B>,
): void {
  const shared = { ...operation, tag: 'Stock', access: 'brand' } as const
  http.operation({ ...shared, path: `/api/stock/v1/stock/${name}` })
  http.operation({
    ...shared,
    path: `/api/stock/v1/${name}`,
    id: `${operation.id}AtShortPath`,
    alias: true,
    summary: `${operation.summary} (short path)`,
  })
}

const isDescending = ({ sort }: Pick<Query, 'sort'>) => sort[0]?.descending ?? true

function onePage(resource: Resource): Answer {
  const description = 'One page, newest first unless sorted otherwise.'
  return { status: 200, description, resource, many: true, paged: 'null' }
}
