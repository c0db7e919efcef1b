/** The questions asked of every request before its handler runs, in this order. */
import { acceptsJsonApi, isJsonApi, JSON_API } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Actor } from './actor.ts'
import type { Access, Operation } from './operation.ts'
import { badRequest, forbidden, notAcceptable, unauthorized, unsupportedMediaType } from './problems.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** Plain HTTP is for a sandbox that only its own machine can reach. */
export function mayBePlain(config: Config): boolean {
  return config.mode === 'sandbox' && LOOPBACK.has(config.host) && config.trustProxy.length === 0
}

export function refusePlainHttp(request: FastifyRequest): void {
  if (request.protocol === 'https') return
  throw forbidden('Plain HTTP is refused: send the request by HTTPS.')
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

export function refuseMediaTypes(
  { media = 'json-api', extension }: Operation,
  request: FastifyRequest,
  { mediaTypes }: Pick<Config, 'mediaTypes'>,
): void {
  const { accept, 'content-type': contentType } = request.headers
  const lenient = mediaTypes === 'lenient'
  if (media === 'json-api' && !acceptsJsonApi(accept, { extension, lenient })) {
    const seen = accept === undefined ? 'none was sent' : `"${accept.slice(0, 100)}" was sent`
    throw notAcceptable(`Send Accept: ${JSON_API}; ${seen}.`, { header: 'Accept' })
  }
  if (!hasBody(request)) return
  if (media === 'form') {
    refuseOtherForms(contentType)
    return
  }
  if (isJsonApi(contentType, { extension, lenient: lenient || media === 'json' })) return
  const seen = contentType === undefined ? 'none was sent' : `"${contentType.slice(0, 100)}" was sent`
  throw unsupportedMediaType(`Send Content-Type: ${JSON_API}; ${seen}.`, { header: 'Content-Type' })
}

export const FORM = 'application/x-www-form-urlencoded'

function refuseOtherForms(contentType: string | undefined): void {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() === FORM) return
  throw badRequest(`Send the fields as Content-Type: ${FORM}.`, { header: 'Content-Type' })
}

export function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length']
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined
}

export function refuseAccess(access: Access, actor: Actor): void {
  if (access === 'token' || access === 'public' || actor.account.kind === access) return
  throw forbidden(
    `This endpoint is for ${access} accounts; the access token belongs to a ${actor.account.kind}.`,
  )
}
