/**
 * Fetches the beginning of a file through the SSRF guard. A few redirects are followed, each checked by the guard, with
 * one timeout for all of them. Nothing else of the response is exposed.
 */
import { createGuardedAgent, exchange } from './exchange.ts'
import { type Resolve, type TargetRules, withoutFragment } from './targets.ts'

/** Image hosts redirect from http: to https: and to their CDN. */
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADERS = { 'user-agent': 'Tradehall-Images/1', accept: 'image/*' }

export interface FileRequest {
  url: string
  /** Those of images by default. */
  headers?: Record<string, string>
  timeoutMs: number
  /** The number of bytes to read. */
  maxBytes: number
  /** A file with a larger `Content-Length` is rejected. */
  maxFileBytes: number
  /** Called whenever the received size has doubled; returning true stops reading. */
  isEnough: (beginning: Buffer) => boolean
}

/** `beginning` is undefined if the file could not be fetched. */
interface FetchedFile {
  beginning: Buffer | undefined
  /** The total number of received bytes, for limits. */
  bytes: number
}

export interface FileFetcher {
  get(request: FileRequest): Promise<FetchedFile>
  close(): Promise<void>
}

export function createFileFetcher(resolve: Resolve, rules: TargetRules, ca: string | undefined): FileFetcher {
  const agent = createGuardedAgent(resolve, rules, ca)

  async function get(request: FileRequest): Promise<FetchedFile> {
    const startedAt = performance.now()
    let url = request.url
    let bytes = 0
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const timeoutMs = Math.ceil(request.timeoutMs - (performance.now() - startedAt))
      if (timeoutMs <= 0) break
      const beginning = collect(request)
      const attempt = {
        url,
        method: 'GET',
        headers: request.headers ?? HEADERS,
        timeoutMs,
        take: beginning.take,
      } as const
      const { answer, failure } = await exchange(agent, rules, attempt)
      bytes += beginning.count()
      if (!answer || failure) break
      const { status, headers } = answer
      if (status === 200) {
        const isTooLarge = Number(headers['content-length'] ?? 0) > request.maxFileBytes
        return { beginning: isTooLarge ? undefined : beginning.read(), bytes }
      }
      const next = REDIRECTS.has(status) ? targetOf(headers.location, url) : undefined
      if (next === undefined) break
      url = next
    }
    return { beginning: undefined, bytes }
  }

  return { get, close: () => agent.destroy() }
}

function collect({ maxBytes, isEnough }: FileRequest) {
  const chunks: Buffer[] = []
  let bytes = 0
  let askedAt = 0
  const read = () => Buffer.concat(chunks).subarray(0, maxBytes)
  return {
    read,
    count: () => bytes,
    take(chunk: Buffer): boolean {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) return true
      if (bytes < 2 * askedAt) return false
      askedAt = bytes
      return isEnough(read())
    },
  }
}

function targetOf(location: string | string[] | undefined, from: string): string | undefined {
  return typeof location === 'string' && URL.canParse(location, from)
    ? withoutFragment(new URL(location, from))
    : undefined
}
