/** Client of the operations API. Transient failures are retried with backoff; others are thrown as messages for the user. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../../../platform/data-dir.ts'
import {
  type Answer,
  type Client,
  problemsIn,
  reasonOf,
  Unreachable,
  type Wish,
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

export type OperationClient = ReturnType<typeof operationClient>

export function operationClient(client: Client, signal: AbortSignal) {
  type Method = 'GET' | 'POST' | 'PATCH'

  /** Returns `Unreachable` without a response; the server may or may not have processed the request. */
  async function tryOnce(method: Method, path: string, options: Wish): Promise<Answer | Unreachable> {
    try {
      return await client.send(method, path, { ...options, signal })
    } catch (error) {
      if (error instanceof Unreachable) return error
      throw error
    }
  }

  const isTransient = (answer: Answer | Unreachable): boolean =>
    answer instanceof Unreachable || answer.status === 429 || answer.status >= 500

  async function backOff(answer: Answer | Unreachable, attempts: number): Promise<void> {
    if (attempts >= MAX_ATTEMPTS) {
      const why = answer instanceof Unreachable ? answer.message : problemsIn(answer)
      throw new StartRefused(
        `${client.baseUrl} cannot be reached: ${why.replace(/\.$/, '')}. Run the same command again to resume.`,
      )
    }
    const retryAfter = answer instanceof Unreachable ? undefined : answer.retryAfter
    const backoffMs = Math.max(
      Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS),
      (retryAfter ?? 0) * 1000,
    )
    await pause(backoffMs, undefined, { signal })
  }

  /** For idempotent requests. */
  async function requestWithRetry(method: Method, path: string, options: Wish = {}): Promise<Answer> {
    for (let attempts = 0; ; attempts++) {
      const answer = await tryOnce(method, path, options)
      if (!isTransient(answer)) return answer as Answer
      await backOff(answer, attempts)
    }
  }

  const accepted = (answer: Answer): Answer => {
    if (answer.status < 300) return answer
    throw new RequestRejected(`${client.baseUrl} rejected the request: ${problemsIn(answer)}`)
  }

  const operationIn = ({ body: { data } }: Answer): Operation => ({
    id: data.id,
    status: data.attributes.status,
    total: data.attributes.totalProductsCount,
    processed: data.attributes.processedProductsCount,
    failed: data.attributes.failedProductsCount,
  })

  const read = async (id: string) =>
    operationIn(accepted(await requestWithRetry('GET', `${OPERATIONS}/${id}`)))

  return {
    read,

    /** Creates the operation, or returns the existing one with this id. */
    async open({ id, ...request }: OperationToOpen): Promise<Operation> {
      const { updateFields, ...others } = request
      const attributes = { ...others, ...(updateFields.length > 0 && { updateFields }) }
      return operationIn(
        accepted(
          await requestWithRetry('POST', OPERATIONS, { body: { data: { type: TYPE, id, attributes } } }),
        ),
      )
    },

    /** Adds entries after the first `before` exactly once, also if a response is lost. */
    async add(id: string, entries: readonly string[], before: number): Promise<void> {
      const payload = `{"products":[${entries.join(',')}]}`
      const after = before + entries.length
      for (let attempts = 0; ; attempts++) {
        const answer = await tryOnce('POST', `${OPERATIONS}/${id}/products`, { payload })
        let total: number
        if (isTransient(answer)) {
          await backOff(answer, attempts)
          ;({ total } = await read(id))
          if (total === before) continue
        } else ({ totalProductsCount: total } = accepted(answer as Answer).body.meta)
        if (total === after) return
        throw new StartRefused(
          `The operation ${id} has ${total} products instead of ${after}: another client adds to it. Run with --restart to cancel it and start over.`,
        )
      }
    },

    async start(id: string): Promise<void> {
      const body = { data: { type: TYPE, id, attributes: { status: 'started' } } }
      const answer = await requestWithRetry('PATCH', `${OPERATIONS}/${id}`, { body })
      // The response to an earlier attempt was lost: the operation has started.
      if (answer.status === 409 && (await read(id)).status !== 'created') return
      accepted(answer)
    },

    /** Succeeds also if the operation cannot be cancelled any more. */
    async cancel(id: string): Promise<void> {
      const answer = await requestWithRetry('POST', `${OPERATIONS}/${id}/-actions/cancel`)
      if (![404, 409].includes(answer.status)) accepted(answer)
    },

    /** Polls the operation until it has ended. */
    async follow(id: string, onProgress: (operation: Operation) => void): Promise<Operation> {
      for (;;) {
        const operation = await read(id)
        onProgress(operation)
        if (!['created', 'pending', 'started'].includes(operation.status)) return operation
        await pause(POLL_MS, undefined, { signal })
      }
    },

    /** Requests the error report, waits for it and saves it. */
    async saveReport(id: string, path: string): Promise<void> {
      const body = { data: { type: 'catalog-exchange-error-report', attributes: { pim_import_job_id: id } } }
      let { data } = accepted(await requestWithRetry('POST', REPORTS, { body })).body
      while (!['completed', 'failed'].includes(data.attributes.status)) {
        await pause(POLL_MS, undefined, { signal })
        ;({ data } = accepted(await requestWithRetry('GET', `${REPORTS}/${data.id}`)).body)
      }
      if (data.attributes.status === 'failed') {
        throw new StartRefused(`The error report could not be rendered: ${data.attributes.failureReason}`)
      }
      // The rename makes the download atomic.
      const part = `${path}.part`
      try {
        await pipeline(await client.download(`${DOWNLOADS}/${data.id}`, signal), createWriteStream(part), {
          signal,
        })
        renameSync(part, path)
      } catch (error) {
        rmSync(part, { force: true })
        if (signal.aborted || error instanceof StartRefused) throw error
        throw new StartRefused(
          `The error report could not be saved as ${path}: ${reasonOf(error)}. Run the same command again to resume.`,
        )
      }
    },
  }
}
