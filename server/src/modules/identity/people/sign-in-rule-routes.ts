/** Operations of owners and operators on what their account asks of its users. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { orNull, uuid } from '../../../domain/fields.ts'
import { unprocessable } from '../../../domain/problems.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { changeRules, readRules, type SignInRulesView } from './sign-in-rules.ts'

const hours = Type.Integer({ minimum: 1, maximum: 2160, examples: [12] })
const minutes = Type.Integer({ minimum: 5, maximum: 43_200, examples: [60] })
const mail = (what: string) => ({ description: `Whether the owners get a mail about ${what}.` })

export const signInRules = resource<SignInRulesView>()({
  name: 'signInRules',
  type: 'sign-in-rules',
  description: 'What an account asks of its users. Its times are real times.',
  attributes: {
    secondFactorFrom: attribute(nullable(instantMicros), 'second_factor_from', {
      description: 'From when on every user needs a second factor; null for never.',
    }),
    longestSessionHours: attribute(nullable(hours), 'longest_session_hours', {
      description: 'After how many hours a session ends; null for the longest that there is.',
    }),
    longestIdleMinutes: attribute(nullable(minutes), 'longest_idle_minutes', {
      description: 'After how many minutes without use a session ends; null for 30 days.',
    }),
    mailsOwners: attribute(Type.Boolean(), 'mails_owners', mail('a new owner')),
    mailsCredentials: attribute(Type.Boolean(), 'mails_credentials', mail('new applications and secrets')),
    mailsSupport: attribute(Type.Boolean(), 'mails_support', mail('support sessions')),
    unfulfilled: attribute(
      Type.Array(
        Type.Object({
          id: uuid('Id of the user.'),
          name: Type.String({ examples: ['Ines Okoye'], description: 'First and last name.' }),
          email: Type.String({ format: 'email', examples: ['ines@alderwick.test'], description: 'Address.' }),
        }),
      ),
      'unfulfilled',
      { description: 'Users who have no second factor yet, by their names.' },
    ),
  },
})

const body = requestDocument(signInRules, {
  closed: true,
  id: 'path',
  attributes: {
    secondFactorFrom: orNull(Type.String({ format: 'date-time', examples: ['2026-06-01T00:00:00Z'] }), {
      description: 'From when on every user needs a second factor; null for never.',
    }),
    longestSessionHours: orNull(hours, { description: 'Hours; null for the longest that there is.' }),
    longestIdleMinutes: orNull(minutes, { description: 'Minutes; null for 30 days.' }),
    mailsOwners: Type.Boolean(mail('a new owner')),
    mailsCredentials: Type.Boolean(mail('new applications and secrets')),
    mailsSupport: Type.Boolean(mail('support sessions')),
  },
  required: [],
})

const RULES = '/api/v1/sign-in-rules'
const forOwners = { tag: 'Users', access: 'session', roles: ['owner', 'operator'] } as const

export function signInRuleRoutes(http: Http): void {
  http.operation({
    ...forOwners,
    ...returnsOne(signInRules, 'The rules.'),
    method: 'GET',
    path: RULES,
    id: 'getSignInRules',
    summary: 'What your account asks of its users',
    description: 'A second factor from a day on, how long sessions last, and who does not fulfil it yet.',
    handle: async (ctx) => document(signInRules, await readRules(ctx)),
  })

  http.operation({
    ...forOwners,
    ...returnsOne(signInRules, 'The rules as they are now.'),
    method: 'PATCH',
    path: RULES,
    id: 'changeSignInRules',
    summary: 'Change what your account asks of its users',
    description:
      'What is left out stays. From the day on, users without a second factor can only set one up. Sessions that have lasted too long end within a second.',
    confirmed: true,
    body,
    bodyExample: { data: { type: 'sign-in-rules', attributes: { longestSessionHours: 12 } } },
    async handle(ctx, { body: { data } }) {
      const { attributes = {} } = data
      if (Object.keys(attributes).length === 0)
        throw unprocessable('Expected at least one rule to change.', { pointer: 'data.attributes' })
      const { secondFactorFrom: from, longestSessionHours, longestIdleMinutes } = attributes
      const { mailsOwners, mailsCredentials, mailsSupport } = attributes
      return document(
        signInRules,
        await changeRules(ctx, {
          ...(from !== undefined && { second_factor_from: from === null ? null : new Date(from) }),
          ...(longestSessionHours !== undefined && { longest_session_hours: longestSessionHours }),
          ...(longestIdleMinutes !== undefined && { longest_idle_minutes: longestIdleMinutes }),
          ...(mailsOwners !== undefined && { mails_owners: mailsOwners }),
          ...(mailsCredentials !== undefined && { mails_credentials: mailsCredentials }),
          ...(mailsSupport !== undefined && { mails_support: mailsSupport }),
        }),
      )
    },
  })
}
