/** The audit list, which the operator and the owners of brands and retailers read. */
import { pageAnswer } from '../../../http/answers.ts'
import type { Http } from '../../../http/http.ts'
import type { Ctx, Operation } from '../../../http/operation.ts'
import { idFilter } from '../../../http/operator-api.ts'
import { answerOwnPage, filtered, PAGE } from '../../../http/paging.ts'
import { type AuditOwner, hasAudit, listAudit } from './audit.ts'
import { auditEntry } from './credential-resources.ts'

type Head = Pick<Operation, 'tag' | 'access' | 'roles' | 'path' | 'id' | 'summary' | 'description'>

export function auditRoute(http: Http, head: Head, ownerOf: (ctx: Ctx) => AuditOwner): void {
  http.operation({
    ...head,
    method: 'GET',
    query: {
      resource: auditEntry,
      filters: {
        applicationId: { ...idFilter, description: 'Only what was done to these applications.' },
        userId: { ...idFilter, description: 'Only what was done to these users.' },
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
