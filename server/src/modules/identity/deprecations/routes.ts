/** The lists of deprecated calls: of a brand, and of everybody for the operator. */
import { attribute, instantMicros, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { integerAttribute, textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { orNull, uuid } from '../../../domain/fields.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPage, PAGE } from '../../../http/lists/paging.ts'
import type { Ctx, Operation } from '../../../http/operation.ts'
import { forOperator, idFilter, OPERATOR_API } from '../../../http/operator-api.ts'
import { INTEGRATIONS } from '../credentials/integration-routes.ts'
import { type CallsOwner, type CallsWithApplication, hasCalls, listCalls } from './calls.ts'
import { countDeprecatedCalls } from './counting.ts'

export const deprecatedCalls = resource<
  CallsWithApplication & { ends_at: Date | null; replacement: string | null }
>()({
  name: 'deprecatedCalls',
  type: 'deprecated-calls',
  description: 'That an application calls a deprecated operation.',
  attributes: {
    applicationId: attribute(uuid('The application.'), 'application_id'),
    applicationName: textAttribute('ERP bridge', 'name', 'What its maker calls it.'),
    developerEmail: textAttribute('dev@alderwick.test', 'developer_email', 'Whom to write to about it.'),
    brandId: attribute(orNull(uuid(), { description: 'The brand that it belongs to, if any.' }), 'brand_id'),
    retailerId: attribute(
      orNull(uuid(), { description: 'The retailer that it belongs to, if any.' }),
      'retailer_id',
    ),
    accountName: textOrNullAttribute(
      'Alder & Wick',
      'account_name',
      'The name of that brand or the store of that retailer; null for the operator.',
    ),
    operation: textAttribute(
      'acceptOrder',
      'operation',
      'The operation, as the OpenAPI document names it; `operation/use` where it is one use of it.',
    ),
    method: textAttribute('POST', 'method', 'Its method.'),
    path: textAttribute('/api/v1/orders/{order}/accept', 'path', 'Its path.'),
    endsAt: attribute(nullable(instantMicros), 'ends_at', {
      description: 'When it ends or has ended; null for what has no end, and for what is gone.',
    }),
    replacement: textOrNullAttribute(
      'Ship orders yourself.',
      'replacement',
      'What to use instead; null where the description of the operation says it.',
    ),
    calls: integerAttribute(42, 'calls', 'How often it was called, whatever was answered.'),
    firstCalledAt: attribute(instantMicros, 'created_at', { description: 'When it was called first.' }),
    lastCalledAt: attribute(instantMicros, 'last_called_at', { description: 'When it was called last.' }),
  },
})

type Head = Pick<Operation, 'tag' | 'access' | 'roles' | 'path' | 'id' | 'summary'>

export function deprecationRoutes(http: Http): void {
  const counts = countDeprecatedCalls(http)
  /** The end of an operation, or of one deprecated use of it (`operation/use`). */
  const endingOf = (called: string) => {
    const [id, use] = called.split('/')
    const operation = http.operations.find((one) => one.id === id)
    const deprecation = use === undefined ? operation?.deprecated : operation?.deprecatedUses?.[use]
    return { ends_at: deprecation?.ends?.at ?? null, replacement: deprecation?.ends?.replacement ?? null }
  }
  const listRoute = (head: Head, ownerOf: (ctx: Ctx) => CallsOwner) =>
    http.operation({
      ...head,
      method: 'GET',
      description:
        'One entry for each application and deprecated operation that it has called, those that began last first. Requests that were refused count too, also after the end; requests without a good token do not. What other processes of the server counted may come five seconds late.',
      query: {
        resource: deprecatedCalls,
        page: PAGE,
        filters: {
          applicationId: { ...idFilter, description: 'Only calls of these applications.' },
          operation: {
            kind: 'one',
            schema: Type.String({ maxLength: 100, examples: ['acceptOrder'] }),
            description: 'Only calls of this operation.',
          },
        },
      },
      answers: [pageAnswer(deprecatedCalls, 'One page.')],
      async handle(ctx, { query }) {
        const { db } = ctx
        const owner = ownerOf(ctx)
        await counts.flush()
        return await answerPage(
          deprecatedCalls,
          query,
          async (walk) =>
            (await listCalls(db, owner, query.filter, walk)).map((row) => ({
              ...row,
              ...endingOf(row.operation),
            })),
          (id) => hasCalls(db, owner, id),
        )
      },
    })
  listRoute(callsOfAll, () => 'everybody')
  listRoute(ownCalls, ({ person }) => brandOf(person))
}

const callsOfAll = {
  ...forOperator,
  path: `${OPERATOR_API}/deprecated-calls`,
  id: 'listDeprecatedCalls',
  summary: 'Who still calls what is deprecated',
}

const ownCalls = {
  tag: 'Integrations',
  access: 'person',
  roles: ['owner', 'staff'],
  path: `${INTEGRATIONS}/deprecated-calls`,
  id: 'listOwnDeprecatedCalls',
  summary: 'Which of your applications still call what is deprecated',
} as const
