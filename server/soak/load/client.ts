/**
 * A well-behaved client of both API nodes: it keeps to a rate, repeats requests without a response with the same id,
 * waits for as long as the server asks, and gives up if a retry cannot help.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { JSON_API } from '@tradehall/jsonapi'
import type { ApiName } from '../fleet/processes.ts'

export interface Credentials {
  clientId: string
  clientSecret: string
}

export interface Request {
  /** Whose credentials it uses. */
  as: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
  /** By default the nodes are used in turn. */
  node?: ApiName
  timeoutMs?: number
}

export interface Answer {
  /** 0 if there was no response. */
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the load reads arbitrary members of the response.
  body: any
  node: ApiName
  retryAfterMs: number
}

/** A response that no fault explains. */
export interface Surprise {
  request: string
  answer: string
}

export interface ClientOptions {
  nodes: Readonly<Record<ApiName, string>>
  /** By account. */
  credentials: Readonly<Record<string, Credentials>>
  /** Requests a second. */
  rate: number
  observe?: ((seen: Observed) => void) | undefined
}

/** A request that was sent, with its answer. */
export interface Observed {
  request: Request
  answer: Answer
  startedMs: number
  tookMs: number
}

/** The server answers within eight seconds, also while its database hangs. */
const TIMEOUT_MS = 15_000
const RETRY_MS = { first: 300, longest: 3_000 }
const EXCERPT = 400

export class Client {
  readonly surprises: Surprise[] = []
  /** Good and bad responses of each node since the watch has last read them: they show whether it works. */
  readonly counts: Record<ApiName, { good: number; bad: number }> = {
    'api-1': { good: 0, bad: 0 },
    'api-2': { good: 0, bad: 0 },
  }
  readonly totals = new Map<string, number>()
  readonly #options: ClientOptions
  readonly #tokens = new Map<string, string>()
  /** The time until which an account has to wait. */
  readonly #restUntil = new Map<string, number>()
  #next = 0
  #turn = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Sends a request once. */
  async send(request: Request): Promise<Answer> {
    await wait(Math.max(0, (this.#restUntil.get(request.as) ?? 0) - performance.now()))
    await this.#pace()
    const node = request.node ?? this.#nextNode()
    const startedMs = performance.now()
    const token = this.#tokens.get(request.as) ?? (await this.#fetchToken(request.as, node))
    const answer = typeof token === 'string' ? await this.#exchange(node, token, request) : token
    this.#note(answer, request.as)
    this.#options.observe?.({ request, answer, startedMs, tookMs: performance.now() - startedMs })
    if (answer.status === 429) this.#restUntil.set(request.as, performance.now() + answer.retryAfterMs)
    if (answer.status === 401) this.#tokens.delete(request.as)
    if (answer.status === 500) this.surprise(request, answer)
    return answer
  }

  /**
   * Sends a request until its response is final. A final response that is not among `expected` is recorded as a
   * surprise. Returns undefined then, and when the time is over.
   */
  async persist(
    request: Request,
    expected: readonly number[],
    until: AbortSignal,
  ): Promise<Answer | undefined> {
    for (let waitMs = RETRY_MS.first; !until.aborted; waitMs = Math.min(waitMs * 2, RETRY_MS.longest)) {
      const answer = await this.send(request)
      if (expected.includes(answer.status)) return answer
      if (isFinal(answer)) {
        this.surprise(request, answer)
        return undefined
      }
      await wait(waitMs, undefined, { signal: until }).catch(() => {})
    }
    return undefined
  }

  /** Returns the token, or the answer that came instead of it. */
  async #fetchToken(as: string, node: ApiName): Promise<string | Answer> {
    const { clientId, clientSecret } = this.#options.credentials[as] as Credentials
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: '*',
    }
    const body = new URLSearchParams(form)
    const answer = await this.#fetch(node, '/oauth/token', { method: 'POST', body }, TIMEOUT_MS)
    const token: string | undefined = answer.body?.access_token
    if (token === undefined) return answer
    this.#tokens.set(as, token)
    return token
  }

  async #exchange(
    node: ApiName,
    token: string,
    { method, path, body, timeoutMs = TIMEOUT_MS }: Request,
  ): Promise<Answer> {
    const headers = {
      accept: JSON_API,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': path.startsWith('/api/testing') ? 'application/json' : JSON_API }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return await this.#fetch(node, path, init, timeoutMs)
  }

  async #fetch(node: ApiName, path: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
    try {
      const response = await fetch(`${this.#options.nodes[node]}${path}`, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000
      return { status: response.status, body: parse(text), node, retryAfterMs }
    } catch {
      return noAnswer(node)
    }
  }

  #note(answer: Answer, as: string): void {
    const isGood = answer.status > 0 && answer.status < 500
    this.counts[answer.node][isGood ? 'good' : 'bad'] += 1
    const key =
      answer.status === 0 ? 'no answer' : answer.status === 429 ? `429 for ${as}` : String(answer.status)
    this.totals.set(key, (this.totals.get(key) ?? 0) + 1)
  }

  /** Records a response that its sender did not expect. */
  surprise({ as, method, path }: Request, { status, body, node }: Answer): void {
    const text = JSON.stringify(body?.errors ?? body ?? null).slice(0, EXCERPT)
    this.surprises.push({ request: `${method} ${path} as ${as} to ${node}`, answer: `${status} ${text}` })
  }

  /** Records an error of the client itself, such as a response that it could not read. */
  fail(error: Error): void {
    this.surprises.push({ request: 'a client failed', answer: error.stack ?? error.message })
  }

  #nextNode(): ApiName {
    this.#turn += 1
    return this.#turn % 2 === 0 ? 'api-1' : 'api-2'
  }

  /** Requests have slots at equal distances. */
  async #pace(): Promise<void> {
    const now = performance.now()
    const slot = Math.max(now, this.#next)
    this.#next = slot + 1000 / this.#options.rate
    if (slot > now) await wait(slot - now)
  }
}

const noAnswer = (node: ApiName): Answer => ({ status: 0, body: undefined, node, retryAfterMs: 0 })

/** A retry would get the same response. */
export const isFinal = ({ status }: Answer) =>
  status >= 200 && status < 500 && status !== 401 && status !== 429

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
