/** The parts that the audit lists of the operator and of brands share. */
import { pageAnswer } from '../../../http/answers.ts'
import type { Input } from '../../../http/operation.ts'
import { idFilter } from '../../../http/operator-api.ts'
import { answerOwnPage, filtered, PAGE } from '../../../http/paging.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type AuditOwner, hasAudit, listAudit } from './audit.ts'
import { auditEntry } from './credential-resources.ts'

const auditQuery = {
  resource: auditEntry,
  filters: {
    applicationId: { ...idFilter, description: 'Only what was done to these applications.' },
  },
  page: PAGE,
} as const

export const auditList = {
  method: 'GET',
  query: auditQuery,
  answers: [pageAnswer(auditEntry, 'One page, newest first.')],
} as const

export const answerAuditPage = (
  db: Queryable,
  of: AuditOwner,
  query: Input<Record<never, string>, typeof auditQuery>['query'],
) => answerOwnPage(auditEntry, query, { db, of, list: filtered(listAudit, query.filter), has: hasAudit })
