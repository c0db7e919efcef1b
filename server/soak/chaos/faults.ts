/** Executes the plan: starts each fault at its time, and ends it when its duration is over. */
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Database } from '../../src/platform/database.ts'
import { signalAll } from '../../test/stopped.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { ProcessName } from '../fleet/processes.ts'
import type { Disk } from './disk.ts'
import type { Fault, KindName } from './plan.ts'
import type { Postgres } from './postgres.ts'
import type { Redis } from './redis.ts'

export interface Scene {
  fleet: Fleet
  postgres: Postgres
  /** Undefined if there is no Redis. */
  redis: Redis | undefined
  disk: Disk | undefined
  db: Database
  moveClock(minutes: number): Promise<void>
  /** Milliseconds since the beginning of the faults. */
  now(): number
  say(line: string): void
}

export interface FaultOutcome extends Fault {
  beganMs: number
  endedMs: number
  /** Undefined if it was done as planned. */
  remark?: string
}

type End = () => void | Promise<void>
type Begin = (scene: Scene, fault: Fault) => Promise<End | undefined>

class NotPossibleHere extends Error {}

const CANCEL_EVERY_MS = 100
const TERMINATE_EVERY_MS = 500

/** When it returns, all faults have ended, whatever happened; an abort ends them at once. */
export async function runFaults(
  plan: readonly Fault[],
  scene: Scene,
  stop: AbortSignal,
): Promise<FaultOutcome[]> {
  return await Promise.all(plan.map((fault) => runFault(fault, scene, stop)))
}

async function runFault(fault: Fault, scene: Scene, stop: AbortSignal): Promise<FaultOutcome> {
  const pause = (ms: number) => wait(Math.max(0, ms), undefined, { signal: stop }).catch(() => {})
  await pause(fault.atMs - scene.now())
  const outcome: FaultOutcome = { ...fault, beganMs: scene.now(), endedMs: scene.now() }
  const name = `${fault.kind} ${fault.target}`
  const remarks: string[] = []
  const attempt = async (work: () => Promise<End | undefined>) => {
    try {
      return await work()
    } catch (error) {
      remarks.push(
        error instanceof NotPossibleHere ? `skipped: ${error.message}` : `${(error as Error).message}`,
      )
      return undefined
    }
  }
  if (stop.aborted) return { ...outcome, remark: 'skipped: the run was stopped' }
  scene.say(
    `fault ${fault.number}: ${name}${fault.forMs > 0 ? ` for ${(fault.forMs / 1000).toFixed(1)} s` : ''}`,
  )
  const end = await attempt(() => BEGIN[fault.kind](scene, fault))
  if (fault.forMs > 0 && end) await pause(outcome.beganMs + fault.forMs - scene.now())
  if (end)
    await attempt(async () => {
      await end()
      return undefined
    })
  outcome.endedMs = scene.now()
  if (remarks.length > 0) outcome.remark = remarks.join('; ')
  scene.say(`fault ${fault.number}: ${name} ${outcome.remark ?? 'is over'}`)
  return outcome
}

const BEGIN: Record<KindName, Begin> = {
  async kill({ fleet }, { target }) {
    const [name, part] = target.split(' ')
    await fleet.kill(name as ProcessName, part === 'child' ? 'child' : 'whole')
    return undefined
  },
  freeze: ({ fleet }, { target }) => fleet.freeze(target as ProcessName),
  cancel: ({ db }, { target }) =>
    repeated(
      CANCEL_EVERY_MS,
      () => db`
      select pg_cancel_backend(pid) from pg_stat_activity
      where application_name like ${target} and state = 'active' and datname = current_database()`,
    ),
  terminate: ({ db }, { target }) =>
    repeated(
      TERMINATE_EVERY_MS,
      () => db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${target} and datname = current_database()`,
    ),
  lock: ({ postgres }, { target, forMs }) => lockTable(postgres.urlOf('tradehall'), target, forMs),
  async 'stop-database'({ postgres }, { target }) {
    await postgres.stop({ immediate: target === 'immediate' })
    return () => postgres.start()
  },
  async 'kill-database'({ postgres, db }, { target }) {
    const pid = target === 'all' ? postgres.pid : await anyConnection(db)
    signalAll(pid === undefined ? [] : [pid], 'SIGKILL')
    return undefined
  },
  async 'freeze-database'({ postgres }) {
    await postgres.freeze()
    return () => postgres.thaw()
  },
  async 'fill-disk'({ disk }) {
    if (!disk) throw new NotPossibleHere('nothing can be mounted here')
    await disk.fill()
    return () => disk.empty()
  },
  async 'stop-redis'({ redis }, { target }) {
    if (!redis) throw new NotPossibleHere('there is no redis-server')
    if (target === 'kill') {
      await redis.kill()
      return () => redis.start()
    }
    redis.freeze()
    return () => redis.thaw()
  },
  async 'exhaust-descriptors'({ fleet }, { target }) {
    return await fleet.exhaustDescriptors(target as ProcessName).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new NotPossibleHere('there is no prlimit') : error
    })
  },
  async 'move-clock'({ moveClock }, { target }) {
    await moveClock(Number(target))
    return undefined
  },
}

async function repeated(everyMs: number, work: () => PromiseLike<unknown>): Promise<End> {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      // The database may be away: then there is nothing to disturb.
      await Promise.resolve(work()).catch(() => {})
      await wait(everyMs)
    }
  })()
  return async () => {
    isOver = true
    await running
  }
}

/** `exclusive` blocks writers, `access exclusive` also readers. */
async function lockTable(url: string, target: string, forMs: number): Promise<End> {
  const table = target.split(' ').at(-1)
  const mode = target.split(' ').slice(0, -1).join(' ')
  const session = connect(url, { pool: 1, name: 'chaos lock' })
  const released = Promise.withResolvers<void>()
  const holding = session
    .begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${forMs}`)
      await tx.unsafe(`lock table ${table} in ${mode} mode`)
      await released.promise
    })
    .catch((error: Error) => error)
  return async () => {
    released.resolve()
    const error = await holding
    await session.end({ timeout: 1 })
    if (error) throw error
  }
}

async function anyConnection(db: Database): Promise<number | undefined> {
  const [row] = await db<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name like 'tradehall %' order by random() limit 1`
  return row?.pid
}
