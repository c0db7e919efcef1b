/** Bulk imports, updates and deletions of products, from any iterable. Every product is added exactly once. */
import { throwIfAborted, unlessAborted } from './aborts.ts'
import { entryBatches } from './batches.ts'
import { ConflictError, ImportError } from './errors.ts'
import type { ApiOperations } from './operations.ts'
import type { List } from './pages.ts'
import { type Repetition, repeatChecked } from './repeating.ts'
import type { CallOptions } from './requests.ts'
import type { Inputs, OperationOf, Result } from './types.ts'
import { newUuid } from './uuid.ts'
import { poll, type WaitOptions } from './waiting.ts'

const OPERATIONS = '/api/v1/catalog/integrations/operations'
const ONE = '/api/v1/catalog/integrations/operations/{operationId}'
const PRODUCTS = '/api/v1/catalog/integrations/operations/{operationId}/products'
const RESULTS = '/api/v1/catalog/integrations/operations/{operationId}/results'
const CANCEL = '/api/v1/catalog/integrations/operations/{operationId}/-actions/cancel'
const TYPE = 'catalog-integration-operation'
const REPORTS = '/api/v1/catalog/exchange/error-reports'
const REPORT = '/api/v1/catalog/exchange/error-reports/{error_report}'
const REPORT_FILE = '/api/v1/catalog/exchange/storage/error-reports/{error_report}'

/** Quick for small operations, rare for long ones. */
const PACE_MS = [1000, 2000, 4000, 8000, 15_000] as const
/** How long to wait for another open operation of the brand; an abandoned one would be waited for in vain. */
const QUEUE_TIMEOUT_MS = 10 * 60_000
const RESULTS_PER_PAGE = 100

type Body<O> = O extends { body: infer B } ? Exclude<B, string | FormData | URLSearchParams> : never
type OperationAttributes = Body<Inputs<OperationOf<'POST', typeof OPERATIONS>>>['data']['attributes']
type Entry = Body<Inputs<OperationOf<'POST', typeof PRODUCTS>>>['products'][number]

/** A product as it is sent; a text is an entry that was serialized before. */
export type ImportProduct = (Omit<Entry, 'type'> & { type?: Entry['type'] }) | string
export type ImportOperation = Result<'GET', typeof ONE, never, 'single'>
export type ImportResult = Result<'GET', typeof RESULTS, never, 'list'>

export interface ImportOptions extends WaitOptions, Partial<OperationAttributes> {
  /** With the same id and the same products an interrupted import continues where it was. */
  id?: string
  onProgress?: (progress: ImportProgress) => void
  /** How long to wait while another operation of the brand is open: 10 minutes by default, 0 for an error at once. */
  queueTimeoutMs?: number
}

export interface ImportProgress {
  operationId: string
  /**
   * `queued`: another operation is open. `adding`: products are sent. `waiting`: they are sent, and another operation
   * of the brand runs first. `processing`: the server works on them.
   */
  phase: 'queued' | 'adding' | 'waiting' | 'processing'
  added: number
  processed: number
  failed: number
}

export interface FinishedImport {
  operation: ImportOperation
  /** The outcome of every product, in the order in which they were added. */
  results: List<ImportResult>
}

export class Imports {
  readonly #api: ApiOperations
  readonly #repetition: Repetition
  /** A brand has one open operation, so the imports of a client add their products one after the other. */
  #lastAdding: Promise<unknown> = Promise.resolve()

  constructor(api: ApiOperations, { clock, maxRetries }: Repetition) {
    this.#api = api
    this.#repetition = { clock, maxRetries }
  }

  /** Adds all products to an operation, starts it, and waits until it has ended. */
  async run(
    products: Iterable<ImportProduct> | AsyncIterable<ImportProduct>,
    options: ImportOptions = {},
  ): Promise<FinishedImport> {
    const id = await this.start(products, options)
    const operation = await this.untilOperationEnds(id, options)
    return { operation, results: this.results(id, callOptions(options)) }
  }

