/**
 * Calls to addresses that users gave: webhooks, callbacks, pictures. One guard for all of them.
 *
 * A name is resolved and each of its addresses checked at the moment of connecting, and the connection goes to what was
 * checked. A redirect is not followed, or goes through the same guard. Time is bounded as a whole, however slowly an answer drips, and so are its bytes.
 * What the other side did is an outcome, never an error.
 */

import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Getting } from './getting.ts'
import type { Posting } from './posting.ts'
import {
  createResolve,
  hostOf,
  plainHttpRefused,
  type Resolve,
  readTarget,
  refuseAddress,
  type TargetRules,
} from './targets.ts'

/** Whoever waits for an answer of ours must not wait for name servers. */
const CHECK_MS = 3_000

export interface Outbound extends Posting, Getting {
  /**
   * Throws `TargetRefused` for what would be refused later too. A name without an address passes, unless by plain HTTP: it
   * may get one, and every request checks anew.
   */
  check(url: string): Promise<void>
}

export interface OutboundOptions extends TargetRules {
  resolve?: Resolve
  /** Certificates to trust besides the usual ones. */
  ca?: string
}

export function createOutbound({ resolve = createResolve(), ca, ...rules }: OutboundOptions): Outbound {
  let posting: Promise<Posting> | undefined
  let getting: Promise<Getting> | undefined
  /** Loaded with the first request: every process checks addresses, and most call none. */
  async function loadPosting(): Promise<Posting> {
    const { createPosting } = await import('./posting.ts')
    return createPosting(resolve, rules, ca)
  }
  async function loadGetting(): Promise<Getting> {
    const { createGetting } = await import('./getting.ts')
    return createGetting(resolve, { ...rules, plainHttp: true }, ca)
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
      posting ??= loadPosting()
      return await (await posting).post(request)
    },
    async get(wish) {
      getting ??= loadGetting()
      return await (await getting).get(wish)
    },
    async close() {
      await (await posting)?.close()
      await (await getting)?.close()
    },
  }
}
