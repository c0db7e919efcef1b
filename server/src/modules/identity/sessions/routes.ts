import { SESSION_STATES, sessionOf } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { returnsList, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document, none, type Reply, signedOut } from '../../../http/operation.ts'
import { refusedInSupport } from '../../../http/sessions/checks.ts'
import { realNow } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/work.ts'
import { verifySecondFactor } from '../people/second-factor.ts'
import { deviceRoutes } from './device-routes.ts'
import { codeBody, linkBody, passwordBody, session, showSession, signInBody } from './resources.ts'
import { listSessions, type SessionView } from './session-rows.ts'
import { clientOf, endOwnSession, readSession, type StartedSession } from './sessions.ts'
import { confirmPassword, signIn } from './sign-in.ts'
import { signInWithLink } from './sign-in-links.ts'
import { endSupport } from './support-sessions.ts'

const SESSIONS = '/api/v1/sessions'
const CURRENT = `${SESSIONS}/current`
const forSessions = { tag: 'Sessions', access: 'session' } as const
const anyState = { states: SESSION_STATES }
export const throttled = {
  status: 429,
  description: 'Too many requests, or too many wrong attempts. Wait as long as Retry-After says.',
}

/** The answer of an operation that starts a session. */
export const startsSession = {
  tag: 'Sessions',
  access: 'public',
  signsIn: true,
  query: { resource: session },
  answers: [{ status: 201, description: 'The session; its cookie is set.', resource: session }],
} as const

export const foreignOrigin = {
  status: 403,
  description: 'The `Origin` header is missing or names another site.',
}

export const sessionsTag = {
  Sessions:
    'Signing in and out, for people. A session is a cookie that only the server reads; it acts for the account of its user like an access token, within the role of the user. Requests that change something must come from a page of this server. When an `Authorization` header is present, the cookie is ignored.',
}

/** A session that was just started or renewed, with its cookie. */
export const sessionDocument = (
  ctx: Pick<Ctx, 'config' | 'clock'>,
  { session: view, cookie, device }: StartedSession,
  status = 201,
): Reply => document(session, showSession(ctx, view, view.id), { status, cookie, device })

const own = (ctx: Ctx, view: SessionView) =>
  document(session, showSession(ctx, view, sessionOf(ctx.actor).id))

export function sessionRoutes(http: Http): void {
  signInRoutes(http)
  readRoutes(http)
  endRoutes(http)
  deviceRoutes(http)
}

function signInRoutes(http: Http): void {
  http.operation({
    ...startsSession,
    method: 'POST',
    path: SESSIONS,
    id: 'signIn',
    summary: 'Sign in with email address and password',
    description:
      'Sets the cookie of a new session. If the user has a second factor, the session can do nothing but verify it at first. Wrong passwords lock nobody out: after many of them, a browser in which the user has not signed in before gets 403 `sign_in_link_required` for every password, and a right one sends a mail with a link.',
    body: signInBody,
    problems: [
      { status: 401, description: 'The email address or the password is wrong.' },
      foreignOrigin,
      {
        status: 403,
        description:
          '`sign_in_link_required`: too many wrong passwords. If this one is right, a link is mailed.',
      },
      throttled,
    ],
    async handle(ctx, input) {
      return sessionDocument(ctx, await signIn(ctx, input.body.data.attributes, clientOf(input)))
    },
  })

  http.operation({
    ...startsSession,
    method: 'POST',
    path: `${SESSIONS}/-actions/sign-in-with-link`,
    id: 'signInWithLink',
    summary: 'Continue a sign-in with the link of a mail',
    description:
      'The link is mailed when a right password alone does not suffice (`sign_in_link_required`). It works once, for an hour, and signs in the browser that opens it; a second factor may still be missing.',
    body: linkBody,
    problems: [{ status: 404, description: 'The link is unknown, was used, or has expired.' }, foreignOrigin],
    async handle(ctx, input) {
      return sessionDocument(
        ctx,
        await signInWithLink(ctx, input.body.data.attributes.token, clientOf(input)),
      )
    },
  })

  http.operation({
    ...forSessions,
    ...anyState,
    ...returnsOne(session, 'The session; its cookie has a new value.'),
    devices: true,
    method: 'POST',
    path: `${CURRENT}/-actions/verify-second-factor`,
    id: 'verifySecondFactor',
    summary: 'Complete the sign-in with a second factor',
    description:
      'A code of the authenticator app, or a recovery code. Each works once. After 20 wrong ones in a row, a new device needs a mailed link (403 `sign_in_link_required`); after 100, no code is accepted before the second factor is reset.',
    body: codeBody,
    problems: [
      { status: 409, description: 'The session does not wait for a second factor, or that is locked.' },
      { status: 403, description: '`sign_in_link_required`: a mail with a link is on its way.' },
    ],
    async handle(ctx, input) {
      const { code } = input.body.data.attributes
      const client = clientOf(input)
      const started = await verifySecondFactor(ctx, code, { client, at: 'data.attributes.code' })
      return sessionDocument(ctx, started, 200)
    },
  })

  http.operation({
    ...forSessions,
    ...returnsOne(session, 'The session.'),
    states: ['active', 'second-factor-setup-required'],
    method: 'POST',
    path: `${CURRENT}/-actions/confirm-password`,
    id: 'confirmPassword',
    summary: 'Give the password again',
    description:
      'Changes to users, secrets and second factors need the password again ten minutes after it was given last (`x-tradehall-password-confirmation`).',
    body: passwordBody,
    problems: [throttled],
    async handle(ctx, { body }) {
      const { password } = body.data.attributes
      return own(ctx, await confirmPassword(ctx, password, 'data.attributes.password'))
    },
  })
}