  /** Adds all products to an operation and starts it, without waiting for its end. Resolves with its id. */
  async start(
    products: Iterable<ImportProduct> | AsyncIterable<ImportProduct>,
    options: ImportOptions = {},
  ): Promise<string> {
    const id = options.id ?? newUuid()
    const adding = this.#lastAdding.then(() => this.#addAndStart(id, products, options))
    this.#lastAdding = adding.catch(() => undefined)
    await unlessAborted(adding, options.signal)
    return id
  }

  async get(operationId: string, options: CallOptions = {}): Promise<ImportOperation> {
    return await this.#api.get(ONE, { ...options, path: { operationId } })
  }

  results(operationId: string, options: CallOptions = {}): List<ImportResult> {
    const query = { 'page[limit]': RESULTS_PER_PAGE }
    return this.#api.list(RESULTS, { ...options, path: { operationId }, query })
  }

  /** Cancels an operation: at once before it runs, or the rest of it. Resolves also if it has ended already. */
  async cancel(operationId: string, options: CallOptions = {}): Promise<void> {
    try {
      await this.#api.request('POST', CANCEL, { ...options, path: { operationId }, repeatable: true })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
    }
  }

  /** Polls the operation until it has ended in any way; a brand's operations run one after the other. */
  async untilOperationEnds(
    operationId: string,
    options: WaitOptions & Pick<ImportOptions, 'onProgress'> = {},
  ): Promise<ImportOperation> {
    return await poll({
      ...options,
      clock: this.#repetition.clock,
      goal: `the end of the operation ${operationId}`,
      paceMs: PACE_MS,
      read: () => this.get(operationId, callOptions(options)),
      isDone(operation) {
        const { status } = operation.attributes
        options.onProgress?.(progressOf(operation, status === 'pending' ? 'waiting' : 'processing'))
        return !['created', 'pending', 'started'].includes(status)
      },
    })
  }

  /** The workbook of what failed in an operation that has ended: rows to be corrected and imported again. */
  async errorReport(operationId: string, options: WaitOptions = {}): Promise<Response> {
    const attributes = { pim_import_job_id: operationId }
    const body = { data: { type: 'catalog-exchange-error-report', attributes } } as const
    const { data } = await this.#api.request('POST', REPORTS, { ...callOptions(options), body })
    const call = { ...callOptions(options), path: { error_report: data.id } }
    await poll({
      ...options,
      clock: this.#repetition.clock,
      goal: `the error report of the operation ${operationId}`,
      paceMs: PACE_MS,
      read: () => this.#api.get(REPORT, call),
      isDone({ attributes: { status, failureReason } }) {
        if (status === 'failed') {
          throw new ImportError(`The error report could not be made: ${failureReason}`, operationId)
        }
        return status === 'completed'
      },
    })
    return await this.#api.download(REPORT_FILE, call)
  }

