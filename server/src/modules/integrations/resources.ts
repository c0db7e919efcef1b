/** The resources of results and drafts, and the schemas of request bodies. */
import {
  attribute,
  instantSeconds,
  KEEP_OTHERS,
  nullable,
  REFUSE_STRAYS,
  requestDocument,
  resource,
} from '@tradehall/jsonapi'
import {
  ANY_SOURCE,
  attributesSchema,
  MAX_VARIANTS,
  NUMBERED_PLATFORMS,
  OPERATION_TYPES,
  ownName,
  UPDATE_FIELDS,
} from '@tradehall/product-files'
import { type TSchema, Type } from 'typebox'
import { createdAt, textAttribute } from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import { integrationOperation } from './operations/resource.ts'
import { type DraftRow, RESULT_STATUSES, type ResultRow, type UnprocessedRow } from './operations/results.ts'

const issues = Type.Array(
  Type.Object(
    {
      field: Type.Optional(
        Type.String({
          examples: ['variants[0].ian'],
          description: 'Where in the attributes; absent for what is not about a field.',
        }),
      ),
      reason: Type.Optional(
        Type.Enum(['required_field', 'invalid_field', 'invalid_image', 'internal_error'], {
          description:
            'What kind of issue it is; absent for technical failures. `invalid_image`: no image could be downloaded from the address.',
        }),
      ),
      message: Type.String({ description: 'What was expected, and what was seen.' }),
      code: Type.Optional(
        Type.String({
          examples: ['TEXT_TOO_SHORT'],
          description:
            'A stable name of what is wrong, to say it in words of your own; absent for technical failures and for results of before.',
        }),
      ),
      meta: Type.Optional(
        Type.Object(
          {},
          { examples: [{ minLength: 13 }], description: 'The figures of the issue, by the code.' },
        ),
      ),
    },
    { title: 'IntegrationIssue', description: 'One thing that is wrong.' },
  ),
  { examples: [[]] },
)

const STATUS_DESCRIPTION =
  'How it ended. `skipped`: the operation was cancelled while it ran, before this product was processed.'
const failureReason = [
  nullable(Type.Enum(['validation_error', 'internal_error'])),
  'failure_reason',
  {
    description:
      '`validation_error`: the product has to be changed. `internal_error`: it may be sent again as it is.',
  },
] as const

export const integrationResult = resource<ResultRow>()({
  name: 'integrationResult',
  type: 'catalog-integration-result',
  description: 'What became of one product of an operation.',
  attributes: {
    externalProductId: textAttribute('TF-204', 'external_product_id', "The brand's own name of the product."),
    status: attribute(Type.Enum([...RESULT_STATUSES]), 'status', { description: STATUS_DESCRIPTION }),
    failureReason: attribute(...failureReason),
    issues: attribute(issues, 'issues', { description: 'Everything that is wrong with it.' }),
  },
})

/** A result as a resource identifier: type and id only. */
export const integrationResultLink = resource<Pick<ResultRow, 'id'>>()({
  name: 'integrationResultLink',
  type: 'catalog-integration-result',
  description: 'Names what became of one product of an operation.',
  attributes: {},
})

/** What a client needs to send a product again. */
export const unprocessedProduct = resource<UnprocessedRow>()({
  name: 'integrationUnprocessedProduct',
  type: 'catalog-integration-unprocessed-product',
  description: 'A product of an operation that failed or was skipped. Its id is that of its result.',
  attributes: {
    externalProductId: textAttribute('TF-204', 'external_product_id', "The brand's own name of the product."),
    status: attribute(Type.Enum(['failure', 'skipped']), 'status', { description: STATUS_DESCRIPTION }),
    failureReason: attribute(...failureReason),
    entry: attribute(nullable(Type.Object({})), 'sent', {
      description: 'The product as it was sent; null if the operation failed as a whole.',
    }),
    issues: attribute(issues, 'issues', { description: 'Everything that is wrong with it.' }),
  },
})

