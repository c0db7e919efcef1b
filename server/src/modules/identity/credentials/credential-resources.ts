import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { country, currency, email, name } from '../../../http/fields.ts'
import type { ApplicationRow, UserRow } from '../queries.ts'

const userFields = {
  email: email('ines@alderwick.test'),
  firstName: name('Ines'),
  lastName: name('Okoye'),
  currency,
  country,
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
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const createUserBody = requestDocument(user, {
  id: 'optional',
  attributes: userFields,
  required: ['email', 'firstName', 'lastName'],
})

export type ShownApplication = ApplicationRow & { client_secret: string | null }

const applicationFields = {
  name: name('ERP bridge'),
  developerEmail: email('dev@alderwick.test'),
  userId: Type.String({ format: 'uuid' }),
}

export const application = resource<ShownApplication>()({
  name: 'operatorApplication',
  type: 'applications',
  accepts: ['application'],
  description: 'One set of API credentials of a brand or of a retailer.',
  attributes: {
    name: attribute(applicationFields.name, 'name'),
    developerEmail: attribute(applicationFields.developerEmail, 'developer_email'),
    userId: attribute(applicationFields.userId, 'user_id', {
      description: 'The user in whose name it acts.',
    }),
    clientId: attribute(Type.String({ examples: ['5f0c6a1e9b7d42c3a8e1f604'] }), 'client_id'),
    clientSecret: attribute(
      nullable(Type.String({ examples: ['kT0w7Zp3VJm5cX9rQ2sYb8nH1dLgAe4uFiRoNvWzMxE'] })),
      'client_secret',
      { description: 'Shown once, in the answer that made it; null ever after.' },
    ),
    createdAt: attribute(instantMicros, 'created_at'),
    revokedAt: attribute(nullable(instantMicros), 'revoked_at'),
  },
})

export const createApplicationBody = requestDocument(application, {
  id: 'optional',
  attributes: applicationFields,
  required: ['name', 'developerEmail', 'userId'],
})
