/** The resources of users, applications and audit entries for those who manage them. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, textAttribute, textOrNullAttribute, updatedAt } from '../../../domain/attributes.ts'
import { country, currency, email, name, orNull, uuid } from '../../../domain/fields.ts'
import type { ApplicationRow, UserRow } from '../queries.ts'
import { ACTIONS, AUTHORS, type AuditRow } from './audit.ts'

const userFields = {
  email: email('ines@alderwick.test', 'Address of the user, which nobody else has.'),
  firstName: name('Ines', 'First name of the user.'),
  lastName: name('Okoye', 'Last name of the user.'),
  currency: currency('Currency that the user sees prices in'),
  country: country('Country of the user'),
}

export const user = resource<UserRow>()({
  name: 'operatorUser',
  type: 'users',
  accepts: ['user'],
  description: 'A person of a brand or of a retailer.',
  attributes: {
    email: attribute(userFields.email, 'email'),
    firstName: attribute(userFields.firstName, 'first_name'),
    lastName: attribute(userFields.lastName, 'last_name'),
    currency: attribute(userFields.currency, 'currency'),
    country: attribute(userFields.country, 'country'),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

export const createUserBody = requestDocument(user, {
  id: 'optional',
  attributes: userFields,
  required: ['email', 'firstName', 'lastName'],
})

export type ApplicationWithSecret = ApplicationRow & { client_secret: string | null }

const applicationFields = {
  name: name('ERP bridge', 'What its maker calls it.'),
  developerEmail: email('dev@alderwick.test', 'Whom to write to about it.'),
  userId: uuid('The user in whose name it acts.'),
}

export const application = resource<ApplicationWithSecret>()({
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
    createdAt: createdAt(instantMicros),
    revokedAt: attribute(nullable(instantMicros), 'revoked_at', {
      description: 'When it was revoked; null while it is good.',
    }),
  },
})

export const createApplicationBody = requestDocument(application, {
  id: 'optional',
  attributes: applicationFields,
  required: ['name', 'developerEmail', 'userId'],
})

/** For people of a brand: without `userId`, the application acts in the name of its creator. */
export const createOwnApplicationBody = requestDocument(application, {
  id: 'optional',
  attributes: applicationFields,
  required: ['name', 'developerEmail'],
})

export const auditEntry = resource<AuditRow>()({
  name: 'auditEntry',
  type: 'audit-entries',
  description: 'What somebody did to an application. Entries are never changed.',
  attributes: {
    action: attribute(Type.Enum([...ACTIONS]), 'action', { description: 'What was done to it.' }),
    applicationId: attribute(uuid('The application.'), 'application_id'),
    brandId: attribute(orNull(uuid(), { description: 'The brand that it belongs to, if any.' }), 'brand_id'),
    retailerId: attribute(
      orNull(uuid(), { description: 'The retailer that it belongs to, if any.' }),
      'retailer_id',
    ),
    actedBy: attribute(
      Type.Enum([...AUTHORS], {
        description:
          'Who did it: the operator through the API, a person of the brand, or somebody with the shell of the server.',
      }),
      'acted_by',
    ),
    byUserId: attribute(
      orNull(uuid(), { description: 'The user who did it; null for the shell.' }),
      'by_user_id',
    ),
    byApplicationId: attribute(
      orNull(uuid(), {
        description:
          'The application that acted in the name of that user; null for a person and for the shell.',
      }),
      'by_application_id',
    ),
    createdAt: createdAt(instantMicros),
  },
})
