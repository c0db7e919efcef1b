/** Passkeys in this browser: whether it offers them here, adding one, and answering for one. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { client, send } from './client.ts'

const PASSKEYS = '/api/v1/users/current/passkeys'

/** Why there are none: browsers bind them to host names, and some know nothing of them. */
export function passkeyHindrance(): 'address' | 'browser' | undefined {
  const { hostname } = window.location
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address'
  return browserSupportsWebAuthn() ? undefined : 'browser'
}

/** The dashboard of a sandbox on this machine, at an address where there are passkeys. */
export const addressWithPasskeys = () => {
  const { hostname, port, protocol, pathname } = window.location
  const isOwn = /^127\.|^\[::1\]$/.test(hostname)
  return isOwn ? `${protocol}//localhost${port ? `:${port}` : ''}${pathname}` : undefined
}

export async function addPasskey(name: string) {
  const { data } = await send(() => client.request('POST', `${PASSKEYS}/-actions/begin`))
  const optionsJSON = data.attributes.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON })
  return await send(() =>
    client.request('POST', PASSKEYS, {
      body: { data: { type: 'passkeys', attributes: { name, response: response as never } } },
    }),
  )
}

async function answer() {
  const { data } = await client.request('POST', '/api/v1/sessions/-actions/begin-passkey')
  const optionsJSON = data.attributes.options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON })
  return { body: { data: { type: 'passkeys', attributes: { response: response as never } } } } as const
}

export const signInWithPasskey = async () =>
  await client.request('POST', '/api/v1/sessions/-actions/sign-in-with-passkey', await answer())

export const confirmWithPasskey = async () =>
  await client.request('POST', '/api/v1/sessions/current/-actions/confirm-with-passkey', await answer())

/** Whether the user has closed the question of the browser, or has no passkey for this site. */
export const isCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)
