/**
 * Slows down whoever guesses passwords or codes. Attempts are counted in the database, so for all nodes together, and
 * before the guess is judged, so that guesses at the same time count too. Nothing is ever locked: the delay has a maximum.
 */
import { tooManyRequests } from '../../../domain/problems.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/index.ts'
import { hasSessionFrom } from './session-rows.ts'

type Source = Pick<Platform, 'db' | 'clock' | 'secrets'>

/** So many failures are free; from then on the delay doubles with each, up to a maximum. */
interface Slowdown {
  free: number
  maxSeconds: number
}

const OF_ACCOUNT: Slowdown = { free: 5, maxSeconds: 30 }
/** Many people may share an address. */
const OF_ADDRESS: Slowdown = { free: 50, maxSeconds: 900 }
/** Without further failures, earlier ones are forgotten after an hour. */
const FORGET_MS = 3_600_000

function delaySeconds(failures: number, { free, maxSeconds }: Slowdown): number {
  return failures < free ? 0 : Math.min(maxSeconds, 2 ** Math.min(failures - free, 30))
}

/** An attempt that was admitted, and counts as failed until it succeeds. */
export interface Attempt {
  succeed(): Promise<void>
}

/**
 * Admits an attempt at the password of an address, whether or not it belongs to a user. Attempts from a network address
 * from which the user is signed in have a count of their own, so that an attacker elsewhere cannot delay the user.
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
    // The count of the address is not forgotten, because whoever has one account could guess at others for ever.
    async succeed() {
      await source.db`delete from identity.attempts where key = any(${accountKeys}::bytea[])`
      await source.db`
        update identity.attempts set failures = failures - 1
        where key = any(${addressKeys}::bytea[]) and failures > 0`
    },
  }
}

/**
 * Counts under each secret key of the ring, so that neither a new key nor the removal of an old one resets a count, and
 * nodes whose rings are in another order count together.
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

/** A subscriber of IPv6 has a whole network of 64 bits. */
function networkOf(mapped: string): string {
  // A listener for both families sees IPv4 in this notation, and all of IPv4 must not share one count.
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

/** Limits how many password resets one address can ask for; it is not told whose. */
export async function countReset(source: Source, address: string): Promise<void> {
  await count(source, source.secrets.fingerprints(`reset ${networkOf(address)}`), OF_ADDRESS)
}
