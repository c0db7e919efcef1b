/** The resources that accounts read about themselves and their retailers. */
import { attribute, instantMicros, instantOffset, resource, toMany } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import {
  createdAt,
  emailAttribute,
  textAttribute,
  textOrNullAttribute,
  updatedAt,
} from '../../domain/attributes.ts'
import type { RetailerRow } from './accounts/retailers.ts'
import type { ApplicationRow, UserRow } from './queries.ts'

export const userConfig = resource<UserRow>()({
  name: 'userConfig',
  type: 'user-configs',
  description: 'Currency, country and browser session of a user.',
  attributes: {
    currency: attribute(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }), 'currency', {
      description: 'Currency that the user sees prices in, a code of ISO 4217.',
    }),
    country: attribute(Type.String({ pattern: '^[A-Z]{2}$', examples: ['BE'] }), 'country', {
      description: 'Country of the user, a code of ISO 3166-1.',
    }),
    browserId: textAttribute(
      'b-7f31c29d04aa',
      'browser_id',
      "Identifies the browser session of the user's last visit.",
    ),
  },
})

export const application = resource<ApplicationRow>()({
  name: 'application',
  type: 'application',
  accepts: ['applications'],
  description: 'One set of API credentials of an account.',
  attributes: {
    name: textAttribute('ERP bridge', 'name', 'What its maker calls it.'),
    developerEmail: emailAttribute('dev@alderwick.test', 'developer_email', 'Whom to write to about it.'),
    clientId: textAttribute(
      '5f0c6a1e9b7d42c3a8e1f604',
      'client_id',
      'The public half of its credentials, for `/oauth/token`.',
    ),
    clientSecret: attribute(Type.Null(), () => null, {
      description: 'Always null: a secret is shown once, when it is made.',
    }),
  },
  relationships: {
    // The resource belongs to a later module, so it is referenced by name only.
    webhookSubscriptions: toMany('webhookSubscription', {
      by: 'webhookSubscriptionsOfApplications',
      parent: 'application_id',
      aliases: ['webhook-subscriptions'],
      description: 'What it wants to be told, and where.',
    }),
  },
})

/** A retailer for brands, without the attributes that only the operator may read. */
export const retailer = resource<RetailerRow>()({
  name: 'retailer',
  type: 'retailer',
  accepts: ['retailers'],
  description: 'Who ordered.',
  attributes: {
    companyName: textOrNullAttribute('Harbour Lane SRL', 'company_name', 'Null for a sole trader.'),
    storeName: textOrNullAttribute('Harbour Lane Stores', 'store_name', 'Name of the shop.'),
    storeUrl: textOrNullAttribute('https://harbourlane.test/', 'store_url', 'Website of the shop.'),
    email: textOrNullAttribute('buying@harbourlane.test', 'email', 'Where the retailer gets mail.'),
    firstName: textOrNullAttribute('Nadia', 'first_name', 'First name of the contact person.'),
    lastName: textOrNullAttribute('Lemmens', 'last_name', 'Last name of the contact person.'),
    taxNumber: textOrNullAttribute('0700123456', 'tax_number', 'Number at the tax office.'),
    vatNumber: textOrNullAttribute(
      'BE0700123456',
      'vat_number',
      'VAT number, with the letters of its country.',
    ),
    eoriNumber: textOrNullAttribute(
      'BE0700123456',
      'eori_number',
      'Number at the customs of the European Union.',
    ),
    phoneNumberE164: textOrNullAttribute(
      '+32470000012',
      'phone_number_e164',
      'Phone number with a plus sign and the country code.',
    ),
    businessIdentifier: textOrNullAttribute(
      'BE0700123456',
      'business_identifier',
      'The tax or VAT number to use, or the number of a sole trader.',
    ),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

/** The format of `GET /api/v1/me`, which is older than the JSON:API endpoints. */
export const currentUserSchema = Type.Object({
  data: Type.Object(
    {
      type: Type.Literal('user', { description: 'Always `user`.' }),
      id: Type.Integer({ examples: [4711], description: 'Number of the user.' }),
      email: Type.String({
        format: 'email',
        examples: ['ines@alderwick.test'],
        description: 'Address of the user.',
      }),
      first_name: Type.String({ examples: ['Ines'], description: 'First name of the user.' }),
      last_name: Type.String({ examples: ['Okoye'], description: 'Last name of the user.' }),
      created_at: { ...instantOffset.schema, description: 'When the user was created.' },
      updated_at: { ...instantOffset.schema, description: 'When the user was changed last.' },
    },
    { description: 'The user.' },
  ),
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
  grant_type: Type.Literal('client_credentials', { description: 'The only grant there is.' }),
  client_id: Type.Optional(
    Type.String({ description: 'Client id of the application, unless sent by HTTP Basic.' }),
  ),
  client_secret: Type.Optional(
    Type.String({ description: 'Client secret of the application, unless sent by HTTP Basic.' }),
  ),
  scope: Type.Optional(
    Type.Literal('*', { description: 'Everything that the account may do; the default.' }),
  ),
})

export const tokenSchema = Type.Object({
  token_type: Type.Literal('Bearer', { description: 'How the token is sent: `Authorization: Bearer …`.' }),
  expires_in: Type.Integer({ examples: [3600], description: 'Seconds until the token ends.' }),
  access_token: Type.String({
    examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI…'],
    description: 'The token, for every other request.',
  }),
})

const names = (description: string, examples: string[]) =>
  Type.Array(Type.String({ examples }), { description })
const address = (example: string, description: string) =>
  Type.String({ format: 'uri', examples: [example], description })

/** The metadata of RFC 8414. There is no `jwks_uri`, because only this server verifies its tokens. */
export const authorizationServerSchema = Type.Object({
  issuer: address('https://api.tradehall.test', 'The address of this server.'),
  token_endpoint: address('https://api.tradehall.test/oauth/token', 'Where access tokens come from.'),
  token_endpoint_auth_methods_supported: names('How a client may send its credentials.', [
    'client_secret_post',
  ]),
  grant_types_supported: names('The grants there are.', ['client_credentials']),
  response_types_supported: names('Empty, as there is no authorization endpoint.', ['code']),
  scopes_supported: names('The scopes there are.', ['*']),
  service_documentation: address('https://api.tradehall.test/docs', 'The reference for people.'),
})

export const authorizationServer = (publicUrl: string): Static<typeof authorizationServerSchema> => ({
  issuer: publicUrl,
  token_endpoint: `${publicUrl}/oauth/token`,
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: ['*'],
  service_documentation: `${publicUrl}/docs`,
})
