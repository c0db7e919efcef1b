/** SQL of suspended brands and retailers. */
import type { Account } from '../../../domain/actor.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { accountSuspended } from '../errors.ts'

/** Since when the account is suspended, or null. To be used in a query on users or applications. */
export const accountSuspendedAt = (db: Queryable) => db`
  coalesce(
    (select suspended_at from identity.brands where id = brand_id),
    (select suspended_at from identity.retailers where id = retailer_id)
  ) as account_suspended_at`

/** The token generation of the account, in a query on applications. Access tokens of an earlier generation are refused. */
export const tokenGeneration = (db: Queryable) => db`
  coalesce(
    (select token_generation from identity.brands where id = brand_id),
    (select token_generation from identity.retailers where id = retailer_id),
    0
  ) as token_generation`

/** A condition: the brand is not suspended. Uses brands_suspended_idx, which has only the few suspended brands. */
export const isBrandActive = (db: Queryable, brandId: Fragment) =>
  db`${brandId} <> all(array(select id from identity.brands where suspended_at is not null))`

type SuspendableAccount = Exclude<Account, { kind: 'operator' }>

/**
 * Whether the account is suspended; the operator never is. The lock prevents suspending and resuming until the transaction
 * ends, so that a new session is either committed before the suspension, or refused. It is no row lock, which every
 * node of a cluster would have to be there for.
 */
export async function shareAccount(tx: Queryable, account: Account): Promise<{ isSuspended: boolean }> {
  if (account.kind === 'operator') return { isSuspended: false }
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${lockOf(account)}, 0))`
  return { isSuspended: await isSuspended(tx, account) }
}

/** Waits for the transactions that share the account. To be called before its suspension is changed. */
export async function lockAccount(tx: Queryable, account: SuspendableAccount): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${lockOf(account)}, 0))`
}

/** At this moment. */
export async function isSuspended(db: Queryable, account: Account): Promise<boolean> {
  if (account.kind === 'operator') return false
  const [row] = await db<{ isSuspended: boolean }[]>`
    select suspended_at is not null as "isSuspended" from ${rowOf(db, account)}`
  return row?.isSuspended ?? false
}

/** Throws 403 if the account of an authenticated caller is suspended. To be called before users or sessions are locked. */
export async function refuseSuspended(tx: Queryable, account: Account): Promise<void> {
  if ((await shareAccount(tx, account)).isSuspended) throw accountSuspended()
}

const lockOf = (account: SuspendableAccount) =>
  `account ${account.kind === 'brand' ? account.brandId : account.retailerId}`

const rowOf = (db: Queryable, account: SuspendableAccount): Fragment =>
  account.kind === 'brand'
    ? db`identity.brands where id = ${account.brandId}`
    : db`identity.retailers where id = ${account.retailerId}`
