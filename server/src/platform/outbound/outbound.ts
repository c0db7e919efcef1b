/**
 * Requests to URLs that users provide: webhooks, callbacks, images. All of them go through the same SSRF guard.
 *
 * A host is resolved and its addresses are checked when the connection is opened, and the connection goes to a checked
 * address. A redirect is not followed, or is checked again. The total time and the size of a response are bounded. A
 * failure of the other side is a result, never an exception.
 */

import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FileFetcher } from './file-fetcher.ts'
import type { Poster } from './poster.ts'
import {
  createResolve,
  hostOf,
  plainHttpRefused,
  type Resolve,
  readTarget,
  refuseAddress,
  type TargetRules,
} from './targets.ts'

/** Bounds how long an API request waits for name servers. */
const CHECK_MS = 3_000

export interface Outbound extends Poster, FileFetcher {
  /**
   * Throws `TargetRefused` for a URL that requests would refuse. A host that does not resolve is accepted for https: it may
   * resolve later, and every request is checked.
   */
  check(url: string): Promise<void>
}

export interface OutboundOptions extends TargetRules {
  resolve?: Resolve
  /** Certificates to trust besides the usual ones. */
  ca?: string
}

export function createOutbound({ resolve = createResolve(), ca, ...rules }: OutboundOptions): Outbound {
  let poster: Promise<Poster> | undefined
  let fetcher: Promise<FileFetcher> | undefined
  /** Imported with the first request, because most processes check URLs but send no requests. */
  async function loadPoster(): Promise<Poster> {
    const { createPoster } = await import('./poster.ts')
    return createPoster(resolve, rules, ca)
  }
  async function loadFileFetcher(): Promise<FileFetcher> {
    const { createFileFetcher } = await import('./file-fetcher.ts')
    return createFileFetcher(resolve, { ...rules, plainHttp: true }, ca)
  }
  return {
    async check(text) {
      const url = readTarget(text, rules)
      const host = hostOf(url)
      if (isIP(host) > 0) return
      const late = new AbortController()
      const known = await Promise.race([
        resolve(host).catch(() => []),
        wait(CHECK_MS, [], { ref: false, signal: late.signal }).catch(() => []),
      ])
      late.abort()
      if (known.length === 0 && url.protocol === 'http:') throw plainHttpRefused()
      refuseAddress(host, known, url.protocol, rules)
    },
    async post(request) {
      poster ??= loadPoster()
      return await (await poster).post(request)
    },
    async responds(url, timeoutMs) {
      poster ??= loadPoster()
      return await (await poster).responds(url, timeoutMs)
    },
    async get(request) {
      fetcher ??= loadFileFetcher()
      return await (await fetcher).get(request)
    },
    async close() {
      await (await poster)?.close()
      await (await fetcher)?.close()
    },
  }
}
