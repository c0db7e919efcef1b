/** Calls of operations that end on a day: their applications have to be changed before it. */
import type { Operation } from '../../../http/operation.ts'
import type { PendingWork } from '../../../module.ts'

/** An application that has not called an operation for this long no longer uses it. */
const USED_WITHIN_MS = 30 * 86_400_000

/** Needs no index: a brand has one count for each of its applications and operations. */
export const endingCalls: PendingWork = {
  kind: 'ending-calls',
  description:
    'Applications that have called an operation with an end date in the last 30 days. What processes of the server counted in the last five seconds may be missing.',
  firstBy: 'due_on',
  isOnCoordinator: true,
  select(db, { account, now, operations }) {
    if (account.kind !== 'brand') return null
    const ends = endsOf(operations)
    return db`
      select deprecated_calls.id, method || ' ' || path as name, applications.name as about,
        deprecated_calls.created_at as since, (ends_at at time zone 'UTC')::date as due_on
      from identity.applications
      join identity.deprecated_calls on application_id = applications.id
      join unnest(${ends.map(({ operation }) => operation)}::text[], ${ends.map(({ at }) => at)}::timestamptz[])
        as ends (operation, ends_at) using (operation)
      where brand_id = ${account.brandId} and revoked_at is null
        and last_called_at > ${new Date(now.getTime() - USED_WITHIN_MS)}`
  },
}

/** What is counted as a call (`operation`, or `operation/use` for one use of it), and when it ends. */
const endsOf = (operations: readonly Operation[]): { operation: string; at: Date }[] =>
  operations.flatMap(({ id, deprecated, deprecatedUses = {} }) => {
    const uses = Object.entries(deprecatedUses).map(([use, { ends }]) => ({
      operation: `${id}/${use}`,
      ends,
    }))
    return [{ operation: id, ends: deprecated?.ends }, ...uses].flatMap(({ operation, ends }) =>
      ends ? [{ operation, at: ends.at }] : [],
    )
  })
