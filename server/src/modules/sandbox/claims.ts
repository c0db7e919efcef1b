/** The application that a request names, before authentication, so that refused requests have one too. */
import { hash } from 'node:crypto'
import { UUID } from '@tradehall/jsonapi'
import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'

export interface Claim {
  /** The application that the token names. */
  applicationId: string | null
  /** The id of the token, by which tokens are ordered: a UUIDv7 of the sandbox's clock. */
  tokenId: string | null
  /** Distinguishes tokens without revealing them. */
  tokenFingerprint: string | null
}

const NOBODY: Claim = { applicationId: null, tokenId: null, tokenFingerprint: null }

export function readClaim({ headers: { authorization } }: FastifyRequest): Claim {
  const token = readBearer(authorization)
  return token === undefined ? NOBODY : claimOf(token)
}

export const readBearer = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

export function claimOf(token: string): Claim {
  const { sub, jti } = payloadOf(token)
  return {
    applicationId: typeof sub === 'string' && UUID.test(sub) ? sub : null,
    tokenId: typeof jti === 'string' && UUID.test(jti) ? jti : null,
    tokenFingerprint: hash('sha256', token).slice(0, 16),
  }
}

function payloadOf(token: string): { sub?: unknown; jti?: unknown } {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}
