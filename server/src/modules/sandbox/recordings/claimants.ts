/** Finds the recorded application of a request, also of a refused one, and the credentials that it presented. */
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { splitBasic } from '../../../http/checks.ts'
import { type Claim, claimOf, readBearer, readClaim } from '../claims.ts'
import { tokensIn } from './credentials.ts'
import type { RecordingRow } from './recording-queries.ts'

export interface Claimant extends Claim {
  /** The `client_id` of a token request. */
  clientId: string | null
  /** The token and the secret that came with the request, for their redaction. */
  presented: string[]
}

/** Shorter texts cannot be secrets of this server, and redacting them would destroy other texts. */
const SHORTEST_SECRET = 8

/** Reads the form of a token request, so it is called after the body has arrived. */
export function readClaimant(request: FastifyRequest): Claimant {
  const { headers, body, url } = request
  const basic = splitBasic(headers.authorization ?? '')
  const form = body instanceof URLSearchParams ? body : undefined
  const token = readBearer(headers.authorization)
  const [tokenInUrl] = token === undefined ? tokensIn(url) : []
  const secrets = [token, basic?.password, form?.get('client_secret')]
  return {
    ...(tokenInUrl === undefined ? readClaim(request) : claimOf(tokenInUrl)),
    clientId: (basic?.name ?? form?.get('client_id') ?? clientIdIn(url))?.replaceAll('\0', '') ?? null,
    presented: secrets.flatMap((secret) => (secret && secret.length >= SHORTEST_SECRET ? [secret] : [])),
  }
}

const clientIdIn = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('client_id')

/** Stores which application has authenticated on a connection, for later requests on it without credentials. */
export class Connections {
  readonly #owners = new WeakMap<Socket, string>()

  authenticated(socket: Socket, applicationId: string): void {
    this.#owners.set(socket, applicationId)
  }

  isOf(
    { application_id, client_id }: RecordingRow,
    { applicationId, clientId }: Claimant,
    { headers, raw: { socket } }: FastifyRequest,
  ): boolean {
    if (applicationId !== null) return applicationId === application_id
    if (clientId !== null) return clientId === client_id
    return headers.cookie === undefined && this.#owners.get(socket) === application_id
  }
}
