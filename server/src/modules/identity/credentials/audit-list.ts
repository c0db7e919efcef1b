/** The audit log, which the operator and the owners of brands and retailers read. */
import type { FilterSpec } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { instant } from '../../../domain/fields.ts'
import { pageAnswer, returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerOwnPage, filtered, PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, document, type Operation } from '../../../http/operation.ts'
import { idFilter } from '../../../http/operator-api.ts'
import { AUDIT_ACTIONS, type AuditOwner, hasAudit, listAudit, readAudit } from './audit.ts'
import { auditEntry } from './credential-resources.ts'

type Head = Pick<Operation, 'tag' | 'access' | 'roles' | 'path' | 'id' | 'summary' | 'description'>

/** `more` are filters for readers of several accounts. */
export function auditRoute(
  http: Http,
  head: Head,
  ownerOf: (ctx: Ctx) => AuditOwner,
  more: Readonly<Record<string, FilterSpec>> = {},
): void {
  http.operation({
    ...head,
    method: 'GET',
    query: {
      resource: auditEntry,
      filters: {
        ...more,
        applicationId: { ...idFilter, description: 'Only what was done to these applications.' },
        userId: { ...idFilter, description: 'Only what was done to these users.' },
        byUserId: { ...idFilter, description: 'Only what these users did.' },
        action: {
          kind: 'list',
          schema: Type.Enum([...AUDIT_ACTIONS]),
          max: AUDIT_ACTIONS.length,
          description: 'Only these actions.',
        },
        createdAt: {
          kind: 'operators',
          operators: {
            from: {
              kind: 'one',
              schema: instant('A moment.'),
              description: 'Only what was done then or later.',
            },
            to: { kind: 'one', schema: instant('A moment.'), description: 'Only what was done before then.' },
          },
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(auditEntry, 'One page, newest first.')],
    handle: (ctx, { query }) =>
      answerOwnPage(auditEntry, query, {
        db: ctx.db,
        of: ownerOf(ctx),
        list: filtered(listAudit, query.filter),
        has: hasAudit,
      }),
  })
}

/** One entry, for a link to it. */
export function auditEntryRoute(http: Http, head: Head, ownerOf: (ctx: Ctx) => AuditOwner): void {
  http.operation({
    ...head,
    ...returnsOne(auditEntry, 'The entry.'),
    method: 'GET',
    path: `${head.path}/{entry}`,
    params: { entry: 'Id of the entry.' },
    handle: async (ctx, { params }) =>
      document(auditEntry, await readAudit(ctx.db, ownerOf(ctx), params.entry)),
  })
}
