/**
 * Bounds how many passwords are judged. Attempts are counted in the database, for all nodes together, and before the guess is
 * judged, so that concurrent guesses count too. Nobody can block somebody else: a device on which the user has signed in
 * before has a count of its own, and other devices of an attacked account need a mailed link besides the password.
 */
import type { Config } from '../../../config.ts'
import { tooManyRequests } from '../../../domain/problems.ts'
import { realNow } from '../../../platform/clock.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { SessionId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { canMail } from '../../../platform/mail.ts'
import type { KnownDevice } from './devices.ts'
import { networkOf } from './network.ts'

type Source = Pick<Platform, 'db' | 'clock' | 'secrets'>

const DAY_MS = 86_400_000
/** How long a count matters at most. */
const LONGEST_MS = DAY_MS

/** After a number of free attempts, the delay doubles with each, up to a maximum. Without a maximum nobody waits. */
interface Counter {
  free: number
  maxSeconds: number | null
  forgetMs: number
  /** Whether the time until it is forgotten begins anew with each attempt, or lasts from the first one. */
  isExtended: boolean
}

/** Many people may share a network, so more is free than for an account. An hour of rest begins anew. */
const OF_NETWORK: Counter = { free: 50, maxSeconds: 900, forgetMs: 3_600_000, isExtended: true }

/**
 * Of one account within a day. Twice as many are possible in 24 hours around the end of such a day, with twice those of a stolen
 * device besides: the limit of 100.
 */
const JUDGED_OF_ACCOUNT = 40
/** Of one account from one network: below the limit of the account, so that no single network reaches that. */
const JUDGED_OF_NETWORK = 10
const JUDGED_OF_DEVICE = 10

const COUNTED: Counter = { free: 0, maxSeconds: null, forgetMs: DAY_MS, isExtended: false }

/**
 * For servers that cannot send a link: unknown devices wait. 20 at once, 11 while the delay doubles, and two an hour for the
 * rest of the day are fewer than 100.
 */
const DELAYED_OF_ACCOUNT: Counter = { ...COUNTED, free: 20, maxSeconds: 1800 }
const DELAYED_OF_NETWORK: Counter = { ...COUNTED, free: 5, maxSeconds: 900 }

/** For the password of a session that has begun: whoever has stolen it must not learn the password. */
const OF_SESSION: Counter = { ...COUNTED, free: 5, maxSeconds: 1800 }

/** An attempt that was admitted, and counts as failed until it succeeds. */
export interface Attempt {
  succeed(): Promise<void>
}

/** `link`: the answer must be the same whether or not the password is right, and a right one needs a mailed link besides. */
export type SignInAttempt = Attempt & { verdict: 'judge' | 'link' }

/** Admits an attempt at the password of an email address, whether or not it belongs to a user. Throws 429. */
export async function admitSignIn(
  source: Source & { config: Pick<Config, 'mode' | 'smtpUrl'> },
  { email, address, device }: { email: string; address: string; device: KnownDevice | undefined },
): Promise<SignInAttempt> {
  const keysOf = (text: string) => source.secrets.fingerprints(text)
  if (device) {
    const keys = keysOf(`device ${device.id}`)
    const [counts] = await count(source, [{ keys, counter: COUNTED }])
    // Forgets all of them, as nobody else can add to this count.
    if (highest(counts) <= JUDGED_OF_DEVICE)
      return { verdict: 'judge', succeed: () => forget(source.db, keys) }
  }
  const network = networkOf(address)
  const mayMail = canMail(source.config)
  const account = email.toLowerCase()
  const counted = [
    { keys: keysOf(`network ${network}`), counter: OF_NETWORK },
    {
      keys: keysOf(`sign-in ${account} ${network}`),
      counter: mayMail ? COUNTED : DELAYED_OF_NETWORK,
    },
    { keys: keysOf(`sign-in ${account}`), counter: mayMail ? COUNTED : DELAYED_OF_ACCOUNT },
  ] as const
  const [, ofNetwork, ofAccount] = await count(source, counted)
  const isExceeded = highest(ofNetwork) > JUDGED_OF_NETWORK || highest(ofAccount) > JUDGED_OF_ACCOUNT
  return {
    verdict: mayMail && isExceeded ? 'link' : 'judge',
    // Takes back this attempt alone: an attacker with one account could otherwise guess at others without limit, and a user who
    // signs in would give an attacker new attempts.
    succeed: () =>
      takeBack(
        source.db,
        counted.flatMap(({ keys }) => keys),
      ),
  }
}

/** Admits an attempt at the password of the user of a session. Only this session is delayed by it. Throws 429. */
export async function admitPassword(source: Source, session: SessionId): Promise<Attempt> {
  const keys = source.secrets.fingerprints(`session ${session}`)
  await count(source, [{ keys, counter: OF_SESSION }])
  return { succeed: () => forget(source.db, keys) }
}

