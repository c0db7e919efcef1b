/** Applications with their use, for those who manage them. */
import type { Account } from '../../../domain/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { ApplicationId } from '../../../platform/ids.ts'
import { type ApplicationRow, applicationColumns, isUsableBy } from '../queries.ts'

export interface ApplicationView extends ApplicationRow {
  /** Null except in the response that created it. */
  client_secret: string | null
  /** Null unless the secret was rotated and the previous one is still valid. */
  previous_secret_until: Date | null
  last_called_at: Date | null
  calls_last_day: number
  calls_by_day: { date: string; calls: number }[]
}

interface Reading {
  db: Queryable
  clock: Clock
}

export const SHOWN_DAYS = 14
const DAY_MS = 86_400_000

/** The applications of an account that are not revoked, newest first. */
export const listApplicationViews = (reading: Reading, account: Account): Promise<ApplicationView[]> =>
  readViews(reading, isUsableBy(reading.db, { account }))

export async function findApplicationView(
  reading: Reading,
  id: ApplicationId,
): Promise<ApplicationView | undefined> {
  const [view] = await readViews(reading, reading.db`id = ${id}`)
  return view
}

async function readViews({ db, clock }: Reading, condition: Fragment): Promise<ApplicationView[]> {
  const now = clock.now()
  const firstDay = new Date((Math.floor(now.getTime() / DAY_MS) - SHOWN_DAYS + 1) * DAY_MS)
  const dayBefore = new Date(now.getTime() - DAY_MS)
  const rows = await db<(Omit<ApplicationView, 'calls_by_day'> & { calls_by_day: number[] })[]>`
    select ${applicationColumns(db)}, null as client_secret,
      (
        select max(expires_at)
        from identity.application_secrets
        where application_id = applications.id and expires_at > ${now}
      ) as previous_secret_until,
      (
        select max(last_called_at) from identity.application_calls where application_id = applications.id
      ) as last_called_at,
      (
        select coalesce(sum(calls), 0)::int
        from identity.application_calls
        where application_id = applications.id and hour > ${dayBefore}
      ) as calls_last_day,
      array(
        select coalesce(sum(calls), 0)::int
        from generate_series(0, ${SHOWN_DAYS - 1}) day
        left join identity.application_calls
          on application_id = applications.id
          and hour >= ${firstDay}::timestamptz + day * interval '24 hours'
          and hour < ${firstDay}::timestamptz + (day + 1) * interval '24 hours'
        group by day
        order by day
      ) as calls_by_day
    from identity.applications
    where ${condition}
    order by created_at desc, id desc`
  const dateOf = (day: number) => new Date(firstDay.getTime() + day * DAY_MS).toISOString().slice(0, 10)
  return rows.map((row) => ({
    ...row,
    calls_by_day: row.calls_by_day.map((calls, day) => ({ date: dateOf(day), calls })),
  }))
}
