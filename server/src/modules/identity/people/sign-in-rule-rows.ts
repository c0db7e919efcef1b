/** SQL of what accounts ask of their users. Their times are real times. */
import { type Account, accountIdOf } from '../../../domain/actor.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { IdentitySignInRulesRow } from '../../../platform/rows.ts'
import { ownedBy } from '../queries.ts'

export type SignInRules = Omit<IdentitySignInRulesRow, 'account_id' | 'updated_at'>

/** The operator is no row of accounts. */
const OPERATOR_ID = '00000000-0000-0000-0000-000000000000'
export const rulesIdOf = (account: Account): string => accountIdOf(account) ?? OPERATOR_ID

/** In a query on users: the id by which the rules of their account are found. */
export const rulesIdOfUser = (db: Queryable) =>
  db`coalesce(users.brand_id, users.retailer_id, ${OPERATOR_ID}::uuid)`

const NO_RULES: SignInRules = {
  second_factor_from: null,
  longest_session_hours: null,
  longest_idle_minutes: null,
  mails_owners: true,
  mails_credentials: true,
  mails_support: true,
}

export async function findRules(db: Queryable, account: Account): Promise<SignInRules> {
  const [rules] = await db<SignInRules[]>`
    select second_factor_from, longest_session_hours, longest_idle_minutes, mails_owners, mails_credentials, mails_support
    from identity.sign_in_rules
    where account_id = ${rulesIdOf(account)}`
  return rules ?? NO_RULES
}

export async function saveRules(
  tx: Queryable,
  account: Account,
  rules: SignInRules,
  now: Date,
): Promise<void> {
  const row = { ...rules, account_id: rulesIdOf(account), updated_at: now }
  await tx`
    insert into identity.sign_in_rules ${tx(row)}
    on conflict on constraint sign_in_rules_pkey do update
    set second_factor_from = excluded.second_factor_from, longest_session_hours = excluded.longest_session_hours,
      longest_idle_minutes = excluded.longest_idle_minutes, mails_owners = excluded.mails_owners,
      mails_credentials = excluded.mails_credentials, mails_support = excluded.mails_support,
      updated_at = excluded.updated_at`
}

/** Users who sign in without a second factor, by their names. */
export async function usersWithoutFactor(
  db: Queryable,
  account: Account,
): Promise<{ id: string; name: string; email: string }[]> {
  return await db<{ id: string; name: string; email: string }[]>`
    select id, first_name || ' ' || last_name as name, email
    from identity.users
    where ${ownedBy(db, { account })} and removed_at is null and suspended_at is null and not exists (
      select 1 from identity.second_factors where user_id = users.id and enabled_at is not null
    )
    order by first_name, last_name, id`
}
