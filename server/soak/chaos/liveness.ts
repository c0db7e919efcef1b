/** Judges, some time after the last fault, whether anything has stopped for good. Pure: it compares two snapshots. */
import { PROCESSES } from '../fleet/processes.ts'
import type { Finding } from '../judgement/finding.ts'
import type { Alive, Snapshot } from './snapshots.ts'

export const LIVENESS = {
  works: 'every process lives and works, and its health check says so',
  advances: 'every queue is empty or advances',
  nothingParked: 'no job and no event has failed its last attempt',
  deadHoldNothing: 'no lock, no job and no session is held by the dead',
  noneWaits: 'no session waits for a lock or stays idle in a transaction',
} as const

/** A lane without progress for this time has stopped. Longer than a lease and than a request that hangs. */
export const STILL_MS = 28_000
/** For one statement. `IDLE_MS` is longer than the thirty seconds after which a transaction of the API is ended. */
const WAITING_MS = 15_000
const IDLE_MS = 35_000

export function judgeLiveness(earlier: Snapshot, later: Snapshot, alive: readonly Alive[]): Finding[] {
  return [
    ...findIdle(alive),
    ...findStill(earlier, later),
    ...later.parked.map((seen) => ({ check: LIVENESS.nothingParked, seen })),
    ...findDeadHolders(later, alive),
    ...findWaiting(later),
  ]
}

function findIdle(alive: readonly Alive[]): Finding[] {
  return PROCESSES.flatMap((name) => {
    const found = alive.find((process) => process.name === name)
    const seen = !found
      ? `${name} does not run`
      : !found.isHealthy
        ? `${name} fails its health check`
        : !found.works
          ? `${name} is healthy and does not work`
          : undefined
    return seen === undefined ? [] : [{ check: LIVENESS.works, seen }]
  })
}

/** Lanes that were due in both snapshots and have not changed in between. */
function findStill(earlier: Snapshot, later: Snapshot): Finding[] {
  const before = new Map(earlier.waiting.map((item) => [`${item.queue} ${item.lane}`, item]))
  return later.waiting.flatMap(({ queue, lane, mark, isDue }) => {
    const known = before.get(`${queue} ${lane}`)
    if (!isDue || !known?.isDue || known.mark !== mark) return []
    const seconds = Math.round((later.atMs - earlier.atMs) / 1000)
    return [
      { check: LIVENESS.advances, seen: `${queue}: ${lane} is due and the same for ${seconds} s (${mark})` },
    ]
  })
}

function findDeadHolders({ held, workers, sessions }: Snapshot, alive: readonly Alive[]): Finding[] {
  const pids = new Set(alive.map(({ pid }) => pid))
  const ofDead = workers.filter(({ pid }) => !pids.has(pid))
  const queues = new Set(workers.filter(({ pid }) => pids.has(pid)).flatMap((worker) => worker.queues))
  const old = sessions.filter(({ role, startedAt }) => {
    const process = alive.find(({ name }) => name === role)
    return process !== undefined && startedAt < process.since
  })
  return [
    ...ofDead.map(({ pid }) => `worker ${pid} is registered and does not run`),
    ...held.filter(({ by }) => !queues.has(by)).map(({ what, by }) => `${what} is held by ${by}`),
    ...old.map(
      ({ role, application, state }) => `a session of an ended ${role} is there: ${application}, ${state}`,
    ),
  ].map((seen) => ({ check: LIVENESS.deadHoldNothing, seen }))
}

function findWaiting({ sessions }: Snapshot): Finding[] {
  return sessions
    .filter(({ isWaitingForLock, state, forMs }) =>
      isWaitingForLock ? forMs > WAITING_MS : state.startsWith('idle in transaction') && forMs > IDLE_MS,
    )
    .map(({ role, application, state, forMs }) => ({
      check: LIVENESS.noneWaits,
      seen: `${role}, ${application}: ${state} for ${Math.round(forMs / 1000)} s`,
    }))
}
