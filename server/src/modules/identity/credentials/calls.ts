/** Counts how often each application calls the API: in memory, and written in batches, so that no request waits for it. */
import type { Http } from '../../../http/http.ts'
import { type Fragment, limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { type SumsBehind, sumsBehind } from '../../../platform/resilience/write-behind.ts'
import type { IdentityApplicationCallsRow } from '../../../platform/rows.ts'

/** The counts that a killed process may lose. */
const FLUSH_MS = 5_000
const HOUR_MS = 3_600_000
/** More than the days that applications show. */
const KEPT_HOURS = 32 * 24

type Calls = IdentityApplicationCallsRow

/** What this process has counted. `flush` writes it, so that the next read includes it. */
export type CountedCalls = Pick<SumsBehind<Calls>, 'flush'>

/** Counts every authenticated request. */
export function countCalls({ app, platform }: Http): CountedCalls {
  const { db, clock, log } = platform
  const { add, flush, stop } = sumsBehind<Calls>(log, {
    what: 'counting calls',
    everyMs: FLUSH_MS,
    merge: (before, since) => ({
      ...since,
      calls: before.calls + since.calls,
      refused: before.refused + since.refused,
      failed: before.failed + since.failed,
    }),
    write: (calls) => addCalls(db, calls),
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const applicationId = request.actor?.applicationId
    if (applicationId) {
      const now = clock.now()
      const hour = Math.floor(now.getTime() / HOUR_MS)
      add(`${applicationId} ${hour}`, {
        application_id: applicationId,
        hour: new Date(hour * HOUR_MS),
        calls: 1,
        refused: statusCode >= 400 && statusCode < 500 ? 1 : 0,
        failed: statusCode >= 500 ? 1 : 0,
        last_called_at: now,
      })
    }
    done()
  })
  app.addHook('onClose', stop)
  return { flush }
}

/** Adds to the stored counts. Calls of a deleted application are dropped. */
async function addCalls(db: Queryable, counted: readonly Calls[]): Promise<void> {
  const column = <Name extends keyof Calls>(name: Name) => counted.map((row) => row[name])
  // Ordered, so that processes that write concurrently do not deadlock.
  await db`
    insert into identity.application_calls (application_id, hour, calls, refused, failed, last_called_at)
    select application_id, hour, calls, refused, failed, last_called_at
    from unnest(
      ${column('application_id')}::uuid[], ${column('hour')}::timestamptz[], ${column('calls')}::bigint[],
      ${column('refused')}::bigint[], ${column('failed')}::bigint[], ${column('last_called_at')}::timestamptz[]
    ) as counted (application_id, hour, calls, refused, failed, last_called_at)
    join identity.applications on applications.id = application_id
    order by application_id, hour
    on conflict on constraint application_calls_pkey do update
    set calls = application_calls.calls + excluded.calls,
      refused = application_calls.refused + excluded.refused,
      failed = application_calls.failed + excluded.failed,
      last_called_at = greatest(application_calls.last_called_at, excluded.last_called_at)`
}

/** The calls of the applications of a brand since a moment, as the overview shows them. Those of five seconds may be missing. */
export interface CallFigures {
  applicationsCount: number
  /** Hours without a call are left out. */
  hours: readonly ({ startsAt: string } & Counts)[]
  /** Those with the most errors first. */
  applications: readonly ({ applicationId: string; name: string; lastCalledAt: string } & Counts)[]
}

interface Counts {
  callsCount: number
  refusedCount: number
  failedCount: number
}

const LISTED_APPLICATIONS = 5

/** A subquery with one JSON object. Uses application_calls_pkey. */
export const selectCallFigures = (db: Queryable, brandId: BrandId, since: Date): Fragment => db`
  with called as (
    select applications.id, name, hour, calls, refused, failed, last_called_at
    from identity.applications
    join identity.application_calls on application_id = applications.id and hour > ${since}
    where brand_id = ${brandId} and revoked_at is null
  )
  select json_build_object(
    'applicationsCount', (
      select count(*) from identity.applications where brand_id = ${brandId} and revoked_at is null
    ),
    'hours', (
      select coalesce(json_agg(row_to_json(hours) order by "startsAt"), '[]')
      from (select hour as "startsAt", ${counts(db)} from called group by hour) as hours
    ),
    'applications', (
      select coalesce(json_agg(row_to_json(applications)), '[]')
      from (
        select id as "applicationId", name, max(last_called_at) as "lastCalledAt", ${counts(db)}
        from called
        group by id, name
        order by sum(failed) + sum(refused) desc, sum(calls) desc, id
        ${limitTo(db, LISTED_APPLICATIONS)}
      ) as applications
    )
  )`

const counts = (db: Queryable): Fragment =>
  db`sum(calls)::integer as "callsCount", sum(refused)::integer as "refusedCount", sum(failed)::integer as "failedCount"`

/** Keeps the newest count of each application, which tells when it was used last. */
export async function deleteOldCalls({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_HOURS * HOUR_MS)
  await db`
    delete from identity.application_calls old
    where hour < ${before}
      and exists (
        select 1 from identity.application_calls newer
        where newer.application_id = old.application_id and newer.hour > old.hour
      )`
}
