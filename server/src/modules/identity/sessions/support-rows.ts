/** SQL of support sessions. A record has the id of its session and stays when the session is gone. Its times are real times. */
import type { Actor } from '../../../domain/actor.ts'
import { realNow } from '../../../platform/clock.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, SessionId, UserId } from '../../../platform/ids.ts'
import { inOrder, type Walk } from '../../../platform/queries/keyset.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import type { IdentitySupportSessionsRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { type Author, writeBrandAudit } from '../credentials/audit.ts'

type SupportRow = IdentitySupportSessionsRow

/** A record with the names of the operator and of the brand. */
export type SupportView = SupportRow & {
  user_name: string
  brand_name: string
  /** Whether it can still be used. */
  is_active: boolean
}

export interface SupportFilter {
  brandId?: readonly BrandId[] | undefined
  userId?: readonly UserId[] | undefined
}

const views = (db: Queryable, now: Date) => db`
  select id, user_id, brand_id, reason, access, address, started_at, ends_at, ended_at,
    (select first_name || ' ' || last_name from identity.users where users.id = user_id) as user_name,
    (select name from identity.brands where brands.id = brand_id) as brand_name,
    ended_at is null and ends_at > ${now}
      and exists (select 1 from identity.sessions where sessions.id = support_sessions.id) as is_active
  from identity.support_sessions`

export async function insertSupport(db: Queryable, row: SupportRow): Promise<void> {
  await db`insert into identity.support_sessions ${db(row)}`
}

/** One page, newest first. Uses the index of the brand or of the user. */
export async function listSupport(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { brandId, userId }: SupportFilter,
  walk: Walk,
): Promise<SupportView[]> {
  const positionOf = (id: string) => db`select started_at, id from identity.support_sessions where id = ${id}`
  return await db<SupportView[]>`
    ${views(db, realNow(clock))}
    where true
    ${brandId ? db`and brand_id = ${oneOf(db, brandId)}` : db``}
    ${userId ? db`and user_id = ${oneOf(db, userId)}` : db``}
    ${inOrder(db, walk, { key: db`started_at`, isDescending: true }, positionOf)}`
}

export async function hasSupport(db: Queryable, id: string): Promise<boolean> {
  const found = await db`select from identity.support_sessions where id = ${id}`
  return found.length > 0
}

/** For a brand only its own records, for the operator all. The result is unordered. */
export async function loadSupport(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  { account }: Pick<Actor, 'account'>,
  ids: readonly SessionId[],
): Promise<SupportView[]> {
  if (account.kind === 'retailer') return []
  return await db<SupportView[]>`
    ${views(db, realNow(clock))}
    where id = ${oneOf(db, ids)} ${account.kind === 'brand' ? db`and brand_id = ${account.brandId}` : db``}`
}

/** Changes when a support session begins or ends. There are few open ones. */
export async function supportVersion(db: Queryable): Promise<string> {
  const [row] = await db<{ newest: string | null; open: string | null }[]>`
    select (select max(started_at)::text from identity.support_sessions) as newest,
      (select string_agg(id::text, ' ' order by id) from identity.support_sessions where ended_at is null) as open`
  return versionOf([row?.newest, row?.open])
}

/**
 * Records the end of support sessions whose hour is over or whose session was deleted, of one user or of all, also in the
 * audit of the brands. To be called in each transaction that deletes sessions; a job finds those whose hour is over.
 */
export async function noteEndedSupport(work: Work, userId: UserId | null): Promise<void> {
  const now = realNow(work.clock)
  const { db: tx } = work
  const ended = await tx<Pick<SupportRow, 'id' | 'user_id' | 'brand_id' | 'ends_at' | 'ended_at'>[]>`
    update identity.support_sessions
    set ended_at = least(${now}, ends_at)
    where ended_at is null ${userId === null ? tx`` : tx`and user_id = ${userId}`}
      and (ends_at <= ${now} or not exists (select 1 from identity.sessions where sessions.id = support_sessions.id))
    returning id, user_id, brand_id, ends_at, ended_at`
  for (const { id, user_id, brand_id, ends_at, ended_at } of ended) {
    const isOver = ended_at?.getTime() === ends_at.getTime()
    await writeBrandAudit(
      work,
      supportAuthor(user_id, id),
      'end-support-session',
      brand_id,
      isOver ? 'Its time was over.' : null,
    )
  }
}

/** An operator in a support session, as the author of an entry of the audit. */
export const supportAuthor = (userId: UserId, supportSessionId: SessionId): Author => ({
  actedBy: 'operator',
  userId,
  applicationId: null,
  supportSessionId,
})
