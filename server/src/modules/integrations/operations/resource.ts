import { attribute, instantSeconds, nullable, resource } from '@tradehall/jsonapi'
import { OPERATION_TYPES, UPDATE_FIELDS } from '@tradehall/product-files'
import { Type } from 'typebox'
import { createdAt, textAttribute } from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import { eventAtEnd, STATUSES } from './operation-rules.ts'
import type { OperationRow } from './queries.ts'

export const OPERATIONS = '/api/v1/catalog/integrations/operations'
export const operationsUrl = (publicUrl: string, id: string) => `${publicUrl}${OPERATIONS}/${id}`

/** An operation with its URL, which the links are derived from. */
export type OperationWithUrl = OperationRow & { url: string }

const count = (description: string) => Type.Integer({ minimum: 0, examples: [1], description })

const callback = Type.Object(
  {
    outcome: Type.String({
      examples: ['delivered'],
      description:
        '`waiting` until the operation has ended, `sending`, `delivered` for an answer of 2xx within 3 seconds, `refused` for another one, or why there was none.',
    }),
    status: orNull(Type.Integer({ examples: [204] }), { description: 'Status of the answer.' }),
    detail: orNull(Type.String(), { description: 'What went wrong, as a sentence.' }),
    durationMs: orNull(Type.Integer({ examples: [41] }), { description: 'How long it took.' }),
    attemptedAt: orNull(Type.String({ format: 'date-time' }), { description: 'When it was sent.' }),
  },
  {
    title: 'IntegrationCallback',
    description: 'What came of the call to `callbackUrl`; there is one attempt.',
  },
)

const createdBy = Type.Object(
  {
    applicationId: orNull(uuid(), { description: 'The application; null for a user.' }),
    userId: orNull(uuid(), { description: 'The user who was signed in; null for an application.' }),
    name: orNull(Type.String({ examples: ['ERP bridge'] }), { description: 'What it was called then.' }),
  },
  { title: 'IntegrationCreator', description: 'Who created it.' },
)

export const integrationOperation = resource<OperationWithUrl>()({
  name: 'integrationOperation',
  type: 'catalog-integration-operation',
  accepts: ['catalog-integration-operations'],
  description: 'Many products that are imported, updated or deleted in the background.',
  attributes: {
    source: textAttribute('other', 'source', 'The platform that the products come from, or `other`.'),
    operationType: attribute(Type.Enum([...OPERATION_TYPES]), 'operation_type', {
      description: 'What is done with the products.',
    }),
    status: attribute(Type.Enum([...STATUSES]), 'status', {
      description:
        'How far it is. `pending`: another operation of the brand runs. `skipped`: it had no products.',
    }),
    updateFields: attribute(
      Type.Array(Type.Enum([...UPDATE_FIELDS]), { examples: [['stock']] }),
      'update_fields',
      {
        description:
          'What an update sets; empty: stock and prices, or everything when the source is `other`.',
      },
    ),
    callbackUrl: attribute(
      nullable(Type.String({ format: 'uri', examples: ['https://erp.example.test/hooks/catalog'] })),
      'callback_url',
      { description: 'The address that is told when it has ended.' },
    ),
    createdAt: createdAt(instantSeconds),
    startedAt: attribute(nullable(instantSeconds), 'started_at', {
      description: 'When it began to run; null until then.',
    }),
    completedAt: attribute(nullable(instantSeconds), 'completed_at', {
      description: 'When it ended; null until then.',
    }),
    totalProductsCount: attribute(count('Products that were attached.'), 'total_products_count'),
    processedProductsCount: attribute(
      count('Products that were processed with success.'),
      'processed_products_count',
    ),
    failedProductsCount: attribute(count('Products that failed.'), 'failed_products_count'),
  },
  self: ({ url }) => url,
  linked: {
    results: {
      description: 'What became of each product.',
      links: ({ url }) => ({ related: `${url}/results`, self: `${url}/relationships/results` }),
    },
  },
  meta: {
    schema: Type.Object(
      {
        callback: orNull(callback),
        createdBy: orNull(createdBy),
        cancelRequestedAt: orNull(Type.String({ format: 'date-time' }), {
          description: 'When it was cancelled while it ran; the products that are left are skipped.',
        }),
      },
      { description: 'What is said beside the fields.' },
    ),
    from: (row) => ({
      callback: callbackOf(row),
      createdBy: createdByOf(row),
      cancelRequestedAt: row.cancel_requested_at?.toISOString() ?? null,
    }),
  },
})

/** Null if the server created the operation itself, and for operations that are older than this column. */
function createdByOf(row: OperationRow) {
  const { created_by_application_id: applicationId, created_by_user_id: userId, created_by_name: name } = row
  return applicationId === null && userId === null ? null : { applicationId, userId, name }
}

/** Null if the operation has no callback. */
function callbackOf(row: OperationRow) {
  const { callback_url, callback_attempted_at, callback_outcome, status } = row
  if (callback_url === null || status === 'cancelled') return null
  const nothing = { status: null, detail: null, durationMs: null }
  const stored = callback_outcome as { outcome: string } | null
  const outcome = eventAtEnd(status) && callback_attempted_at ? 'sending' : 'waiting'
  return { outcome, ...nothing, ...stored, attemptedAt: callback_attempted_at?.toISOString() ?? null }
}