function readRoutes(http: Http): void {
  http.operation({
    ...forSessions,
    ...returnsList(session, 'Newest first.'),
    method: 'GET',
    path: SESSIONS,
    id: 'listSessions',
    summary: 'Your sessions',
    description: 'Where you are signed in. There are no pages.',
    async handle(ctx) {
      const { actor, db, clock } = ctx
      const views = await listSessions(db, actor.userId, realNow(clock))
      return document(
        session,
        views.map((view) => showSession(ctx, view, sessionOf(actor).id)),
      )
    },
  })

  http.operation({
    ...forSessions,
    ...anyState,
    ...returnsOne(session, 'The session.'),
    method: 'GET',
    path: CURRENT,
    id: 'getCurrentSession',
    support: 'read',
    summary: 'The session of this request',
    description: 'Who is signed in, for which account, with which role, and what is missing.',
    async handle(ctx) {
      return own(ctx, await readSession(ctx, sessionOf(ctx.actor).id))
    },
  })
}

function endRoutes(http: Http): void {
  const end = async (ctx: Ctx, id: string) => {
    const isEnded = await inTransaction(ctx, (work) => endOwnSession(work, ctx, id))
    await ctx.signals.refresh()
    return isEnded
  }
  /** Sets no cookie if another request has ended the support session: the response to that one has the operator's cookie. */
  const leaveSupport = async (ctx: Ctx): Promise<Reply> => {
    const cookie = await inTransaction(ctx, (work) => endSupport(work, ctx))
    await ctx.signals.refresh()
    return cookie ? { kind: 'none', status: 204, cookie } : none()
  }

  http.operation({
    ...forSessions,
    ...anyState,
    method: 'DELETE',
    path: CURRENT,
    id: 'signOut',
    summary: 'Sign out',
    support: 'read',
    description:
      'Ends the session of this request at once, on every node within a second. The end of a support session, also after its hour, sets the cookie of your own session again, with a new value.',
    answers: [{ status: 204, description: 'The session has ended; its cookie is deleted.', none: true }],
    async handle(ctx) {
      if (sessionOf(ctx.actor).support) return await leaveSupport(ctx)
      await end(ctx, sessionOf(ctx.actor).id)
      return signedOut()
    },
  })

  http.operation({
    ...forSessions,
    method: 'DELETE',
    path: `${SESSIONS}/{session}`,
    params: { session: 'Id of the session.' },
    id: 'endSession',
    states: ['active', 'support-ended'],
    support: 'read',
    summary: 'End one of your sessions',
    description:
      'For a device that is lost. It is signed out within a second. A support session can end itself only, which sets the cookie of your own session again.',
    answers: [{ status: 204, description: 'The session has ended.', none: true }],
    async handle(ctx, { params }) {
      const { id, support } = sessionOf(ctx.actor)
      if (support && params.session !== id) throw refusedInSupport()
      if (support) return await leaveSupport(ctx)
      if (!(await end(ctx, params.session))) throw missing('session', params.session, { exists: false })
      return params.session === id ? signedOut() : none()
    },
  })
}
