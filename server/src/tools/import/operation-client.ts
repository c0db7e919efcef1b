/** The operation of an import on the server. Whatever passes is waited for; what does not is told in a sentence. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationType } from '../../modules/integrations/operations/operation-rules.ts'
import { StartRefused } from '../../platform/data-dir.ts'
import {
  type Answer,
  type Client,
  problemsIn,
  type RequestOptions,
  reasonOf,
  Unreachable,
} from '../client.ts'

const OPERATIONS = '/api/v1/catalog/integrations/operations'
const REPORTS = '/api/v1/catalog/exchange/error-reports'
const DOWNLOADS = '/api/v1/catalog/exchange/storage/error-reports'
const TYPE = 'catalog-integration-operation'

/** From a quarter of a second on, twice as long each time: about two minutes in all. */
const MAX_TRIES = 10
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 30_000
const LOOK_MS = 500

/** The server has answered, and does not want it. */
export class Refused extends StartRefused {}

export interface Operation {
  id: string
  status: string
  total: number
  processed: number
  failed: number
}

export interface OperationWish {
  id: string
  operationType: OperationType
  source: string
  updateFields: readonly string[]
}

export type OperationClient = ReturnType<typeof operationClient>

export function operationClient(client: Client, signal: AbortSignal) {
  type Method = 'GET' | 'POST' | 'PATCH'

  /** Without an answer it cannot be known whether the server has done it. */
  async function tryOnce(method: Method, path: string, wish: RequestOptions): Promise<Answer | Unreachable> {
    try {
      return await client.send(method, path, { ...wish, signal })
    } catch (error) {
      if (error instanceof Unreachable) return error
      throw error
    }
  }

  const isPassing = (answer: Answer | Unreachable): boolean =>
    answer instanceof Unreachable || answer.status === 429 || answer.status >= 500

  async function rest(answer: Answer | Unreachable, tries: number): Promise<void> {
    if (tries >= MAX_TRIES) {
      const why = answer instanceof Unreachable ? answer.message : problemsIn(answer)
      throw new StartRefused(
        `${client.baseUrl} cannot be reached: ${why.replace(/\.$/, '')}. Run the same command again to go on.`,
      )
    }
    const told = answer instanceof Unreachable ? undefined : answer.retryAfter
    const restMs = Math.max(Math.min(FIRST_REST_MS * 2 ** tries, LONGEST_REST_MS), (told ?? 0) * 1000)
    await pause(restMs, undefined, { signal })
  }

  /** For what may be asked twice. */
  async function ask(method: Method, path: string, wish: RequestOptions = {}): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await tryOnce(method, path, wish)
      if (!isPassing(answer)) return answer as Answer
      await rest(answer, tries)
    }
  }

  const accepted = (answer: Answer): Answer => {
    if (answer.status < 300) return answer
    throw new Refused(`${client.baseUrl} refuses: ${problemsIn(answer)}`)
  }

  const operationIn = ({ body: { data } }: Answer): Operation => ({
    id: data.id,
    status: data.attributes.status,
    total: data.attributes.totalProductsCount,
    processed: data.attributes.processedProductsCount,
    failed: data.attributes.failedProductsCount,
  })

  const read = async (id: string) => operationIn(accepted(await ask('GET', `${OPERATIONS}/${id}`)))

  return {
    read,

    /** Opens it, or finds it where it was left. */
    async open({ id, ...wanted }: OperationWish): Promise<Operation> {
      const { updateFields, ...others } = wanted
      const attributes = { ...others, ...(updateFields.length > 0 && { updateFields }) }
      return operationIn(
        accepted(await ask('POST', OPERATIONS, { body: { data: { type: TYPE, id, attributes } } })),
      )
    },

    /** Adds entries behind the first `before`, once, also when the answer is lost on its way. */
    async add(id: string, entries: readonly string[], before: number): Promise<void> {
      const payload = `{"products":[${entries.join(',')}]}`
      const after = before + entries.length
      for (let tries = 0; ; tries++) {
        const answer = await tryOnce('POST', `${OPERATIONS}/${id}/products`, { payload })
        let total: number
        if (isPassing(answer)) {
          await rest(answer, tries)
          ;({ total } = await read(id))
          if (total === before) continue
        } else ({ totalProductsCount: total } = accepted(answer as Answer).body.meta)
        if (total === after) return
        throw new StartRefused(
          `The operation ${id} has ${total} products instead of ${after}: somebody else adds to it. Give it up with --restart.`,
        )
      }
    },

    async start(id: string): Promise<void> {
      const body = { data: { type: TYPE, id, attributes: { status: 'started' } } }
      const answer = await ask('PATCH', `${OPERATIONS}/${id}`, { body })
      // An answer that was lost on its way: it has started.
      if (answer.status === 409 && (await read(id)).status !== 'created') return
      accepted(answer)
    },

    /** Also when there is nothing to cancel any more. */
    async cancel(id: string): Promise<void> {
      const answer = await ask('POST', `${OPERATIONS}/${id}/-actions/cancel`)
      if (![404, 409].includes(answer.status)) accepted(answer)
    },

    /** Looks at it until it has ended. */
    async follow(id: string, watch: (operation: Operation) => void): Promise<Operation> {
      for (;;) {
        const operation = await read(id)
        watch(operation)
        if (!['created', 'pending', 'started'].includes(operation.status)) return operation
        await pause(LOOK_MS, undefined, { signal })
      }
    },

    /** Has the report of what failed made, and saves it. */
    async saveReport(id: string, path: string): Promise<void> {
      const body = { data: { type: 'catalog-exchange-error-report', attributes: { pim_import_job_id: id } } }
      let { data } = accepted(await ask('POST', REPORTS, { body })).body
      while (!['completed', 'failed'].includes(data.attributes.status)) {
        await pause(LOOK_MS, undefined, { signal })
        ;({ data } = accepted(await ask('GET', `${REPORTS}/${data.id}`)).body)
      }
      if (data.attributes.status === 'failed') {
        throw new StartRefused(`There is no error report: ${data.attributes.failureReason}`)
      }
      // Whole or not at all.
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
          `The error report could not be saved as ${path}: ${reasonOf(error)}. Run the same command again to go on.`,
        )
      }
    },
  }
}
