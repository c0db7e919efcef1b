/** SQL of second factors and recovery codes. Their times are real times. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { IdentitySecondFactorsRow } from '../../../platform/rows.ts'
import type { KeyedHashes, SealedColumn } from '../../../platform/secrets/sealed-columns.ts'

export type SecondFactorRow = IdentitySecondFactorsRow

export const authenticatorSecrets: SealedColumn = {
  name: 'authenticator-secrets',
  lost: 'These users sign in with a recovery code, or after somebody has reset their second factor.',
  table: 'identity.second_factors',
  column: 'secret_encrypted',
  key: ['user_id'],
}

export const recoveryCodes: KeyedHashes = {
  name: 'recovery-codes',
  lost: 'These recovery codes end: their users should make new ones, which the first key protects.',
  count: ({ db }) => db`
    select key_name as "keyName", count(*)::int as count from identity.recovery_codes group by key_name`,
}

export async function hasSecondFactor(db: Queryable, userId: UserId): Promise<boolean> {
  const found = await db`
    select from identity.second_factors where user_id = ${userId} and enabled_at is not null`
  return found.length > 0
}

type FindSecondFactor = (
  db: Queryable,
  userId: UserId,
) => Promise<(SecondFactorRow & { codes_left: number }) | undefined>

/** The row, and the number of unused recovery codes. */
export const findSecondFactor: FindSecondFactor = (db, userId) => readRow(db, userId, db``)

/** Prevents changes of the secret and of the recovery codes until the end of the transaction. */
export const lockSecondFactor: FindSecondFactor = (tx, userId) => readRow(tx, userId, tx`for update`)

async function readRow(db: Queryable, userId: UserId, lock: Fragment): ReturnType<FindSecondFactor> {
  const [factor] = await db<(SecondFactorRow & { codes_left: number })[]>`
    select user_id, secret_encrypted, created_at, enabled_at, last_step, has_app,
      (select count(*)::int from identity.recovery_codes where user_id = ${userId}) as codes_left
    from identity.second_factors
    where user_id = ${userId}
    ${lock}`
  return factor
}

/** Replaces the secret of an authenticator app that is not enabled. Returns false if it is. */
export async function saveSecret(
  db: Queryable,
  {
    user_id,
    secret_encrypted,
    created_at,
  }: Pick<SecondFactorRow, 'user_id' | 'secret_encrypted' | 'created_at'>,
): Promise<boolean> {
  const saved = await db`
    insert into identity.second_factors (user_id, secret_encrypted, created_at)
    values (${user_id}, ${secret_encrypted}, ${created_at})
    on conflict on constraint second_factors_pkey do update
    set secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at, last_step = 0
    where second_factors.enabled_at is null or not second_factors.has_app
    returning user_id`
  return saved.length > 0
}

/** Accepts a code of a time step. Returns false if a code of that step or a later one was accepted before. */
export async function useStep(db: Queryable, userId: UserId, step: number): Promise<boolean> {
  const used = await db`
    update identity.second_factors set last_step = ${step}
    where user_id = ${userId} and last_step < ${step}
    returning user_id`
  return used.length > 0
}

/** `hashes` are those of one code, with each secret key. Returns false if the code is unknown or was used. */
export async function useRecoveryCode(
  db: Queryable,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const used = await db`
    delete from identity.recovery_codes
    where user_id = ${userId} and code_hash = any(${hashes}::bytea[])
    returning user_id`
  return used.length > 0
}

export async function replaceRecoveryCodes(
  db: Queryable,
  userId: UserId,
  { hashes, keyName }: { hashes: readonly Buffer[]; keyName: string },
): Promise<void> {
  await db`delete from identity.recovery_codes where user_id = ${userId}`
  await db`
    insert into identity.recovery_codes (user_id, code_hash, key_name)
    select ${userId}, hash, ${keyName} from unnest(${hashes}::bytea[]) as code (hash)`
}

export async function enableSecondFactor(db: Queryable, userId: UserId, now: Date): Promise<void> {
  await db`
    update identity.second_factors set enabled_at = coalesce(enabled_at, ${now}), has_app = true
    where user_id = ${userId}`
}

/**
 * Enables a second factor that has no authenticator app. Returns false if one is enabled already. `secret` is one that nobody
 * knows.
 */
export async function enableWithSecret(
  db: Queryable,
  { user_id, secret_encrypted, now }: Pick<SecondFactorRow, 'user_id' | 'secret_encrypted'> & { now: Date },
): Promise<boolean> {
  const enabled = await db`
    insert into identity.second_factors (user_id, secret_encrypted, created_at, enabled_at, has_app)
    values (${user_id}, ${secret_encrypted}, ${now}, ${now}, false)
    on conflict on constraint second_factors_pkey do update
    set secret_encrypted = excluded.secret_encrypted, enabled_at = ${now}, has_app = false
    where second_factors.enabled_at is null
    returning user_id`
  return enabled.length > 0
}

/** Takes the authenticator app from a second factor. */
export async function dropApp(
  db: Queryable,
  { user_id, secret_encrypted }: Pick<SecondFactorRow, 'user_id' | 'secret_encrypted'>,
): Promise<void> {
  await db`
    update identity.second_factors set secret_encrypted = ${secret_encrypted}, has_app = false
    where user_id = ${user_id}`
}

/** Deletes its recovery codes too. Returns false if none was enabled. */
export async function deleteSecondFactor(db: Queryable, userId: UserId): Promise<boolean> {
  const [deleted] = await db<{ enabled_at: Date | null }[]>`
    delete from identity.second_factors where user_id = ${userId} returning enabled_at`
  return deleted?.enabled_at != null
}
