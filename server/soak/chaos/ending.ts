/**
 * After the last fault: checks liveness, proves that each worker works on its own, and waits until the server is at
 * rest.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../src/platform/database.ts'
import { otherWorker } from '../fleet/fleet.ts'
import { APIS, PROCESSES, type ProcessName, WORKERS } from '../fleet/processes.ts'
import type { Finding } from '../judgement/finding.ts'
import { doEachKind } from '../load/each-kind.ts'
import type { Work } from '../load/work.ts'
import type { Environment } from './environment.ts'
import { judgeLiveness, LIVENESS, STILL_MS } from './liveness.ts'
import { type Alive, type Snapshot, takeSnapshot } from './snapshots.ts'

/** Within this time after the last fault everything has to work again. */
const RECOVERY_MS = 60_000
const LOOK_MS = 2_000

/**
 * Waits at most a minute until there are no findings, and returns those that are left. Nothing is judged before the
 * time that a lane may take for one step.
 */
export async function awaitRecovery(environment: Environment, stop: AbortSignal): Promise<Finding[]> {
  const startedAt = performance.now()
  const snapshots: Snapshot[] = []
  let findings: Finding[] = [{ check: LIVENESS.works, seen: 'the database could not be read' }]
  while (performance.now() - startedAt < RECOVERY_MS && !stop.aborted) {
    const snapshot = await takeSnapshot(environment.db, environment.now()).catch(() => undefined)
    if (snapshot) {
      snapshots.push(snapshot)
      const earlier = snapshots.findLast(({ atMs }) => snapshot.atMs - atMs >= STILL_MS)
      const isEmpty = snapshot.waiting.every(({ isDue }) => !isDue)
      findings = judgeLiveness(earlier ?? snapshot, snapshot, aliveIn(environment))
      if (findings.length === 0 && (earlier || isEmpty)) return []
      if (!earlier) findings = judgeLiveness({ ...snapshot, waiting: [] }, snapshot, aliveIn(environment))
    }
    await wait(LOOK_MS)
  }
  return findings
}

function aliveIn({ fleet, watch }: Environment): Alive[] {
  return PROCESSES.flatMap((name) => {
    const pid = fleet.pidOf(name)
    const latest = watch.latest(name)
    if (pid === undefined) return []
    // An API process may have had no requests by then.
    const works = latest?.works !== false
    return [{ name, pid, since: fleet.sinceOf(name), isHealthy: latest?.isHealthy ?? false, works }]
  })
}

/** A request that hangs ends after fifteen seconds. */
const EACH_MS = 45_000

export const EACH = 'each API node reads, writes, and runs the jobs that are due'

/** Runs due jobs and deliveries, which takes as long as the slowest receiver. All receivers respond by now. */
export async function proveApis({ client, receivers }: Environment, stop: AbortSignal): Promise<Finding[]> {
  receivers.answerAll()
  const requests = [
    { as: 'brand', method: 'GET', path: '/api/v1/orders?page[limit]=1' },
    { as: 'brand', method: 'POST', path: '/api/testing/orders/create', body: {} },
    { as: 'operator', method: 'POST', path: '/api/testing/clock/-actions/run-jobs', timeoutMs: EACH_MS },
  ] as const
  const proofs = APIS.flatMap((node) =>
    requests.map(async (request) => {
      const until = AbortSignal.any([stop, AbortSignal.timeout(EACH_MS)])
      const answer = await client.persist({ ...request, node }, [200], until)
      return answer
        ? []
        : [{ check: EACH, seen: `${node} gave no answer to ${request.method} ${request.path}` }]
    }),
  )
  return (await Promise.all(proofs)).flat()
}

const ALONE_MS = 60_000
const FREEZE_TRIES = 500

export const ALONE = 'each worker does all kinds of work while the other one is frozen'

/** Tests each worker alone: otherwise the other one might do all the work. */
export async function proveWorkers(environment: Environment, stop: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const worker of WORKERS) {
    const other = otherWorker(worker)
    const thaw = await freezeBetweenTransactions(environment, other)
    const until = AbortSignal.any([stop, AbortSignal.timeout(ALONE_MS)])
    const work: Work = { ...environment, until }
    const missing = await doEachKind(work, environment.db, environment.brands).finally(thaw)
    if (stop.aborted) return findings
    findings.push(...missing.map((seen) => ({ check: ALONE, seen: `${worker} alone: ${seen}` })))
  }
  return findings
}

/** A process that is frozen in a transaction would keep its locks, and others would wait for them. */
async function freezeBetweenTransactions({ fleet, db }: Environment, name: ProcessName): Promise<() => void> {
  for (let tries = 0; tries < FREEZE_TRIES; tries++) {
    const thaw = await fleet.freeze(name)
    const open = await db`
      select 1 from pg_stat_activity where usename = ${name} and (state = 'active' or state like 'idle in transaction%')`
    if (open.length === 0) return thaw
    thaw()
    await wait(20)
  }
  throw new Error(`${name} is in a transaction all the time.`)
}

const DRAIN_MS = 180_000
const DAY_MINUTES = 24 * 60

export const AT_REST = 'with receivers that answer, and a day later, nothing waits any more'

/** Waits until no work is left. All receivers respond, and a day later all delays are over. */
export async function comeToRest(
  environment: Environment,
  moveClock: (minutes: number) => Promise<void>,
  stop: AbortSignal,
): Promise<Finding[]> {
  await moveClock(DAY_MINUTES)
  const deadline = performance.now() + DRAIN_MS
  while (!stop.aborted) {
    const snapshot = await takeSnapshot(environment.db, environment.now())
    const left = [...snapshot.waiting.filter((item) => !isRecurring(item)), ...(await notDue(environment.db))]
    if (left.length === 0) return []
    if (performance.now() > deadline)
      return left.map(({ queue, lane, mark }) => ({ check: AT_REST, seen: `${queue}: ${lane} (${mark})` }))
    await wait(LOOK_MS)
  }
  return []
}

const isRecurring = ({ queue, isDue }: Snapshot['waiting'][number]) => queue === 'jobs' && !isDue

/** Deliveries that wait for a later moment, or for a receiver that is held. */
const notDue = (db: Database) => db<{ queue: string; lane: string; mark: string }[]>`
  select 'deliveries' as queue, url as lane, concat_ws(' ', count(*), min(due_at)) as mark
  from webhooks.deliveries
  join webhooks.subscriptions on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
  where state = 'waiting'
  group by url`