/** Limits the password resets that one network can ask for, for all users together. Throws 429. */
export async function countReset(source: Source, address: string): Promise<void> {
  const keys = source.secrets.fingerprints(`reset ${networkOf(address)}`)
  await count(source, [{ keys, counter: OF_NETWORK }])
}

const highest = (counts: readonly number[] | undefined) => Math.max(0, ...(counts ?? []))

interface Counted {
  /** One for each secret key of the ring: neither a new key nor the removal of an old one resets a count. */
  keys: readonly Buffer[]
  counter: Counter
}

/**
 * Adds one to each, in one statement, and returns the counts of each. What comes later is counted only if the first one lets
 * the attempt pass. Throws 429 if one of them does not.
 */
async function count({ db, clock }: Source, counted: readonly Counted[]): Promise<number[][]> {
  const now = realNow(clock)
  const [first] = counted
  const gate = db`(select count(*) from c0) = ${first?.keys.length ?? 0}`
  const parts = counted.map((one, i) =>
    upsert(db, one, { now, isOpen: i === 0 ? db`true` : gate, name: CTE_NAMES[i] ?? '' }),
  )
  const selects = counted.map((_, i) => db`select ${i}::int as nth, failures from ${db(CTE_NAMES[i] ?? '')}`)
  const rows = await db<{ nth: number; failures: number }[]>`
    with ${joined(db, parts, db`,`)} ${joined(db, selects, db` union all `)}`
  const counts = counted.map((_, i) => rows.filter(({ nth }) => nth === i).map(({ failures }) => failures))
  const refusing = counted.find(({ keys }, i) => (counts[i]?.length ?? 0) < keys.length)
  if (refusing) throw await refusal(db, refusing, now)
  return counts
}

const CTE_NAMES = ['c0', 'c1', 'c2']

const joined = (db: Queryable, parts: readonly Fragment[], between: Fragment): Fragment =>
  parts.reduce((all, part) => db`${all}${between}${part}`)

function upsert(
  db: Queryable,
  { keys, counter: { free, maxSeconds, forgetMs, isExtended } }: Counted,
  { now, isOpen, name }: { now: Date; isOpen: Fragment; name: string },
): Fragment {
  const since = isExtended
    ? db`attempts.last_failed_at`
    : db`coalesce(attempts.began_at, attempts.last_failed_at)`
  const isForgotten = db`${since} < ${new Date(now.getTime() - forgetMs)}`
  const mayPass =
    maxSeconds === null
      ? db`true`
      : db`attempts.failures < ${free} or ${isForgotten} or attempts.last_failed_at <= ${now}::timestamptz
          - least(${maxSeconds}, 2 ^ least(attempts.failures - ${free}, 30)) * interval '1 second'`
  return db`${db(name)} as (
    insert into identity.attempts (key, failures, last_failed_at, began_at)
    select key, 1, ${now}, ${now} from unnest(${keys}::bytea[]) as counted (key) where ${isOpen}
    on conflict on constraint attempts_pkey do update
    set failures = case when ${isForgotten} then 1 else attempts.failures + 1 end,
      began_at = case when ${isForgotten} then ${now} else coalesce(attempts.began_at, ${now}) end,
      last_failed_at = ${now}
    where ${mayPass}
    returning failures
  )`
}

async function refusal(db: Queryable, { keys, counter }: Counted, now: Date) {
  const { free, maxSeconds } = counter
  const rows = await db<{ failures: number; last_failed_at: Date }[]>`
    select failures, last_failed_at from identity.attempts where key = any(${keys}::bytea[])`
  const ends = rows.map(({ failures, last_failed_at }) => {
    const delay = failures < free ? 0 : Math.min(maxSeconds ?? 0, 2 ** Math.min(failures - free, 30))
    return last_failed_at.getTime() + delay * 1000
  })
  const seconds = Math.max(1, Math.ceil((Math.max(...ends, 0) - now.getTime()) / 1000))
  return tooManyRequests(`Too many wrong attempts. Wait ${seconds} seconds, then try again.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const forget = async (db: Queryable, keys: readonly Buffer[]): Promise<void> => {
  await db`delete from identity.attempts where key = any(${keys}::bytea[])`
}

const takeBack = async (db: Queryable, keys: readonly Buffer[]): Promise<void> => {
  // Locked in the order in which they are counted, so that concurrent attempts do not deadlock.
  await db`
    with counted as materialized (
      select key from identity.attempts
      where key = any(${keys}::bytea[])
      order by array_position(${keys}::bytea[], key)
      for update
    )
    update identity.attempts set failures = failures - 1
    where key in (select key from counted) and failures > 0`
}

/** Deletes counts that have no effect any more. */
export async function forgetAttempts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db`
    delete from identity.attempts
    where last_failed_at < ${new Date(realNow(clock).getTime() - LONGEST_MS)}`
}
