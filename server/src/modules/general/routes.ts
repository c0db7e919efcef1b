import { idToChange } from '../../domain/ownership.ts'
import { createdAnswers, returnsList, returnsOne } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { createdDocument, document } from '../../http/operation.ts'
import { requestVerification, verifyCode } from './email-verifications.ts'
import { listLatestRates } from './queries.ts'
import {
  createVerificationBody,
  currencyRate,
  emailVerification,
  platformConfig,
  verifyBody,
} from './resources.ts'

/** The configuration is a singleton, so its id is constant. */
const PLATFORM_CONFIG_ID = '6d1f0a52-1f7e-4c39-9d2b-0b7a54c8e3f1'

export function generalRoutes(http: Http): void {
  marketplaceRoutes(http)
  verificationRoutes(http)
}

const accessOf = ({ platform: { config } }: Http) => (config.openPlatformRoutes === 'on' ? 'public' : 'token')

function marketplaceRoutes(http: Http): void {
  const { config } = http.platform

  http.operation({
    method: 'GET',
    path: '/api/v1/currencies/rates/latest',
    id: 'listLatestCurrencyRates',
    tag: 'General',
    summary: 'The latest currency rates',
    description:
      'One rate for each pair of currencies, ordered by the pair; there are no pages. No token is needed.',
    access: 'public',
    ...returnsList(currencyRate, 'The newest rate of each pair.'),
    handle: async ({ db }) => document(currencyRate, await listLatestRates(db)),
  })

  http.operation({
    method: 'GET',
    path: '/api/v1/platform/config',
    id: 'getPlatformConfig',
    tag: 'User',
    summary: 'Configuration of the marketplace',
    description: 'Where assets lie, and the public key for payments in a browser. The same for all accounts.',
    access: accessOf(http),
    ...returnsOne(platformConfig, 'The configuration.'),
    async handle({ publicUrl }) {
      const { cdnUrl = publicUrl, paymentPublicKey } = config
      const row = { id: PLATFORM_CONFIG_ID, cdn: cdnUrl, payment_public_key: paymentPublicKey }
      return document(platformConfig, row)
    },
  })
}

function verificationRoutes(http: Http): void {
  const access = accessOf(http)

  http.operation({
    method: 'POST',
    path: '/api/v1/email-verifications',
    id: 'createEmailVerification',
    tag: 'General',
    summary: 'Mail a verification code',
    description:
      'Mails a six-digit code, good for 10 minutes. Send an id of your own to make a retry harmless: the same id answers with the stored verification and mails nothing.',
    access,
    query: { resource: emailVerification },
    body: createVerificationBody,
    bodyExample: { data: { type: 'email-verifications', attributes: { email: 'nadia@harbourlane.test' } } },
    answers: createdAnswers(
      emailVerification,
      'The verification; its id is the token.',
      'The id was known: the stored verification.',
    ),
    async handle(ctx, { body: { data } }) {
      const requested = { id: data.id, email: data.attributes.email }
      return createdDocument(emailVerification, await requestVerification(ctx, requested))
    },
  })

  http.operation({
    method: 'PATCH',
    path: '/api/v1/email-verifications/{email_verification}',
    id: 'verifyEmail',
    tag: 'General',
    summary: 'Verify an email address with its code',
    description: 'Five wrong codes end a verification. A code that was right once may be sent again.',
    access,
    params: { email_verification: 'The verification token.' },
    ...returnsOne(emailVerification, 'Verified.'),
    body: verifyBody,
    bodyExample: {
      data: {
        type: 'email-verifications',
        id: '0d9a3a4e-7c3f-4b55-8e0a-5f1d2c9b7a11',
        attributes: { code: '042917', audience: 'brand' },
      },
    },
    async handle(ctx, { params, body: { data } }) {
      const id = idToChange(params.email_verification, data.id)
      const at = { code: 'data.attributes.code' }
      return document(emailVerification, await verifyCode(ctx, { id, code: data.attributes.code }, at))
    },
  })
}
