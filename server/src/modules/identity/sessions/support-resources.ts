/** The resource of support sessions, and the body that begins one. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { SUPPORT_ACCESS } from '../../../domain/actor.ts'
import { textAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import type { SupportView } from './support-rows.ts'

const access = Type.Enum([...SUPPORT_ACCESS], {
  description: '`read-only` changes nothing; `read-write` may also do the daily work of the brand.',
})

const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  expected: 'a text that says why, of at most 500 characters',
  examples: ['Labels of order 3109482 are missing.'],
  description: 'Why the operator views as the brand. The owners of the brand read it in their audit log.',
})

export const supportSession = resource<SupportView>()({
  name: 'supportSession',
  type: 'support-sessions',
  description:
    'That an operator viewed as a brand, or does. It stays when the session has ended. Its times are real times.',
  attributes: {
    userId: attribute(uuid('The user of the operator.'), 'user_id'),
    userName: textAttribute('Ada Berg', 'user_name', 'The name of that user.'),
    brandId: attribute(uuid('The brand.'), 'brand_id'),
    brandName: textAttribute('Alder & Wick', 'brand_name', 'The name of the brand.'),
    reason: attribute(reason, 'reason'),
    access: attribute(access, (row) => row.access as (typeof SUPPORT_ACCESS)[number]),
    isActive: attribute(Type.Boolean(), 'is_active', { description: 'Whether it can still be used.' }),
    startedAt: attribute(instantMicros, 'started_at', { description: 'When it began.' }),
    endsAt: attribute(instantMicros, 'ends_at', { description: 'When it ends at the latest.' }),
    endedAt: attribute(nullable(instantMicros), 'ended_at', {
      description: 'When it ended; null while it lasts, and up to a minute longer.',
    }),
  },
})

export const supportBody = requestDocument(supportSession, {
  closed: true,
  id: 'none',
  attributes: { reason, access },
  required: ['reason'],
})
