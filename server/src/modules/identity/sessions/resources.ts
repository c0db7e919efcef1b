/** The resource of sessions, and the bodies of requests about them. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { accountIdOf, ROLES, SESSION_STATES, SUPPORT_ACCESS } from '../../../domain/actor.ts'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { email, orNull, uuid } from '../../../domain/fields.ts'
import type { Ctx } from '../../../http/operation.ts'
import { PASSWORD_CONFIRMED_MS } from '../../../http/sessions/checks.ts'
import { realNow } from '../../../platform/clock.ts'
import { mailedToken, password } from '../people/resources.ts'
import {
  accountOfSession,
  isSecondFactorRequired,
  roleOfSession,
  type SessionView,
  stateOf,
} from './session-rows.ts'

const userSchema = Type.Object(
  {
    id: uuid('Id of the user.'),
    email: Type.String({ format: 'email', examples: ['ines@alderwick.test'], description: 'Address.' }),
    firstName: Type.String({ examples: ['Ines'], description: 'First name.' }),
    lastName: Type.String({ examples: ['Okoye'], description: 'Last name.' }),
  },
  { title: 'SessionUser', description: 'The user who signed in.' },
)

const accountSchema = Type.Object(
  {
    kind: Type.Enum(['brand', 'retailer', 'operator'], { description: 'What the account is.' }),
    id: orNull(uuid(), { description: 'Id of the brand or retailer; null for the operator.' }),
    name: Type.String({ examples: ['Alder & Wick'], description: 'Name of the account.' }),
    imageUrl: orNull(
      Type.String({
        examples: ['https://cdn.tradehall.test/brands/alder-wick-squared.jpg'],
        description: 'Its square picture. Only brands have one.',
      }),
    ),
  },
  { title: 'SessionAccount', description: 'The account that the session acts for; the operator has no id.' },
)

const secondFactorSchema = Type.Object(
  {
    isEnabled: Type.Boolean({ description: 'Whether signing in asks for a code.' }),
    isRequired: Type.Boolean({ description: 'Whether the user must have one.' }),
  },
  { title: 'SessionSecondFactor', description: 'The second factor of the user.' },
)

const supportSchema = Type.Object(
  {
    access: Type.Enum([...SUPPORT_ACCESS], {
      description:
        '`read-only` changes nothing, `read-write` may call what `x-tradehall-support-session` marks.',
    }),
    reason: Type.String({
      examples: ['Labels of order 3109482 are missing.'],
      description: 'Why it was begun.',
    }),
    secondsLeft: Type.Integer({
      examples: [3540],
      description: 'How long it can still be used, in seconds; 0 when it has ended.',
    }),
  },
  {
    title: 'SessionSupport',
    description: 'That an operator views as the brand of `account`, which `user` does not belong to.',
  },
)

/** A session as its user sees it. */
export interface ShownSession {
  id: string
  view: SessionView
  state: (typeof SESSION_STATES)[number]
  isCurrent: boolean
  isSecondFactorRequired: boolean
  passwordConfirmedUntil: Date | null
  address: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  now: Date
}

export function showSession(
  { config, clock }: Pick<Ctx, 'config' | 'clock'>,
  view: SessionView,
  currentId: string | undefined,
): ShownSession {
  const confirmedAt = view.password_confirmed_at?.getTime() ?? Number.NEGATIVE_INFINITY
  const until = confirmedAt + PASSWORD_CONFIRMED_MS
  const now = realNow(clock)
  return {
    ...view,
    view,
    now,
    expires_at: view.support_ends_at ?? view.expires_at,
    state: stateOf(config, view, now),
    isCurrent: view.id === currentId,
    isSecondFactorRequired: isSecondFactorRequired(config, view, now),
    passwordConfirmedUntil: until > now.getTime() ? new Date(until) : null,
  }
}

const instantOf = (column: 'created_at' | 'last_seen_at' | 'expires_at', description: string) =>
  attribute<ShownSession, typeof instantMicros>(instantMicros, column, { description })

export const session = resource<ShownSession>()({
  name: 'session',
  type: 'sessions',
  description: 'The session of a user who signed in. Its times are real times.',
  attributes: {
    state: attribute(Type.Enum([...SESSION_STATES]), 'state', {
      description:
        "`active`, or what is missing before the session can be used: a code of the second factor, or its setup. `support-ended`: it can only be ended, which returns to the operator's own session.",
    }),
    isCurrent: attribute(Type.Boolean(), 'isCurrent', {
      description: 'Whether it is the session of this request.',
    }),
    role: attribute(Type.Enum([...ROLES]), ({ view }) => roleOfSession(view), {
      description:
        'The role of the user, which `x-tradehall-roles` of operations refers to; `staff` in a support session.',
    }),
    user: attribute(userSchema, ({ view }) => ({
      id: view.user_id,
      email: view.email,
      firstName: view.first_name,
      lastName: view.last_name,
    })),
    account: attribute(accountSchema, ({ view }) => {
      const account = accountOfSession(view)
      const name = view.support_brand_name ?? view.account_name
      const imageUrl = view.support_brand_id ? view.support_brand_image : view.account_image
      return { kind: account.kind, id: accountIdOf(account), name, imageUrl }
    }),
    support: attribute(nullable(supportSchema), ({ view, now }) =>
      view.support_ends_at
        ? {
            access: view.support_access,
            reason: view.support_reason,
            secondsLeft: Math.max(0, Math.ceil((view.support_ends_at.getTime() - now.getTime()) / 1000)),
          }
        : null,
    ),
    secondFactor: attribute(secondFactorSchema, (row) => ({
      isEnabled: row.view.has_second_factor,
      isRequired: row.isSecondFactorRequired,
    })),
    passwordConfirmedUntil: attribute(nullable(instantMicros), 'passwordConfirmedUntil', {
      description: 'Until when critical changes are possible without the password; null when they are not.',
    }),
    address: textAttribute('203.0.113.7', 'address', 'Network address from which the user signed in.'),
    userAgent: textOrNullAttribute('Mozilla/5.0 …', 'user_agent', 'What the browser called itself.'),
    createdAt: instantOf('created_at', 'When the user signed in.'),
    lastSeenAt: instantOf('last_seen_at', 'When the session was used last, to the minute.'),
    expiresAt: instantOf(
      'expires_at',
      'When it ends at the latest; 30 days without use end it earlier, or what the account asks.',
    ),
  },
})

export const signInBody = requestDocument(session, {
  closed: true,
  id: 'none',
  attributes: {
    email: email('ines@alderwick.test', 'Address of the user.'),
    password: password('Password of the user.'),
  },
  required: ['email', 'password'],
})

export const linkBody = requestDocument(session, {
  closed: true,
  id: 'none',
  attributes: { token: mailedToken },
  required: ['token'],
})

export const passwordBody = requestDocument(session, {
  closed: true,
  id: 'path',
  attributes: { password: password('Password of the user.') },
  required: ['password'],
})

export const codeBody = requestDocument(session, {
  closed: true,
  id: 'path',
  attributes: {
    code: Type.String({
      minLength: 6,
      maxLength: 20,
      examples: ['042917'],
      description: 'A code of the authenticator app, or a recovery code.',
    }),
  },
  required: ['code'],
})
