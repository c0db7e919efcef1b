/** Sends POST requests through the SSRF guard. A received status counts even if the response body is incomplete. */
import { createGuardedAgent, exchange, type Failure } from './exchange.ts'
import type { Resolve, TargetRules } from './targets.ts'

/** The connection is closed when a response body exceeds this size. */
const MAX_ANSWER_BYTES = 64 * 1024
/** The part of the response body that is logged. */
const EXCERPT_BYTES = 1024

interface OutboundRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array | string
  timeoutMs: number
}

export type Outcome = { ms: number } & (
  | { status: number; retryAfter: string | undefined; excerpt: string }
  | { failure: Failure; detail: string }
)

export interface Poster {
  post(request: OutboundRequest): Promise<Outcome>
  /** Whether a GET gets any response at all, whatever its status. Nothing of the response is kept. */
  responds(url: string, timeoutMs: number): Promise<boolean>
  close(): Promise<void>
}

export function createPoster(resolve: Resolve, rules: TargetRules, ca: string | undefined): Poster {
  const agent = createGuardedAgent(resolve, rules, ca)
  return {
    async post(request) {
      const startedAt = performance.now()
      let bytes = 0
      let kept = Buffer.alloc(0)
      const take = (chunk: Buffer) => {
        bytes += chunk.length
        if (kept.length < EXCERPT_BYTES) {
          kept = Buffer.concat([kept, chunk.subarray(0, EXCERPT_BYTES - kept.length)])
        }
        return bytes > MAX_ANSWER_BYTES
      }
      const { answer, failure } = await exchange(agent, rules, { ...request, method: 'POST', take })
      const ms = Math.round(performance.now() - startedAt)
      if (!answer) {
        return { ms, ...(failure ?? { failure: 'broken_off', detail: 'The answer has no status.' }) }
      }
      const after = answer.headers['retry-after']
      const retryAfter = Array.isArray(after) ? after[0] : after
      return { ms, status: answer.status, retryAfter, excerpt: kept.toString('utf8') }
    },
    async responds(url, timeoutMs) {
      const request = { url, method: 'GET', headers: {}, timeoutMs, take: () => true } as const
      const { answer } = await exchange(agent, rules, request)
      return answer !== undefined
    },
    close: () => agent.destroy(),
  }
}
