/** What the pages of imports read and send. Keys begin with the type of operations, so that every step of one renews them. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createClient,
  type ImportOptions,
  type ImportProduct,
  type ImportResult,
  type List,
} from '@tradehall/client'
import { client, send, sendForData } from './client.ts'
import { listQuery, type Position, pageQuery, readPage } from './list-pages.ts'

const TYPE = 'catalog-integration-operation'
const OPERATIONS = '/api/v1/catalog/integrations/operations'
const ONE = '/api/v1/catalog/integrations/operations/{operationId}'
const RESULTS = '/api/v1/catalog/integrations/operations/{operationId}/results'
const UNPROCESSED = '/api/v1/catalog/integrations/operations/{operationId}/unprocessed-products'

export const STATUSES = [
  'created',
  'pending',
  'started',
  'succeeded',
  'partially_failed',
  'failed',
  'cancelled',
  'skipped',
] as const
export const KINDS = ['import', 'update', 'delete'] as const

export interface ImportsSearch extends Position {
  status?: (typeof STATUSES)[number]
  kind?: (typeof KINDS)[number]
}

const listOperations = ({ status, kind, ...position }: ImportsSearch) =>
  client.list(OPERATIONS, {
    query: {
      ...pageQuery(position),
      ...(status && { 'filter[status]': status }),
      ...(kind && { 'filter[operationType]': kind }),
    },
  })

export type ListedOperation = ReturnType<typeof listOperations> extends List<infer Row> ? Row : never

export const operationsQuery = (search: ImportsSearch) =>
  listQuery([TYPE, 'list', search], () => listOperations(search))

const readOperation = (operationId: string) =>
  sendForData(() => client.request('GET', ONE, { path: { operationId } }))

export type ShownOperation = Awaited<ReturnType<typeof readOperation>>

export const operationQuery = (operationId: string) =>
  queryOptions({
    queryKey: [TYPE, 'one', operationId],
    queryFn: () => readOperation(operationId),
  })

export const RESULT_STATUSES = ['success', 'failure', 'skipped'] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

export const resultsQuery = (operationId: string, status: ResultStatus | undefined, position: Position) =>
  queryOptions({
    queryKey: [TYPE, 'results', operationId, status, position],
    queryFn: () =>
      send(() =>
        readPage<ImportResult>(
          client.list(RESULTS, {
            path: { operationId },
            query: { ...pageQuery(position), ...(status && { 'filter[status]': status }) },
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  })

/** Products that can be corrected on the page at a time. */
export const MAX_RESENT = 200

export const unprocessedQuery = (operationId: string) =>
  queryOptions({
    queryKey: [TYPE, 'unprocessed', operationId],
    queryFn: () =>
      send(() =>
        client.list(UNPROCESSED, { path: { operationId }, query: { 'page[limit]': 50 } }).toArray(MAX_RESENT),
      ),
  })

/** A long upload waits for the rate limit and repeats what the network has lost. */
const patient = createClient({ maxWaitMs: 120_000, timeoutMs: 60_000 })

/** Resolves with the id of the operation as soon as it is started. */
export const sendProducts = (
  products: Iterable<ImportProduct> | AsyncIterable<ImportProduct>,
  options: Pick<ImportOptions, 'operationType' | 'source' | 'updateFields' | 'signal' | 'onProgress'>,
) => patient.imports.start(products, options)

export const cancelOperation = (operationId: string) => send(() => client.imports.cancel(operationId))

export const errorReportOf = async (operationId: string) =>
  await (await send(() => client.imports.errorReport(operationId))).blob()
