import { attribute, instantMicros, instantOffset, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { RetailerRow } from './accounts/retailers.ts'
import type { ApplicationRow, UserRow } from './queries.ts'

export const userConfig = resource<UserRow>()({
  name: 'userConfig',
  type: 'user-configs',
  description: 'Currency, country and browser session of a user.',
  attributes: {
    currency: attribute(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), 'currency'),
    country: attribute(Type.String({ pattern: '^[A-Z]{2}$', examples: ['BE'] }), 'country'),
    browserId: attribute(Type.String({ examples: ['b-7f31c29d04aa'] }), 'browser_id', {
      description: "Identifies the browser session of the user's last visit.",
    }),
  },
})

export const application = resource<ApplicationRow>()({
  name: 'application',
  type: 'application',
  accepts: ['applications'],
  description: 'One set of API credentials of an account.',
  attributes: {
    name: attribute(Type.String({ examples: ['ERP bridge'] }), 'name'),
    developerEmail: attribute(
      Type.String({ format: 'email', examples: ['dev@alderwick.test'] }),
      'developer_email',
    ),
    clientId: attribute(Type.String({ examples: ['5f0c6a1e9b7d42c3a8e1f604'] }), 'client_id'),
    clientSecret: attribute(Type.Null(), () => null, {
      description: 'Always null: a secret is shown once, when it is made.',
    }),
  },
})

const text = (example: string) => nullable(Type.String({ examples: [example] }))

/** A retailer as brands see it. What only the operator knows of it is left out. */
export const retailer = resource<RetailerRow>()({
  name: 'retailer',
  type: 'retailer',
  accepts: ['retailers'],
  description: 'Who ordered.',
  attributes: {
    companyName: attribute(text('Harbour Lane SRL'), 'company_name', {
      description: 'Null for a sole trader.',
    }),
    storeName: attribute(text('Harbour Lane Stores'), 'store_name'),
    storeUrl: attribute(text('https://harbourlane.test/'), 'store_url'),
    email: attribute(text('buying@harbourlane.test'), 'email'),
    firstName: attribute(text('Nadia'), 'first_name'),
    lastName: attribute(text('Lemmens'), 'last_name'),
    taxNumber: attribute(text('0700123456'), 'tax_number'),
    vatNumber: attribute(text('BE0700123456'), 'vat_number'),
    eoriNumber: attribute(text('BE0700123456'), 'eori_number'),
    phoneNumberE164: attribute(text('+32470000012'), 'phone_number_e164'),
    businessIdentifier: attribute(text('BE0700123456'), 'business_identifier', {
      description: 'The tax or VAT number to use, or the number of a sole trader.',
    }),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

/** `GET /api/v1/me` is older than the JSON:API endpoints and keeps a shape of its own. */
export const currentUserSchema = Type.Object({
  data: Type.Object({
    type: Type.Literal('user'),
    id: Type.Integer({ examples: [4711] }),
    email: Type.String({ format: 'email', examples: ['ines@alderwick.test'] }),
    first_name: Type.String({ examples: ['Ines'] }),
    last_name: Type.String({ examples: ['Okoye'] }),
    created_at: instantOffset.schema,
    updated_at: instantOffset.schema,
  }),
})

export function currentUser(user: UserRow): object {
  return {
    data: {
      type: 'user',
      id: user.number,
      email: user.email,
      first_name: user.first_name,
      last_name: user.last_name,
      created_at: instantOffset.encode?.(user.created_at),
      updated_at: instantOffset.encode?.(user.updated_at),
    },
  }
}

export const tokenRequestSchema = Type.Object({
  grant_type: Type.Literal('client_credentials'),
  client_id: Type.Optional(Type.String({ description: 'Unless sent by HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Unless sent by HTTP Basic.' })),
  scope: Type.Optional(Type.Literal('*')),
})

export const tokenSchema = Type.Object({
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ examples: [3600], description: 'Seconds.' }),
  access_token: Type.String({ examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI…'] }),
})
