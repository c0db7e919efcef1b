import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { emailAttribute, textAttribute } from '../../domain/attributes.ts'
import type { CurrencyRateRow, EmailVerificationRow } from './queries.ts'
import { EXPIRES_IN_MINUTES } from './verification-rules.ts'

const currencyCode = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })

export const currencyRate = resource<CurrencyRateRow>()({
  name: 'currencyRate',
  type: 'currency-rates',
  description: 'Multiply an amount in `fromCurrency` by `rate` to have it in `toCurrency`.',
  attributes: {
    fromCurrency: attribute(currencyCode, 'from_currency', {
      description: 'Currency of the amount that you have.',
    }),
    toCurrency: attribute(currencyCode, 'to_currency', { description: 'Currency that you want.' }),
    rate: attribute(Type.Number({ examples: [1.1621] }), 'rate', {
      description: 'How much one unit of `fromCurrency` is in `toCurrency`.',
    }),
    date: attribute(Type.String({ format: 'date', examples: ['2026-03-02'] }), 'rated_on', {
      description: 'The day of the rate.',
    }),
  },
})

export interface PlatformConfigRow {
  id: string
  cdn: string
  payment_public_key: string
}

export const platformConfig = resource<PlatformConfigRow>()({
  name: 'platformConfig',
  type: 'platform-configs',
  description: 'Settings of the marketplace that clients need.',
  attributes: {
    cdn: textAttribute(
      'https://cdn.tradehall.test',
      'cdn',
      'Base of asset addresses, such as product images.',
    ),
    paymentPublicKey: textAttribute(
      'pk_test_tradehall',
      'payment_public_key',
      'Public key of the payment provider for payment flows in the browser.',
    ),
  },
})

export const emailVerification = resource<EmailVerificationRow>()({
  name: 'emailVerification',
  type: 'email-verifications',
  description: 'Its id is the verification token; the six-digit code travels by mail only.',
  attributes: {
    email: emailAttribute('nadia@harbourlane.test', 'email', 'The address to verify.'),
    expiresInMinutes: attribute(Type.Integer({ examples: [EXPIRES_IN_MINUTES] }), () => EXPIRES_IN_MINUTES, {
      description: 'How long a code is good after it was mailed.',
    }),
    verifiedAt: attribute(nullable(instantMicros), 'verified_at', {
      description: 'When the right code arrived; null until then.',
    }),
  },
})

export const createVerificationBody = requestDocument(emailVerification, {
  closed: true,
  id: 'optional',
  attributes: {
    email: Type.String({
      format: 'email',
      maxLength: 254,
      examples: ['nadia@harbourlane.test'],
      description: 'Where the code is mailed to.',
    }),
  },
  required: ['email'],
})

export const verifyBody = requestDocument(emailVerification, {
  closed: true,
  id: 'path',
  attributes: {
    code: Type.String({
      pattern: '^\\d{6}$',
      examples: ['042917'],
      description: 'The six digits of the mail.',
    }),
    audience: Type.String({
      default: 'brand',
      examples: ['brand'],
      description: 'Who verifies; accepted and not looked at.',
    }),
  },
  required: ['code'],
})
