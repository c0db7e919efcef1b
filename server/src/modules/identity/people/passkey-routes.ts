/** Operations with passkeys: those of a user, and signing in with one. */
import { idToChange } from '../../../domain/ownership.ts'
import { oneAnswer, returnsList, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, none } from '../../../http/operation.ts'
import { session, showSession } from '../sessions/resources.ts'
import { foreignOrigin, sessionDocument, startsSession } from '../sessions/routes.ts'
import { clientOf } from '../sessions/sessions.ts'
import {
  addPasskeyBody,
  passkey,
  passkeyOptions,
  renamePasskeyBody,
  usePasskeyBody,
} from './passkey-resources.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  confirmWithPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts'

const PASSKEYS = '/api/v1/users/current/passkeys'
const ofUser = {
  tag: 'Users',
  access: 'session',
  states: ['active', 'second-factor-setup-required'],
} as const
const ofPasskey = { ...ofUser, params: { passkey: 'Id of the passkey.' } } as const
const noHostName = {
  status: 409,
  description: 'The server is reached by an IP address, where browsers offer no passkeys.',
}

export function passkeyRoutes(http: Http): void {
  ownPasskeyRoutes(http)
  usePasskeyRoutes(http)
}

function ownPasskeyRoutes(http: Http): void {
  http.operation({
    ...ofUser,
    ...returnsList(passkey, 'Oldest first.'),
    method: 'GET',
    path: PASSKEYS,
    id: 'listPasskeys',
    summary: 'Your passkeys',
    description: 'With their names and when each was used last. There are no pages.',
    handle: async (ctx) => document(passkey, await listOwnPasskeys(ctx)),
  })

  http.operation({
    ...ofUser,
    ...returnsOne(passkeyOptions, 'What to ask the browser for.'),
    method: 'POST',
    path: `${PASSKEYS}/-actions/begin`,
    id: 'beginPasskey',
    summary: 'Begin to add a passkey',
    description: 'It has no effect before the answer of the browser is sent.',
    confirmed: true,
    problems: [noHostName],
    handle: async (ctx) => document(passkeyOptions, await beginPasskey(ctx)),
  })

  http.operation({
    ...ofUser,
    method: 'POST',
    path: PASSKEYS,
    id: 'addPasskey',
    summary: 'Add a passkey',
    description:
      'It signs in without a password, and is the second factor after one. With the first of them, a user without recovery codes gets ten, shown this once. The cookie of the session gets a new value; other sessions have to verify a second factor.',
    confirmed: true,
    secret: true,
    query: { resource: passkey },
    body: addPasskeyBody,
    answers: [{ ...oneAnswer(passkey, 'The passkey.'), status: 201 }],
    problems: [noHostName],
    async handle(ctx, { body }) {
      const { name, response } = body.data.attributes
      const added = await addPasskey(ctx, { name: name.trim(), response, at: 'data.attributes.response' })
      return document(passkey, added.passkey, { status: 201, cookie: added.started.cookie })
    },
  })

  http.operation({
    ...ofPasskey,
    ...returnsOne(passkey, 'The passkey.'),
    method: 'PATCH',
    path: `${PASSKEYS}/{passkey}`,
    id: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'The name is for you alone.',
    body: renamePasskeyBody,
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.passkey, data.id)
      return document(passkey, await renamePasskey(ctx, id, data.attributes.name.trim()))
    },
  })

  http.operation({
    ...ofPasskey,
    method: 'DELETE',
    path: `${PASSKEYS}/{passkey}`,
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'It signs in no more. Without an authenticator app, the last one takes the second factor and its recovery codes with it.',
    confirmed: true,
    answers: [{ status: 204, description: 'The passkey is removed.', none: true }],
    problems: [{ status: 409, description: 'Operators of a production server need a second factor.' }],
    async handle(ctx, { params }) {
      await removePasskey(ctx, params.passkey)
      return none()
    },
  })
}

function usePasskeyRoutes(http: Http): void {
  http.operation({
    ...returnsOne(passkeyOptions, 'What to ask the browser for.'),
    tag: 'Sessions',
    access: 'public',
    method: 'POST',
    path: '/api/v1/sessions/-actions/begin-passkey',
    id: 'beginPasskeySignIn',
    summary: 'Begin to sign in, or to confirm, with a passkey',
    description: 'The same for everybody: the browser asks the user which passkey to use.',
    problems: [noHostName],
    handle: async (ctx) => document(passkeyOptions, await beginPasskeySignIn(ctx)),
  })

  http.operation({
    ...startsSession,
    method: 'POST',
    path: '/api/v1/sessions/-actions/sign-in-with-passkey',
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Sets the cookie of a new session, which needs neither a password nor a second factor. After a password it is the second factor: the session that waits for one is replaced.',
    body: usePasskeyBody,
    problems: [
      { status: 401, description: 'The passkey is unknown, or its answer is not good.' },
      noHostName,
      foreignOrigin,
    ],
    async handle(ctx, input) {
      const { response } = input.body.data.attributes
      return sessionDocument(ctx, await signInWithPasskey(ctx, response, clientOf(input)))
    },
  })

  http.operation({
    ...ofUser,
    ...returnsOne(session, 'The session.'),
    tag: 'Sessions',
    method: 'POST',
    path: '/api/v1/sessions/current/-actions/confirm-with-passkey',
    id: 'confirmWithPasskey',
    summary: 'Confirm with a passkey instead of the password',
    description: 'As `confirm-password`, for the next ten minutes.',
    body: usePasskeyBody,
    problems: [noHostName],
    async handle(ctx, { body }) {
      const view = await confirmWithPasskey(ctx, body.data.attributes.response, 'data.attributes.response')
      return document(session, showSession(ctx, view, view.id))
    },
  })
}
