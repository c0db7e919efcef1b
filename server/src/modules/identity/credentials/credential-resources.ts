/** The resources of users, applications and audit entries for those who manage them. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { ROLES } from '../../../domain/actor.ts'
import {
  createdAt,
  integerAttribute,
  textAttribute,
  textOrNullAttribute,
  updatedAt,
} from '../../../domain/attributes.ts'
import { country, currency, email, name, orNull, personName, uuid } from '../../../domain/fields.ts'
import type { UserView } from '../people/users.ts'
import { type ApplicationView, SHOWN_DAYS } from './application-views.ts'
import { AUDIT_ACTIONS, AUTHORS, type AuditView } from './audit.ts'

const role = Type.Enum([...ROLES], {
  description:
    'What the user may do. Staff do the daily work; owners also manage users, credentials and secrets; operators are the users of the operator.',
})

const SECOND_FACTOR = 'Whether the user signs in with a second factor.'

export const userFields = {
  email: email('ines@alderwick.test', 'Address of the user, which nobody else has.'),
  firstName: personName('Ines', 'First name of the user.'),
  lastName: personName('Okoye', 'Last name of the user.'),
  currency: currency('Currency that the user sees prices in'),
  country: country('Country of the user'),
}

export const user = resource<UserView>()({
  name: 'accountUser',
  type: 'users',
  accepts: ['user'],
  description: 'A person of a brand, of a retailer or of the operator.',
  attributes: {
    email: attribute(userFields.email, 'email'),
    firstName: attribute(userFields.firstName, 'first_name'),
    lastName: attribute(userFields.lastName, 'last_name'),
    currency: attribute(userFields.currency, 'currency'),
    country: attribute(userFields.country, 'country'),
    role: attribute(role, 'role'),
    status: attribute(
      Type.Enum(['active', 'invited', 'suspended'], {
        description: 'Whether the user may sign in, has not accepted the invitation yet, or may not sign in.',
      }),
      statusOf,
    ),
    hasSecondFactor: attribute(Type.Boolean({ description: SECOND_FACTOR }), 'has_second_factor', {
      description: SECOND_FACTOR,
    }),
    invitedUntil: attribute(nullable(instantMicros), (row) => (isInvited(row) ? row.invited_until : null), {
      description: 'How long the invitation can be accepted, in real time; null when there is none.',
    }),
    lastSignedInAt: attribute(nullable(instantMicros), 'last_signed_in_at', {
      description: 'When the user signed in last, in real time; null for never.',
    }),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

const isInvited = ({ password_hash, invited_until }: UserView) =>
  password_hash === null && invited_until !== null

function statusOf(row: UserView): 'active' | 'invited' | 'suspended' {
  if (row.suspended_at) return 'suspended'
  return isInvited(row) ? 'invited' : 'active'
}

/** The operator invites the first users of a brand or retailer; without a role they are owners. */
export const createUserBody = requestDocument(user, {
  closed: true,
  id: 'optional',
  attributes: { ...userFields, role },
  required: ['email', 'firstName', 'lastName'],
})

const applicationFields = {
  name: name('ERP bridge', 'What its maker calls it.'),
  developerEmail: email('dev@alderwick.test', 'Whom to write to about it.'),
  userId: uuid('The user in whose name it acts.'),
}

export const application = resource<ApplicationView>()({
  name: 'operatorApplication',
  type: 'applications',
  accepts: ['application'],
  description: 'One set of API credentials of a brand or of a retailer.',
  attributes: {
    name: attribute(applicationFields.name, 'name'),
    developerEmail: attribute(applicationFields.developerEmail, 'developer_email'),
    userId: attribute(applicationFields.userId, 'user_id'),
    clientId: textAttribute(
      '5f0c6a1e9b7d42c3a8e1f604',
      'client_id',
      'The public half of its credentials, for `/oauth/token`.',
    ),
    clientSecret: textOrNullAttribute(
      'kT0w7Zp3VJm5cX9rQ2sYb8nH1dLgAe4uFiRoNvWzMxE',
      'client_secret',
      'Shown once, in the answer that made it; null ever after.',
    ),
    previousSecretUntil: attribute(nullable(instantMicros), 'previous_secret_until', {
      description: 'How long the secret before the newest one works; null when there is none that does.',
    }),
    lastUsedAt: attribute(nullable(instantMicros), 'last_called_at', {
      description: 'When it called the API last; null for never. Calls show after five seconds at most.',
    }),
    callsLastDay: integerAttribute(
      412,
      'calls_last_day',
      'Its calls in the last 24 hours, whatever was answered.',
    ),
    callsByDay: attribute(
      Type.Array(
        Type.Object({
          date: Type.String({ format: 'date', examples: ['2026-04-01'], description: 'The day in UTC.' }),
          calls: Type.Integer({ minimum: 0, examples: [412], description: 'The calls of that day.' }),
        }),
        { description: `Its calls on each of the last ${SHOWN_DAYS} days, today last.` },
      ),
      'calls_by_day',
    ),
    createdAt: createdAt(instantMicros),
    revokedAt: attribute(nullable(instantMicros), 'revoked_at', {
      description: 'When it was revoked; null while it is good.',
    }),
  },
})

