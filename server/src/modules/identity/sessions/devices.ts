/**
 * Devices: browsers in which a user has signed in completely, with the second factor if there is one. A browser has a random
 * value for each of its users in a cookie, the row has the hash. Attackers have no such value, so they cannot delay a device.
 */

import type { DeviceCookie } from '../../../http/sessions/cookie.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { IdentityDevicesRow } from '../../../platform/rows.ts'
import { hashSecret, newSecret } from '../../../platform/secrets/secrets.ts'
import type { Work } from '../../../platform/work.ts'
import { type UserRow, userColumns } from '../queries.ts'

const DAY_MS = 86_400_000
/** Browsers keep no cookie for much longer than a year. Each sign-in begins it anew. */
const LIFETIME_MS = 365 * DAY_MS

export interface KnownDevice {
  id: string
}

/** What a browser says of itself, and the values of all devices that its cookies name. */
export interface DeviceClient {
  address: string
  userAgent: string | null
  deviceValues: readonly string[]
}

const hashesOf = (values: readonly string[]) => values.map(hashSecret)

/** The user of an address, and the device if it is one of the user's, in one round trip. */
export async function findUserWithDevice(
  db: Queryable,
  email: string,
  { deviceValues }: Pick<DeviceClient, 'deviceValues'>,
): Promise<{ user: UserRow | undefined; device: KnownDevice | undefined }> {
  const [found] = await db<(UserRow & { device_id: string | null })[]>`
    select ${userColumns(db)}, (
      select devices.id from identity.devices
      where user_id = users.id and token_hash = any(${hashesOf(deviceValues)}::bytea[])
      limit 1
    ) as device_id
    from identity.users
    where lower(email) = lower(${email}) and removed_at is null`
  if (!found) return { user: undefined, device: undefined }
  const { device_id, ...user } = found
  return { user, device: device_id === null ? undefined : { id: device_id } }
}

export async function findDevice(
  db: Queryable,
  userId: UserId,
  deviceValues: readonly string[],
): Promise<KnownDevice | undefined> {
  if (deviceValues.length === 0) return undefined
  const [device] = await db<KnownDevice[]>`
    select id from identity.devices
    where user_id = ${userId} and token_hash = any(${hashesOf(deviceValues)}::bytea[])
    limit 1`
  return device
}

/** A device as its user sees it. */
export type DeviceView = Omit<IdentityDevicesRow, 'token_hash' | 'user_id'>

/** Used last first. */
export async function listDevices(db: Queryable, userId: UserId): Promise<DeviceView[]> {
  return await db<DeviceView[]>`
    select id, address, user_agent, created_at, last_used_at
    from identity.devices
    where user_id = ${userId}
    order by last_used_at desc, id desc`
}

/**
 * Remembers the browser of a sign-in that is complete. A browser that is known keeps its value, because the answer may be lost
 * on its way.
 */
export async function rememberDevice(
  work: Work,
  userId: UserId,
  { address, userAgent, deviceValues }: DeviceClient,
): Promise<{ id: string; cookie: DeviceCookie; isNew: boolean }> {
  const { db: tx } = work
  const now = realNow(work.clock)
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const hashes = hashesOf(deviceValues)
  const [known] = await tx<{ id: string; token_hash: Buffer }[]>`
    update identity.devices set last_used_at = ${now}, address = ${address}, user_agent = ${userAgent}
    where user_id = ${userId} and token_hash = any(${hashes}::bytea[])
    returning id, token_hash`
  const kept = known && deviceValues[hashes.findIndex((hash) => hash.equals(known.token_hash))]
  if (known && kept !== undefined)
    return { id: known.id, cookie: { userId, value: kept, expiresAt }, isNew: false }
  const value = newSecret()
  const device: IdentityDevicesRow = {
    id: work.ids.next(),
    user_id: userId,
    token_hash: hashSecret(value),
    address,
    user_agent: userAgent,
    created_at: now,
    last_used_at: now,
  }
  await tx`insert into identity.devices ${tx(device)}`
  return { id: device.id, cookie: { userId, value, expiresAt }, isNew: true }
}

/** Returns false if the user has no such device. */
export async function forgetDevice(tx: Queryable, userId: UserId, id: string): Promise<boolean> {
  const forgotten = await tx`
    delete from identity.devices where user_id = ${userId} and id = ${id} returning id`
  return forgotten.length > 0
}

/** Forgets all devices of a user, except that of a session. */
export async function forgetDevices(tx: Queryable, userId: UserId, except: SessionId | null): Promise<void> {
  await tx`
    delete from identity.devices
    where user_id = ${userId}
      and id is distinct from (select device_id from identity.sessions where sessions.id = ${except})`
}

/** Deletes devices whose cookie has expired. */
export async function deleteOldDevices({ db, clock }: Pick<Work, 'db' | 'clock'>): Promise<void> {
  await db`
    delete from identity.devices
    where last_used_at < ${new Date(realNow(clock).getTime() - LIFETIME_MS)}`
}
