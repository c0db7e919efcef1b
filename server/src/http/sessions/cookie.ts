/**
 * The cookies of a browser: that of its session, and one for each user who has signed in there, by which the device is known. How
 * they are named, read and set; only their values identify anything.
 */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { realNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/index.ts'

/** A value to set, or null to delete the cookie. */
export type SessionCookie = { value: string; expiresAt: Date } | null

/** The value by which a browser is known as a device of a user. */
export interface DeviceCookie {
  userId: string
  value: string
  expiresAt: Date
}

/** 256 bits in base64url. */
const VALUE = /^[\w-]{43}$/

export class SessionCookies {
  readonly #platform: Pick<Platform, 'clock'>
  readonly #plainNames: readonly string[]

  /**
   * Cookies are shared by all ports of a host, so that two sandboxes on one machine would overwrite each other's. The name
   * on plain HTTP therefore contains a hash of the secret key, which every sandbox generates for itself. A cookie with the
   * hash of an older key of the ring is accepted, and replaced.
   */
  constructor(platform: Pick<Platform, 'clock' | 'secrets'>) {
    this.#platform = platform
    this.#plainNames = platform.secrets
      .fingerprints('instance')
      .map((hash) => `tradehall-${hash.toString('hex').slice(0, 12)}`)
  }

  /**
   * Undefined if there is none. A cookie that is sent twice is ignored, because another site may have set one of them.
   */
  read(request: FastifyRequest): string | undefined {
    for (const name of this.#namesFor(request)) {
      const values = valuesOf(request, name)
      if (values.length > 0) return values.length === 1 && VALUE.test(values[0] ?? '') ? values[0] : undefined
    }
    return undefined
  }

  /** Max-Age is set, because the cookie must not outlive the session on the server. */
  set(request: FastifyRequest, reply: FastifyReply, cookie: SessionCookie): void {
    const now = realNow(this.#platform.clock).getTime()
    const seconds = cookie ? Math.max(0, Math.floor((cookie.expiresAt.getTime() - now) / 1000)) : 0
    const secure = isSecure(request) ? '; Secure' : ''
    const header = (name: string, value: string, maxAge: number) =>
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
    const [name = '', ...older] = this.#namesFor(request)
    const replaced = older.filter((one) => valuesOf(request, one).length > 0)
    const headers = [header(name, cookie?.value ?? '', seconds), ...replaced.map((one) => header(one, '', 0))]
    reply.header('set-cookie', headers.length === 1 ? headers[0] : headers)
  }

  /** Beside the cookie of the session, which is set first. */
  setDevice(request: FastifyRequest, reply: FastifyReply, { userId, value, expiresAt }: DeviceCookie): void {
    const seconds = Math.floor((expiresAt.getTime() - realNow(this.#platform.clock).getTime()) / 1000)
    const secure = isSecure(request) ? '; Secure' : ''
    const [name = ''] = this.#namesFor(request)
    const header = `${name}${DEVICE}${nameOfUser(userId)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
    const before = [reply.getHeader('set-cookie') ?? []].flat() as string[]
    reply.header('set-cookie', [...before, header])
  }

  /** The values of all devices that the browser names, at most so many as people share one. */
  readDevices(request: FastifyRequest): readonly string[] {
    const { cookie } = request.headers
    if (cookie === undefined) return []
    const prefixes = this.#namesFor(request).map((name) => `${name}${DEVICE}`)
    return cookie
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => prefixes.some((prefix) => pair.startsWith(prefix)))
      .map((pair) => pair.slice(pair.indexOf('=') + 1))
      .filter((value) => VALUE.test(value))
      .slice(0, MAX_DEVICES)
  }

  /** Renames a cookie that has the name of an older key, so that the session outlasts the removal of the key. */
  keep(request: FastifyRequest, reply: FastifyReply, expiresAt: Date): void {
    if (this.#plainNames.length === 1 || isSecure(request)) return
    const [name = ''] = this.#plainNames
    const value = this.read(request)
    if (value !== undefined && valuesOf(request, name).length === 0)
      this.set(request, reply, { value, expiresAt })
  }

  /** `__Host-`: browsers accept it only by HTTPS, from this host and for this host, so that no subdomain can set one. */
  #namesFor(request: FastifyRequest): readonly string[] {
    return isSecure(request) ? SECURE_NAMES : this.#plainNames
  }
}

const SECURE_NAMES = ['__Host-tradehall']

const DEVICE = '-device-'
/** Bounds the work for a request with invented cookies. */
const MAX_DEVICES = 50
/** Reveals nothing of the user to other users of the browser. */
const nameOfUser = (userId: string) => hash('sha256', `device ${userId}`, 'hex').slice(0, 12)

function valuesOf({ headers: { cookie } }: FastifyRequest, name: string): string[] {
  if (cookie === undefined) return []
  const prefix = `${name}=`
  return cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
}

const isSecure = (request: FastifyRequest) => request.protocol === 'https'
