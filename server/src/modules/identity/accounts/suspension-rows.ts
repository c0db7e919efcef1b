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

/**
 * Whether the account is suspended; the operator never is. The lock prevents suspending and resuming until the transaction
 * ends, so that a new session or token is either committed before the suspension, or refused.
 */
export async function shareAccount(tx: Queryable, account: Account): Promise<{ isSuspended: boolean }> {
  if (account.kind === 'operator') return { isSuspended: false }
  const [row] = await tx<{ isSuspended: boolean }[]>`
    select suspended_at is not null as "isSuspended" from ${rowOf(tx, account)} for share`
  return { isSuspended: row?.isSuspended ?? false }
}

/** Throws 403 if the account of an authenticated caller is suspended. To be called before users or sessions are locked. */
export async function refuseSuspended(tx: Queryable, account: Account): Promise<void> {
  if ((await shareAccount(tx, account)).isSuspended) throw accountSuspended()
}

const rowOf = (db: Queryable, account: Exclude<Account, { kind: 'operator' }>): Fragment =>
  account.kind === 'brand'
    ? db`identity.brands where id = ${account.brandId}`
    : db`identity.retailers where id = ${account.retailerId}`
