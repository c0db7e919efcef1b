/**
 * Slows down guessing of passwords and codes. Attempts are counted in the database, for all nodes together, and before the
 * guess is checked, so that concurrent guesses count too. No account is ever locked, because the delay has a maximum.
 */
import { tooManyRequests } from '../../../domain/problems.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/index.ts'
import { hasSessionFrom } from './session-rows.ts'

type Source = Pick<Platform, 'db' | 'clock' | 'secrets'>

/** After a number of free failures, the delay doubles with each failure, up to a maximum. */
interface Slowdown {
  free: number
  maxSeconds: number
}

const OF_ACCOUNT: Slowdown = { free: 5, maxSeconds: 30 }
/** More free failures than for an account, because many people may share a network address. */
const OF_ADDRESS: Slowdown = { free: 50, maxSeconds: 900 }
/** Failures are forgotten after an hour without another one. */
const FORGET_MS = 3_600_000

function delaySeconds(failures: number, { free, maxSeconds }: Slowdown): number {
  return failures < free ? 0 : Math.min(maxSeconds, 2 ** Math.min(failures - free, 30))
}

/** An attempt that was admitted, and counts as failed until it succeeds. */
export interface Attempt {
  succeed(): Promise<void>
}

/**
 * Admits an attempt at the password of an email address, whether or not it belongs to a user. If the user is signed in from
 * the network address, its attempts are counted separately, so that an attacker elsewhere cannot delay the user.
 */
export async function admitPassword(
  source: Source,
  { email, address }: { email: string; address: string },
): Promise<Attempt> {
  const isKnown = await hasSessionFrom(source.db, email, address)
  const account = `password ${email.toLowerCase()}${isKnown ? ` ${address}` : ''}`
  return await admit(source, account, address)
}

/** Admits an attempt at a code of the second factor of a user. */
export async function admitCode(source: Source, userId: string, address: string): Promise<Attempt> {
  return await admit(source, `code ${userId}`, address)
}

async function admit(source: Source, account: string, address: string): Promise<Attempt> {
  const addressKeys = source.secrets.fingerprints(`address ${networkOf(address)}`)
  const accountKeys = source.secrets.fingerprints(account)
  await count(source, addressKeys, OF_ADDRESS)
  await count(source, accountKeys, OF_ACCOUNT)
  return {
    // The count of the network address is not reset, as an attacker with one account could then guess at others without limit.
    async succeed() {
      await source.db`delete from identity.attempts where key = any(${accountKeys}::bytea[])`
      await source.db`
        update identity.attempts set failures = failures - 1
        where key = any(${addressKeys}::bytea[]) and failures > 0`
    },
  }
}

/**
 * Counts under each secret key of the ring, so that neither a new key nor the removal of an old one resets a count, and nodes
 * with the same keys in another order share their counts.
 */
async function count(source: Source, keys: readonly Buffer[], slowdown: Slowdown): Promise<void> {
  for (const key of keys) await countUnder(source, key, slowdown)
}

async function countUnder({ db, clock }: Source, key: Buffer, slowdown: Slowdown): Promise<void> {
  const now = realNow(clock)
  const { free, maxSeconds } = slowdown
  const forgotten = new Date(now.getTime() - FORGET_MS)
  const counted = await db`
    insert into identity.attempts (key, failures, last_failed_at)
    values (${key}, 1, ${now})
    on conflict on constraint attempts_pkey do update
    set failures = case when attempts.last_failed_at < ${forgotten} then 1 else attempts.failures + 1 end,
      last_failed_at = ${now}
    where attempts.failures < ${free}
      or attempts.last_failed_at <= ${now}::timestamptz
        - least(${maxSeconds}, 2 ^ least(attempts.failures - ${free}, 30)) * interval '1 second'
    returning failures`
  if (counted.length > 0) return
  const [row] = await db<{ failures: number; last_failed_at: Date }[]>`
    select failures, last_failed_at from identity.attempts where key = ${key}`
  const until = (row?.last_failed_at ?? now).getTime() + delaySeconds(row?.failures ?? 0, slowdown) * 1000
  const seconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000))
  throw tooManyRequests(`Too many wrong attempts. Wait ${seconds} seconds, then try again.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** IPv6 addresses are counted by their first 64 bits, because a subscriber has a whole network. */
function networkOf(mapped: string): string {
  // A dual-stack listener gets IPv4 addresses in this notation. They must not share the count of one IPv6 network.
  const address = mapped.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0')].slice(0, 4).join(':')
}

/** Deletes counts that have no effect any more. */
export async function forgetAttempts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db`
    delete from identity.attempts
    where last_failed_at < ${new Date(realNow(clock).getTime() - FORGET_MS)}`
}

/** Limits the password resets that one network address can ask for, for all users together. */
export async function countReset(source: Source, address: string): Promise<void> {
  await count(source, source.secrets.fingerprints(`reset ${networkOf(address)}`), OF_ADDRESS)
}