export const createApplicationBody = requestDocument(application, {
  closed: true,
  id: 'optional',
  attributes: applicationFields,
  required: ['name', 'developerEmail', 'userId'],
})

/** For users of a brand: without `userId`, the application acts in the name of its creator. */
export const createOwnApplicationBody = requestDocument(application, {
  closed: true,
  id: 'optional',
  attributes: applicationFields,
  required: ['name', 'developerEmail'],
})

export const updateApplicationBody = requestDocument(application, {
  closed: true,
  id: 'path',
  attributes: { name: applicationFields.name, developerEmail: applicationFields.developerEmail },
})

export const rotateSecretBody = requestDocument(application, {
  closed: true,
  id: 'path',
  attributes: {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 604_800,
      description: 'How long the old secret works as well; a day unless told otherwise, 0 ends it at once.',
      examples: [86_400],
    }),
  },
})

export const auditEntry = resource<AuditView>()({
  name: 'auditEntry',
  type: 'audit-entries',
  description:
    'What somebody did to an application, to a user, to a brand or retailer or its settings, or to the server. Entries are never changed.',
  attributes: {
    action: attribute(Type.Enum([...AUDIT_ACTIONS]), 'action', {
      description:
        'What was done to an application, a user, a brand or retailer, its settings or webhooks, or to the jobs and events of the server. `create`, `update`, `suspend` and `resume` without an application and a user were done to the brand or the retailer.',
    }),
    subjectName: textOrNullAttribute(
      'ERP bridge',
      'subject_name',
      'What the application, the user, the brand or the retailer is called now.',
    ),
    applicationId: attribute(
      orNull(uuid(), { description: 'The application; null for what was done to something else.' }),
      'application_id',
    ),
    userId: attribute(
      orNull(uuid(), { description: 'The user; null for what was done to something else.' }),
      'user_id',
    ),
    detail: attribute(orNull(Type.String({ examples: ['staff'] })), 'detail', {
      description:
        'To what it was changed, such as the new role, what of it, or the reason; null where the action says it all.',
    }),
    brandId: attribute(orNull(uuid(), { description: 'The brand that it belongs to, if any.' }), 'brand_id'),
    retailerId: attribute(
      orNull(uuid(), { description: 'The retailer that it belongs to, if any.' }),
      'retailer_id',
    ),
    accountName: textOrNullAttribute(
      'Alder & Wick',
      'account_name',
      'What that brand or retailer is called now; null for the operator.',
    ),
    actedBy: attribute(
      Type.Enum([...AUTHORS], {
        description:
          'Who did it: a user or application of the operator, the brand or the retailer, somebody with the shell of the server, or somebody who has not signed in.',
      }),
      'acted_by',
    ),
    byUserId: attribute(
      orNull(uuid(), { description: 'The user who did it; null for the shell and for nobody.' }),
      'by_user_id',
    ),
    byApplicationId: attribute(
      orNull(uuid(), {
        description:
          'The application that acted in the name of that user; null for a person and for the shell.',
      }),
      'by_application_id',
    ),
    byUserName: textOrNullAttribute(
      'Ines Okoye',
      'by_user_name',
      'The name of that user; null also for users of the operator, unless the operator asks or it was a support session.',
    ),
    supportSessionId: attribute(
      orNull(uuid(), {
        description:
          'The support session of the marketplace in which that user acted for the brand; null for everything else.',
      }),
      'support_session_id',
    ),
    byApplicationName: textOrNullAttribute(
      'ERP bridge',
      'by_application_name',
      'The name of that application.',
    ),
    address: textOrNullAttribute(
      '203.0.113.7',
      'address',
      'The network address that it was done from; null where none is known, and for what the operator did, unless the operator asks.',
    ),
    createdAt: createdAt(instantMicros),
  },
})
