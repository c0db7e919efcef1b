/** SQL of currency rates and email verifications. */
import type { Queryable } from '../../platform/database.ts'
import type { GeneralCurrencyRatesRow, GeneralEmailVerificationsRow } from '../../platform/rows.ts'
import type { KeyedHashes } from '../../platform/secrets/sealed-columns.ts'
import type { Rate } from './rates-feed.ts'

export type CurrencyRateRow = GeneralCurrencyRatesRow
export type EmailVerificationRow = GeneralEmailVerificationsRow

/** The newest rate of each pair; uses currency_rates_day_key. */
export async function listLatestRates(db: Queryable): Promise<CurrencyRateRow[]> {
  return await db<CurrencyRateRow[]>`
    select distinct on (from_currency, to_currency) id, from_currency, to_currency, rate, rated_on
    from general.currency_rates
    order by from_currency, to_currency, rated_on desc`
}

/** The newest rate from euro to a currency; undefined if there is none. */
export async function latestEuroRate(db: Queryable, currency: string): Promise<number | undefined> {
  if (currency === 'EUR') return 1
  const [row] = await db<{ rate: number }[]>`
    select rate
    from general.currency_rates
    where from_currency = 'EUR' and to_currency = ${currency}
    order by rated_on desc
    limit 1`
  return row?.rate
}

export async function saveRates(db: Queryable, nextId: () => string, rates: readonly Rate[]): Promise<void> {
  await db`
    insert into general.currency_rates (id, from_currency, to_currency, rate, rated_on)
    select * from unnest(
      ${rates.map(nextId)}::uuid[], ${rates.map((rate) => rate.fromCurrency)}::text[],
      ${rates.map((rate) => rate.toCurrency)}::text[], ${rates.map((rate) => rate.rate)}::numeric[],
      ${rates.map((rate) => rate.day)}::date[]
    )
    on conflict on constraint currency_rates_day_key do update set rate = excluded.rate`
}

/** The verifications whose code can still be given. */
export const verificationCodes: KeyedHashes = {
  name: 'email-verifications',
  lost: 'These codes end: the verifications have to be requested again. Codes expire after ten minutes.',
  count: ({ db, clock }) => db`
    select key_name as "keyName", count(*)::int as count
    from general.email_verifications
    where verified_at is null and expires_at > ${clock.now()}
    group by key_name`,
}

export async function insertVerification(
  db: Queryable,
  row: EmailVerificationRow,
): Promise<EmailVerificationRow> {
  const [inserted] = await db<[EmailVerificationRow]>`
    insert into general.email_verifications ${db(row)}
    returning id, application_id, user_id, email, code_hash, key_name, failed_attempts, created_at, expires_at, verified_at`
  return inserted
}

export async function findVerification(db: Queryable, id: string): Promise<EmailVerificationRow | undefined> {
  const [row] = await db<EmailVerificationRow[]>`
    select id, application_id, user_id, email, code_hash, key_name, failed_attempts, created_at, expires_at, verified_at
    from general.email_verifications
    where id = ${id}`
  return row
}

export async function lockVerification(db: Queryable, id: string): Promise<EmailVerificationRow | undefined> {
  const [row] = await db<EmailVerificationRow[]>`
    select id, application_id, user_id, email, code_hash, key_name, failed_attempts, created_at, expires_at, verified_at
    from general.email_verifications
    where id = ${id}
    for update`
  return row
}

export async function markVerified(db: Queryable, id: string, verifiedAt: Date): Promise<void> {
  await db`update general.email_verifications set verified_at = ${verifiedAt} where id = ${id}`
}

export async function countFailedAttempt(db: Queryable, id: string): Promise<void> {
  await db`update general.email_verifications set failed_attempts = failed_attempts + 1 where id = ${id}`
}
