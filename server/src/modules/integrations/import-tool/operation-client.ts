/** Client of the operations API. Transient failures are retried with backoff; others are thrown as messages for the user. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../../../platform/data-dir.ts'
import {
  type Answer,
  type Client,
  problemsIn,
  type RequestOptions,
  reasonOf,
  Unreachable,
} from '../../../tools/client.ts'
import type { OperationType } from '../operations/operation-rules.ts'

const OPERATIONS = '/api/v1/catalog/integrations/operations'
const REPORTS = '/api/v1/catalog/exchange/error-reports'
const DOWNLOADS = '/api/v1/catalog/exchange/storage/error-reports'
const TYPE = 'catalog-integration-operation'

/** Exponential backoff from 250 ms: about two minutes in all. */
const MAX_ATTEMPTS = 10
const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000
const POLL_MS = 500

/** The server rejected the request; a retry would not help. */
export class RequestRejected extends StartRefused {}

export interface Operation {
  id: string
  status: string
  total: number
  processed: number
  failed: number
}

export interface OperationToOpen {
  id: string
  operationType: OperationType
  source: string
  updateFields: readonly string[]
}

type Method = 'GET' | 'POST' | 'PATCH'

export class OperationClient {
  readonly #client: Client
  readonly #signal: AbortSignal

  constructor(client: Client, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
  }

  /** Creates the operation, or returns the existing one with this id. */
  async open({ id, updateFields, ...others }: OperationToOpen): Promise<Operation> {
    const attributes = { ...others, ...(updateFields.length > 0 && { updateFields }) }
    const body = { data: { type: TYPE, id, attributes } }
    return operationIn(await this.#request('POST', OPERATIONS, { body }))
  }

  async read(id: string): Promise<Operation> {
    return operationIn(await this.#request('GET', `${OPERATIONS}/${id}`))
  }

  /** Adds entries after the first `before` exactly once, also if a response is lost. */
  async add(id: string, entries: readonly string[], before: number): Promise<void> {
    const payload = `{"products":[${entries.join(',')}]}`
    const after = before + entries.length
    for (let attempts = 0; ; attempts++) {
      const answer = await this.#send('POST', `${OPERATIONS}/${id}/products`, { payload })
      let total: number
      if (isTransient(answer)) {
        await this.#backOff(answer, attempts)
        ;({ total } = await this.read(id))
        if (total === before) continue
      } else ({ totalProductsCount: total } = this.#accepted(answer as Answer).body.meta)
      if (total === after) return
      throw new StartRefused(
        `The operation ${id} has ${total} products instead of ${after}: another client adds to it. Run with --restart to cancel it and start over.`,
      )
    }
  }

  async start(id: string): Promise<void> {
    const body = { data: { type: TYPE, id, attributes: { status: 'started' } } }
    const answer = await this.#sendWithRetry('PATCH', `${OPERATIONS}/${id}`, { body })
    // The response to an earlier attempt was lost: the operation has started.
    if (answer.status === 409 && (await this.read(id)).status !== 'created') return
    this.#accepted(answer)
  }

  /** Succeeds also if the operation cannot be cancelled any more. */
  async cancel(id: string): Promise<void> {
    const answer = await this.#sendWithRetry('POST', `${OPERATIONS}/${id}/-actions/cancel`)
    if (![404, 409].includes(answer.status)) this.#accepted(answer)
  }

  /** Polls the operation until it has ended. */
  async follow(id: string, onProgress: (operation: Operation) => void): Promise<Operation> {
    for (;;) {
      const operation = await this.read(id)
      onProgress(operation)
      if (!['created', 'pending', 'started'].includes(operation.status)) return operation
      await this.#pause(POLL_MS)
    }
  }

  /** Requests the error report, waits for it and saves it. */
  async saveReport(id: string, path: string): Promise<void> {
    const body = { data: { type: 'catalog-exchange-error-report', attributes: { pim_import_job_id: id } } }
    let { data } = (await this.#request('POST', REPORTS, { body })).body
    while (!['completed', 'failed'].includes(data.attributes.status)) {
      await this.#pause(POLL_MS)
      ;({ data } = (await this.#request('GET', `${REPORTS}/${data.id}`)).body)
    }
    if (data.attributes.status === 'failed') {
      throw new StartRefused(`The error report could not be rendered: ${data.attributes.failureReason}`)
    }
    await this.#download(`${DOWNLOADS}/${data.id}`, path)
  }

  async #download(url: string, path: string): Promise<void> {
    const signal = this.#signal
    // The rename makes the download atomic.
    const part = `${path}.part`
    try {
      await pipeline(await this.#client.download(url, signal), createWriteStream(part), { signal })
      renameSync(part, path)
    } catch (error) {
      rmSync(part, { force: true })
      if (signal.aborted || error instanceof StartRefused) throw error
      throw new StartRefused(
        `The error report could not be saved as ${path}: ${reasonOf(error)}. Run the same command again to resume.`,
      )
    }
  }

  async #request(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.#accepted(await this.#sendWithRetry(method, path, options))
  }

  /** For idempotent requests. */
  async #sendWithRetry(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
    for (let attempts = 0; ; attempts++) {
      const answer = await this.#send(method, path, options)
      if (!isTransient(answer)) return answer as Answer
      await this.#backOff(answer, attempts)
    }
  }

  /** Returns `Unreachable` without a response; the server may or may not have processed the request. */
  async #send(method: Method, path: string, options: RequestOptions): Promise<Answer | Unreachable> {
    try {
      return await this.#client.send(method, path, { ...options, signal: this.#signal })
    } catch (error) {
      if (error instanceof Unreachable) return error
      throw error
    }
  }

  #accepted(answer: Answer): Answer {
    if (answer.status < 300) return answer
    throw new RequestRejected(`${this.#client.baseUrl} rejected the request: ${problemsIn(answer)}`)
  }

  async #backOff(answer: Answer | Unreachable, attempts: number): Promise<void> {
    if (attempts >= MAX_ATTEMPTS) {
      const why = answer instanceof Unreachable ? answer.message : problemsIn(answer)
      throw new StartRefused(
        `${this.#client.baseUrl} cannot be reached: ${why.replace(/\.$/, '')}. Run the same command again to resume.`,
      )
    }
    const retryAfter = answer instanceof Unreachable ? undefined : answer.retryAfter
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS)
    await this.#pause(Math.max(backoffMs, (retryAfter ?? 0) * 1000))
  }

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#signal })
  }
}

/** A missing response, throttling and server errors: a retry may succeed. */
const isTransient = (answer: Answer | Unreachable): boolean =>
  answer instanceof Unreachable || answer.status === 429 || answer.status >= 500

const operationIn = ({ body: { data } }: Answer): Operation => ({
  id: data.id,
  status: data.attributes.status,
  total: data.attributes.totalProductsCount,
  processed: data.attributes.processedProductsCount,
  failed: data.attributes.failedProductsCount,
})
