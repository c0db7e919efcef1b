/** Checks of the request headers and of the caller, before the handler runs. */
import type { IncomingMessage } from 'node:http'
import { acceptsJsonApi, isJsonApi, JSON_API } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Actor, Person } from '../domain/actor.ts'
import {
  badRequest,
  expectationFailed,
  forbidden,
  misdirectedRequest,
  notAcceptable,
  unauthorized,
  unsupportedMediaType,
} from '../domain/problems.ts'
import type { Access, Operation } from './operation.ts'
import { isKnownHost } from './public-url.ts'

export function refusePlainHttp(request: FastifyRequest): void {
  if (request.protocol === 'https') return
  throw forbidden('Plain HTTP is refused: send the request by HTTPS.')
}

/** HTTP/1.1 requires one Host header, and that an absolute request target agrees with it (RFC 9112, section 3.2). */
export function refuseUnclearHost(config: Config, request: IncomingMessage): void {
  const { httpVersion, rawHeaders, url = '' } = request
  const { host } = request.headers
  if (host === undefined && httpVersion !== '1.0') throw badHost('The request has no Host header.')
  if (host === '') throw badHost('The Host header is empty.')
  // Node ignores the second one; a proxy in front of it may ignore the first.
  if (hasTwoHosts(rawHeaders)) throw badHost('The request has more than one Host header.')
  const target = ABSOLUTE_TARGET.exec(url)?.[1]?.toLowerCase()
  if (target === undefined) return
  const agrees = host === undefined || host.toLowerCase() === target
  if (!agrees || !isKnownHost(config, target))
    throw badHost(
      `The request line names the host ${shown(target)}: it must be that of the Host header, and a host of this server. Send the path alone.`,
    )
}

const badHost = (detail: string) => badRequest(detail, { header: 'Host' })

const ABSOLUTE_TARGET = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i

/** A plain loop, because it runs for every request. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** For paths without any other protection. A health check by HTTP/1.0 names no host. */
export function refuseForeignHost(config: Config, host: string | undefined): void {
  if (!host || isKnownHost(config, host)) return
  throw misdirectedRequest(
    `${shown(host)} is no name of this server: ask by an address, localhost, the host of TRADEHALL_PUBLIC_URL, or a name of TRADEHALL_MONITORING_HOSTS.`,
    { header: 'Host' },
  )
}

const shown = (host: string) => JSON.stringify(host.slice(0, 100))

/** Node itself handles `100-continue`, the only expectation that is defined. */
export function refuseExpectations({ raw }: FastifyRequest): void {
  const { expect } = raw.headers
  if (expect === undefined || raw.httpVersion === '1.0' || expect.toLowerCase() === '100-continue') return
  throw expectationFailed('The only expectation that can be met is 100-continue.', { header: 'Expect' })
}

export function readBearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw missingToken('Send an access token: Authorization: Bearer <token>.')
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1]
  if (!token) throw missingToken('The Authorization header must be Bearer <token>.')
  return token
}

const missingToken = (detail: string) =>
  unauthorized(detail, { headers: { 'www-authenticate': 'Bearer realm="tradehall"' } })

/** Parses an `Authorization: Basic` header (RFC 7617). Returns undefined for any other header. */
export function splitBasic(authorization: string): { name: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1]
  const pair = Buffer.from(encoded ?? '', 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  return colon < 0 ? undefined : { name: pair.slice(0, colon), password: pair.slice(colon + 1) }
}

export const missingSession = () =>
  unauthorized(
    'This is for people who are signed in: send the session cookie, without an Authorization header.',
  )

/** Sends no challenge, because a browser would ask for the password, store it, and send it with cross-site requests too. */
export function readPassword({ headers }: FastifyRequest): { name: string; password: string } {
  const pair = splitBasic(headers.authorization ?? '')
  if (pair) return pair
  throw unauthorized(
    'This is for people: sign in, or send the email address and the password of a user as Authorization: Basic.',
  )
}

export function refuseMediaTypes(
  { media = 'json-api', extension }: Operation,
  request: FastifyRequest,
  { mediaTypes }: Pick<Config, 'mediaTypes'>,
): void {
  const { accept, 'content-type': contentType } = request.headers
  const lenient = mediaTypes === 'lenient'
  const answersJsonApi = media === 'json-api' || media === 'multipart'
  if (answersJsonApi && !acceptsJsonApi(accept, { extension, lenient })) {
    const seen = accept === undefined ? 'none was sent' : `"${accept.slice(0, 100)}" was sent`
    throw notAcceptable(`Send Accept: ${JSON_API}; ${seen}.`, { header: 'Accept' })
  }
  if (!hasBody(request)) return
  if (media === 'form') {
    refuseOtherForms(contentType)
    return
  }
  if (media === 'multipart') {
    refuseOtherParts(contentType)
    return
  }
  if (isJsonApi(contentType, { extension, lenient: lenient || media === 'json' })) return
  const seen = contentType === undefined ? 'none was sent' : `"${contentType.slice(0, 100)}" was sent`
  throw unsupportedMediaType(`Send Content-Type: ${JSON_API}; ${seen}.`, { header: 'Content-Type' })
}

export const FORM = 'application/x-www-form-urlencoded'

export const MULTIPART = 'multipart/form-data'

function refuseOtherParts(contentType: string | undefined): void {
  if (essenceOf(contentType) === MULTIPART) return
  throw unsupportedMediaType(`Send the files as Content-Type: ${MULTIPART}.`, { header: 'Content-Type' })
}

const essenceOf = (contentType: string | undefined) => contentType?.split(';', 1)[0]?.trim().toLowerCase()

function refuseOtherForms(contentType: string | undefined): void {
  if (essenceOf(contentType) === FORM) return
  throw badRequest(`Send the fields as Content-Type: ${FORM}.`, { header: 'Content-Type' })
}

export function hasBody(request: Pick<FastifyRequest['raw'], 'headers'>): boolean {
  const length = request.headers['content-length']
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined
}

/** Persons are checked by `refusePerson`. */
const ACCESS_OF_ALL: ReadonlySet<Access> = new Set<Access>(['public', 'token', 'session', 'person'])

export function refuseAccess(access: Access, { account, session }: Actor): void {
  if (ACCESS_OF_ALL.has(access) || account.kind === access) return
  const whose = session ? 'this user' : 'the access token'
  throw forbidden(`This endpoint is for ${access} accounts; ${whose} belongs to a ${account.kind}.`)
}

export function refusePerson({ account }: Person): void {
  if (account.kind === 'brand') return
  throw forbidden(`This endpoint is for people of a brand; this user belongs to a ${account.kind}.`)
}
