/**
 * Reading the beginning of a file through the guard. Redirects are followed a few times, each through the guard as well;
 * time is bounded over all of them. What the server said besides the file is not told to anybody.
 */
import { createGuardedAgent, exchange } from './exchange.ts'
import { type Resolve, type TargetRules, withoutFragment } from './targets.ts'

/** Image hosts redirect from http: to https: and from a name of theirs to that of a CDN. */
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADERS = { 'user-agent': 'Tradehall-Images/1', accept: 'image/*' }

export interface FileWish {
  url: string
  timeoutMs: number
  /** How much of the file is read. */
  maxBytes: number
  /** A file that announces more is not read. */
  maxFileBytes: number
  /** Asked whenever twice as much has come; true ends the reading. */
  isEnough: (beginning: Buffer) => boolean
}

/** `beginning` is undefined when there is no file, for whatever reason. */
export interface FileOutcome {
  beginning: Buffer | undefined
  /** All that was received, for whoever counts. */
  bytes: number
}

export interface Getting {
  get(wish: FileWish): Promise<FileOutcome>
  close(): Promise<void>
}

export function createGetting(resolve: Resolve, rules: TargetRules, ca: string | undefined): Getting {
  const agent = createGuardedAgent(resolve, rules, ca)

  async function get(wish: FileWish): Promise<FileOutcome> {
    const startedAt = performance.now()
    let url = wish.url
    let bytes = 0
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const timeoutMs = Math.ceil(wish.timeoutMs - (performance.now() - startedAt))
      if (timeoutMs <= 0) break
      const beginning = collect(wish)
      const request = { url, method: 'GET', headers: HEADERS, timeoutMs, take: beginning.take } as const
      const { answer, failure } = await exchange(agent, rules, request)
      bytes += beginning.count()
      if (!answer || failure) break
      const { status, headers } = answer
      if (status === 200) {
        const isTooLarge = Number(headers['content-length'] ?? 0) > wish.maxFileBytes
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

function collect({ maxBytes, isEnough }: FileWish) {
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
