/** SQL of passkeys. Their times are real times. */
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { IdentityPasskeysRow } from '../../../platform/rows.ts'

export type PasskeyRow = IdentityPasskeysRow

const columns = (db: Queryable) => db`
  id, user_id, credential_id, public_key, sign_count, transports, host, name, created_at, last_used_at`

/** Oldest first. */
export async function listPasskeys(db: Queryable, userId: UserId): Promise<PasskeyRow[]> {
  return await db<PasskeyRow[]>`
    select ${columns(db)} from identity.passkeys where user_id = ${userId} order by created_at, id`
}

export async function findPasskeyByCredential(
  db: Queryable,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [passkey] = await db<PasskeyRow[]>`
    select ${columns(db)} from identity.passkeys where credential_id = ${credentialId}`
  return passkey
}

export async function insertPasskey(tx: Queryable, passkey: PasskeyRow): Promise<void> {
  await tx`insert into identity.passkeys ${tx(passkey as never)}`
}

/** Undefined if the user has no such passkey. */
export async function renamePasskeyRow(
  tx: Queryable,
  userId: UserId,
  { id, name }: Pick<PasskeyRow, 'id' | 'name'>,
): Promise<PasskeyRow | undefined> {
  const [passkey] = await tx<PasskeyRow[]>`
    update identity.passkeys set name = ${name} where user_id = ${userId} and id = ${id}
    returning ${columns(tx)}`
  return passkey
}

export async function notePasskeyUse(
  tx: Queryable,
  { id, sign_count, last_used_at }: Pick<PasskeyRow, 'id' | 'sign_count' | 'last_used_at'>,
): Promise<boolean> {
  const used = await tx`
    update identity.passkeys set sign_count = ${sign_count}, last_used_at = ${last_used_at} where id = ${id}
    returning id`
  return used.length > 0
}

/** Undefined if the user has no such passkey. */
export async function deletePasskey(tx: Queryable, userId: UserId, id: string): Promise<string | undefined> {
  const [deleted] = await tx<{ name: string }[]>`
    delete from identity.passkeys where user_id = ${userId} and id = ${id} returning name`
  return deleted?.name
}

export async function deletePasskeys(tx: Queryable, userId: UserId): Promise<void> {
  await tx`delete from identity.passkeys where user_id = ${userId}`
}

export async function countPasskeys(tx: Queryable, userId: UserId): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from identity.passkeys where user_id = ${userId}`
  return row?.count ?? 0
}