export const integrationDraft = resource<DraftRow>()({
  name: 'integrationDraft',
  type: 'catalog-integration-draft',
  description: 'A product that did not pass the last import with such products.',
  attributes: {
    externalProductId: textAttribute('TF-204', 'external_product_id', "The brand's own name of the product."),
    operationId: attribute(uuid(), 'operation_id', { description: 'The import that it was part of.' }),
    entry: attribute(Type.Object({}), 'sent', { description: 'The product as it was sent.' }),
    issues: attribute(issues, 'issues', { description: 'Everything that is wrong with it.' }),
    createdAt: createdAt(instantSeconds),
  },
})

const callbackUrl = Type.String({
  format: 'uri',
  maxLength: 2_000,
  examples: ['https://erp.example.test/hooks/catalog'],
  description: 'Is told once when the operation has ended; it must answer with 2xx within 3 seconds.',
})

const sourceOf = (platforms: readonly string[]) =>
  Type.Enum([...new Set([...platforms, ...NUMBERED_PLATFORMS, ANY_SOURCE])], {
    examples: [ANY_SOURCE],
    description: 'The platform that the products come from, or `other`.',
  })

export const createBody = (platforms: readonly string[]) =>
  requestDocument(integrationOperation, {
    id: 'optional',
    strays: 'refused',
    attributes: {
      source: sourceOf(platforms),
      operationType: Type.Enum([...OPERATION_TYPES], { description: 'What to do with the products.' }),
      callbackUrl,
      updateFields: Type.Array(Type.Enum([...UPDATE_FIELDS]), {
        uniqueItems: true,
        examples: [['stock']],
        description:
          'What an update sets. Empty: stock and prices, or everything when the source is `other`; and variants that are new to their product are added.',
      }),
    },
    required: ['source', 'operationType'],
  })

export const startBody = requestDocument(integrationOperation, {
  id: 'path',
  strays: 'refused',
  attributes: {
    status: Type.String({ examples: ['started'], description: 'Only `started` can be asked for.' }),
  },
  required: ['status'],
})

const productType = Type.Enum(['catalog-integration-product', 'catalog-integration-products'], {
  description: 'The kind of entry.',
})

/** The part of an entry that is validated on receipt. `attributes` are documented here and validated when it is processed. */
const entry = (attributes: TSchema) =>
  Type.Object({
    id: ownName('TF-204', "The caller's own identifier."),
    type: productType,
    attributes: Type.Optional(attributes),
  })
const listOf = (item: TSchema) =>
  Type.Object(
    { products: Type.Array(item, { minItems: 1, description: 'The products, in any number of calls.' }) },
    REFUSE_STRAYS,
  )

type ReceivedEntry = { id: string; type: string; attributes?: object }
export const productsBody = Type.Unsafe<{ products: ReceivedEntry[] }>(
  listOf(entry(Type.Object({}, KEEP_OTHERS))),
)
export const documentedProductsBody = listOf(
  entry({ ...attributesSchema, description: 'What there is to tell of it.' }),
)

export const deleteBody = (platforms: readonly string[]) =>
  Type.Object(
    {
      source: sourceOf(platforms),
      callbackUrl,
      products: Type.Array(
        Type.Object({
          type: productType,
          id: Type.Optional(ownName('TF-204', "The caller's own identifier.")),
          attributes: Type.Object(
            {
              external_id: ownName('TF-204', "The brand's own name of the product."),
              variants: Type.Optional(
                Type.Array(Type.Object({ sku: ownName('TF-204-W', 'Of the variant.') }), {
                  minItems: 1,
                  maxItems: MAX_VARIANTS,
                  description: 'The variants to delete; left out, the product with all of them.',
                }),
              ),
            },
            { description: 'What to delete.' },
          ),
        }),
        { minItems: 1, description: 'What to delete.' },
      ),
    },
    REFUSE_STRAYS,
  )
