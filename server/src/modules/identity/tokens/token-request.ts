/** `POST /oauth/token`: the client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
import { cutText } from '@tradehall/jsonapi'
import { splitBasic } from '../../../http/checks.ts'
import type { Platform } from '../../../platform/index.ts'
import { hashSecret, sameBytes } from '../../../platform/secrets/secrets.ts'
import {
  invalidClient,
  invalidRequest,
  invalidScope,
  suspendedClient,
  unsupportedGrantType,
} from '../errors.ts'
import { type ApplicationRow, findClient } from '../queries.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
  /** Whether they were sent in the Authorization header. */
  byBasic: boolean
}

/** Parses the form and the Authorization header; throws the OAuth errors for invalid ones. */
export function readTokenRequest(
  form: URLSearchParams,
  authorization: string | undefined,
): ClientCredentials {
  rejectInvalidText(form)
  rejectDuplicateFields(form)
  const grantType = form.get('grant_type')
  if (!grantType) throw invalidRequest('The field grant_type is missing; send grant_type=client_credentials.')
  if (grantType !== 'client_credentials') {
    throw unsupportedGrantType(
      `The grant type must be client_credentials; it is "${grantType.slice(0, 60)}".`,
    )
  }
  const scope = form.get('scope')
  if (scope && scope !== '*')
    throw invalidScope(`The only scope is *; "${scope.slice(0, 60)}" was asked for.`)
  return readCredentials(form, authorization)
}

/** Undecodable bytes were replaced by U+FFFD; neither that nor NUL is part of any credentials. */
function rejectInvalidText(form: URLSearchParams): void {
  for (const [name, value] of form) {
    if (/[\0\ufffd]/.test(name)) throw invalidRequest('The name of a field is not valid UTF-8 text.')
    if (/[\0\ufffd]/.test(value)) throw invalidRequest(`The field ${cutText(name)} is not valid UTF-8 text.`)
  }
}

function rejectDuplicateFields(form: URLSearchParams): void {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1)
      throw invalidRequest(`The field ${name.slice(0, 60)} was sent more than once.`)
  }
}

function readCredentials(form: URLSearchParams, authorization: string | undefined): ClientCredentials {
  const clientId = form.get('client_id')
  const clientSecret = form.get('client_secret')
  if (authorization === undefined) {
    if (!clientId) throw invalidRequest('The field client_id is missing.')
    if (!clientSecret) throw invalidRequest('The field client_secret is missing.')
    return { clientId, clientSecret, byBasic: false }
  }
  if (clientSecret)
    throw invalidRequest('Send the credentials in the body or in the Authorization header, not in both.')
  const basic = readBasic(authorization)
  if (clientId && clientId !== basic.clientId)
    throw invalidRequest('client_id differs from the Authorization header.')
  return basic
}

/** The client id in the request, which may be invalid; null if there is none. */
export function claimedClientId(form: URLSearchParams, authorization: string | undefined): string | null {
  const basic = splitBasic(authorization ?? '')
  return basic ? formDecode(basic.name) : form.get('client_id')
}

function readBasic(authorization: string): ClientCredentials {
  const byBasic = /^Basic\b/i.test(authorization)
  const pair = splitBasic(authorization)
  if (!pair) throw invalidClient({ byBasic })
  return { clientId: formDecode(pair.name), clientSecret: formDecode(pair.password), byBasic }
}

/** RFC 6749 form-encodes both parts before joining them; unencoded ones are returned unchanged. */
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

export async function authenticateClient(
  { db, clock }: Platform,
  { clientId, clientSecret, byBasic }: ClientCredentials,
): Promise<ApplicationRow> {
  // PostgreSQL rejects NUL in text, and no client id contains it.
  const client = clientId.includes('\0') ? undefined : await findClient(db, clientId, clock.now())
  const hashed = hashSecret(clientSecret)
  if (!client || client.revoked_at || !client.secret_hashes.some((hash) => sameBytes(hash, hashed)))
    throw invalidClient({ byBasic })
  if (client.account_suspended_at) throw suspendedClient()
  return client
}
