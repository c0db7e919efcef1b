/** SQL of suspended brands and retailers. */
import type { Account } from '../../../domain/actor.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { accountSuspended } from '../errors.ts'

/** Since when the account of a user or an application is suspended, in a query on either; null if it is not. */
export const accountSuspendedAt = (db: Queryable) => db`
  coalesce(
    (select suspended_at from identity.brands where id = brand_id),
    (select suspended_at from identity.retailers where id = retailer_id)
  ) as account_suspended_at`

/** Access tokens of an earlier generation are refused; in a query on applications. */
export const tokenGeneration = (db: Queryable) => db`
  coalesce(
    (select token_generation from identity.brands where id = brand_id),
    (select token_generation from identity.retailers where id = retailer_id),
    0
  ) as token_generation`

/** A condition: the brand is not suspended. There are few that are, and brands_suspended_idx has nothing else. */
export const isBrandActive = (db: Queryable, brandId: Fragment) =>
  db`${brandId} <> all(array(select id from identity.brands where suspended_at is not null))`

/**
 * Whether the account is suspended; the operator never is. It can be neither suspended nor resumed until the transaction
 * ends, so that whatever lets somebody in is either there when the account is suspended, or refused.
 */
export async function shareAccount(tx: Queryable, account: Account): Promise<{ isSuspended: boolean }> {
  if (account.kind === 'operator') return { isSuspended: false }
  const [row] = await tx<{ isSuspended: boolean }[]>`
    select suspended_at is not null as "isSuspended" from ${rowOf(tx, account)} for share`
  return { isSuspended: row?.isSuspended ?? false }
}

/** Throws 403 if the account is suspended, for whoever has proved to be of it. To be called before users or sessions are locked. */
export async function refuseSuspended(tx: Queryable, account: Account): Promise<void> {
  if ((await shareAccount(tx, account)).isSuspended) throw accountSuspended()
}

const rowOf = (db: Queryable, account: Exclude<Account, { kind: 'operator' }>): Fragment =>
  account.kind === 'brand'
    ? db`identity.brands where id = ${account.brandId}`
    : db`identity.retailers where id = ${account.retailerId}`