  async #addAndStart(
    id: string,
    products: Iterable<ImportProduct> | AsyncIterable<ImportProduct>,
    options: ImportOptions,
  ): Promise<void> {
    throwIfAborted(options.signal)
    const operation = await this.#open(id, options)
    if (operation.attributes.status !== 'created') return
    try {
      await this.#addAll(operation, products, options)
      await this.#start(id, options)
    } catch (error) {
      // An open operation would be in the way of the next one. With an id of the caller it can be continued.
      if (options.id === undefined) await this.cancel(id).catch(() => undefined)
      throw error
    }
  }

  /** Creates the operation, or finds the one with this id; waits while another one is open. */
  async #open(id: string, options: ImportOptions): Promise<ImportOperation> {
    const { source = 'other', operationType = 'import', updateFields, callbackUrl } = options
    const attributes: OperationAttributes = {
      source,
      operationType,
      ...(updateFields && { updateFields }),
      ...(callbackUrl && { callbackUrl }),
    }
    const body = { data: { type: TYPE, id, attributes } } as const
    const endsAt = this.#repetition.clock.now() + (options.queueTimeoutMs ?? QUEUE_TIMEOUT_MS)
    for (;;) {
      try {
        const { data } = await this.#api.request('POST', OPERATIONS, { ...callOptions(options), body })
        return data as ImportOperation
      } catch (error) {
        const open = error instanceof ConflictError ? openOperationIn(error) : undefined
        const timeoutMs = endsAt - this.#repetition.clock.now()
        if (open === undefined || timeoutMs <= 0) throw error
        await this.#waitForOther(open, id, { ...options, timeoutMs })
      }
    }
  }

  async #waitForOther(open: string, id: string, options: ImportOptions): Promise<void> {
    const { onProgress, ...waiting } = options
    await poll({
      ...waiting,
      clock: this.#repetition.clock,
      goal: `the open operation ${open}, which has to be started or cancelled first`,
      paceMs: PACE_MS,
      read: () => this.get(open, callOptions(options)),
      isDone({ attributes }) {
        onProgress?.({ operationId: id, phase: 'queued', added: 0, processed: 0, failed: 0 })
        return attributes.status !== 'created'
      },
    })
  }

  async #addAll(
    operation: ImportOperation,
    products: Iterable<ImportProduct> | AsyncIterable<ImportProduct>,
    options: ImportOptions,
  ): Promise<void> {
    let added = operation.attributes.totalProductsCount
    const { onProgress } = options
    onProgress?.({ ...progressOf(operation, 'adding'), added })
    for await (const batch of entryBatches(products, { operationId: operation.id, added })) {
      await this.#addBatch(operation.id, batch, added, options)
      added += batch.length
      onProgress?.({ ...progressOf(operation, 'adding'), added })
    }
  }

  /** The server counts the products, which tells after a lost response whether they have arrived. */
  async #addBatch(
    id: string,
    batch: readonly string[],
    before: number,
    options: ImportOptions,
  ): Promise<void> {
    const path = { operationId: id }
    const after = before + batch.length
    const expect = (total: number) => {
      if (total === after) return
      throw new ImportError(
        `The operation ${id} has ${total} products instead of ${after}: another program adds to it. Cancel it and start again.`,
        id,
      )
    }
    const body = `{"products":[${batch.join(',')}]}`
    await repeatChecked({
      ...this.#repetition,
      signal: options.signal,
      attempt: async () => {
        const { meta } = await this.#api.request('POST', PRODUCTS, { ...callOptions(options), path, body })
        expect(meta.totalProductsCount)
      },
      check: async () => {
        const { totalProductsCount } = (await this.get(id, callOptions(options))).attributes
        if (totalProductsCount === before) return 'not-yet'
        expect(totalProductsCount)
        return { done: undefined }
      },
    })
  }

  async #start(id: string, options: ImportOptions): Promise<void> {
    const body = { data: { type: TYPE, id, attributes: { status: 'started' } } } as const
    try {
      await this.#api.request('PATCH', ONE, { ...callOptions(options), path: { operationId: id }, body })
    } catch (error) {
      // The response to an earlier attempt was lost, and the operation has started.
      const current =
        error instanceof ConflictError ? (error.current as ImportOperation | undefined) : undefined
      if (!current || current.attributes.status === 'created') throw error
    }
  }
}

const callOptions = ({ signal }: { signal?: AbortSignal }): CallOptions => (signal ? { signal } : {})

const progressOf = ({ id, attributes }: ImportOperation, phase: ImportProgress['phase']): ImportProgress => ({
  operationId: id,
  phase,
  added: attributes.totalProductsCount,
  processed: attributes.processedProductsCount,
  failed: attributes.failedProductsCount,
})

function openOperationIn({ errors }: ConflictError): string | undefined {
  const open = errors.find(({ code }) => code === 'OPERATION_ALREADY_OPEN')?.meta?.operationId
  return typeof open === 'string' ? open : undefined
}
