/** The cookie of a session: its name, and how it is read and set. Only its value identifies the session. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { realNow } from '../platform/clock.ts'
import type { Platform } from '../platform/index.ts'

/** A value to set, or null to delete the cookie. */
export type SessionCookie = { value: string; expiresAt: Date } | null

/** 256 bits in base64url. */
const VALUE = /^[\w-]{43}$/

export class SessionCookies {
  readonly #platform: Pick<Platform, 'clock'>
  readonly #plainName: string

  /**
   * Cookies are shared by all ports of a host, so that two sandboxes on one machine would overwrite each other's. The name
   * on plain HTTP therefore contains a hash of the secret key, which every sandbox generates for itself.
   */
  constructor(platform: Pick<Platform, 'clock' | 'secrets'>) {
    this.#platform = platform
    this.#plainName = `tradehall-${platform.secrets.fingerprint('instance').toString('hex').slice(0, 12)}`
  }

  /** Undefined if there is none. A cookie that is sent twice is ignored, because one of them may have been planted. */
  read(request: FastifyRequest): string | undefined {
    const { cookie } = request.headers
    if (cookie === undefined) return undefined
    const prefix = `${this.#nameFor(request)}=`
    const values = cookie
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length))
    return values.length === 1 && VALUE.test(values[0] ?? '') ? values[0] : undefined
  }

  /** A session that ends on the server must not outlive it in the browser, hence Max-Age. */
  set(request: FastifyRequest, reply: FastifyReply, cookie: SessionCookie): void {
    const now = realNow(this.#platform.clock).getTime()
    const seconds = cookie ? Math.max(0, Math.floor((cookie.expiresAt.getTime() - now) / 1000)) : 0
    const secure = isSecure(request) ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${this.#nameFor(request)}=${cookie?.value ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  }

  /** `__Host-`: browsers accept it only by HTTPS, from this host and for this host, so that no subdomain can plant one. */
  #nameFor(request: FastifyRequest): string {
    return isSecure(request) ? '__Host-tradehall' : this.#plainName
  }
}

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
