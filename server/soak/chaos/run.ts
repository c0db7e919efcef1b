/** One run: setup, load and faults, and checks. */
import { setTimeout as wait } from 'node:timers/promises'
import { findSilences } from '../fleet/silences.ts'
import { compareWithJournal } from '../judgement/acknowledged.ts'
import { CALLBACKS, compareArrivals, readDeliveries } from '../judgement/arrivals.ts'
import { DELIVERY_INVARIANTS, FILE_INVARIANTS } from '../judgement/file-invariants.ts'
import type { Finding } from '../judgement/finding.ts'
import { findViolations, ORDER_INVARIANTS, STOCK_INVARIANTS } from '../judgement/invariants.ts'
import { startLoad } from '../load/load.ts'
import type { Work } from '../load/work.ts'
import { awaitRecovery, comeToRest, proveApis, proveWorkers } from './ending.ts'
import { type Environment, type EnvironmentOptions, openEnvironment, type Undo } from './environment.ts'
import { type FaultOutcome, runFaults } from './faults.ts'
import type { Fault } from './plan.ts'

export interface ChaosOptions extends EnvironmentOptions {
  seed: number
  minutes: number
  plan: readonly Fault[]
}

export interface Report {
  seed: number
  minutes: number
  faults: readonly FaultOutcome[]
  figures: Record<string, number>
  /** By status. */
  answers: Record<string, number>
  findings: readonly Finding[]
}

export const CONDUCT = {
  crashes: 'no program ended by itself after it had worked',
  silences: 'a process that did not work failed its health check by then',
  answers: 'every answer is one that a client can expect, and none is a 500',
} as const

/** The time for work in progress to end; after that clients give up. */
const FINISH_MS = 45_000

export async function runChaos(options: ChaosOptions): Promise<Report> {
  const undos: Undo[] = []
  try {
    const environment = await openEnvironment(options, undos)
    return await play(environment, options)
  } finally {
    for (const undo of undos.toReversed()) {
      try {
        await undo()
      } catch (error) {
        options.say(`cleaning up: ${(error as Error).message}`)
      }
    }
  }
}

async function play(
  environment: Environment,
  { seed, minutes, plan, say, stop }: ChaosOptions,
): Promise<Report> {
  const beganMs = environment.now()
  const now = () => environment.now() - beganMs
  const moveClock = (by: number) => moveClockBy(environment, by, stop)
  const giveUp = new AbortController()
  const work: Work = { ...environment, until: AbortSignal.any([stop, giveUp.signal]) }
  const load = startLoad(work, `${environment.receivers.origin}${CALLBACKS}`)
  const timed = (line: string) => say(`${(now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
  const scene = { ...environment, moveClock, now, say: timed }
  const [faults] = await Promise.all([
    runFaults(plan, scene, stop),
    wait(minutes * 60_000, undefined, { signal: stop }).catch(() => {}),
  ])
  stop.throwIfAborted()
  const recovering = awaitRecovery(environment, stop)
  const finishing = load.finish()
  await Promise.race([finishing, wait(FINISH_MS)])
  giveUp.abort()
  await finishing
  const liveness = await recovering
  timed(`liveness is judged: ${liveness.length} findings`)
  const each = [...(await proveWorkers(environment, stop)), ...(await proveApis(environment, stop))]
  timed(`each process had to work alone: ${each.length} findings`)
  const left = await comeToRest(environment, moveClock, stop)
  timed(`the server came to rest: ${left.length} findings`)
  await environment.watch.stop()
  const findings = [
    ...liveness,
    ...each,
    ...left,
    ...judgeConduct(environment, beganMs),
    ...(await judgeData(environment)),
  ]
  stop.throwIfAborted()
  return {
    seed,
    minutes,
    faults,
    figures: await readFigures(environment, load.placed()),
    answers: Object.fromEntries(environment.client.totals),
    findings,
  }
}

/**
 * Moves the clock to an absolute time, so that a retry does not move it twice. The response comes when all due work is
 * done, which takes as long as receivers that hang; so the result is read from the clock.
 */
async function moveClockBy({ client }: Environment, minutes: number, stop: AbortSignal): Promise<void> {
  const until = AbortSignal.any([stop, AbortSignal.timeout(CLOCK_MS)])
  const path = '/api/testing/clock'
  const readClock = async () => {
    const seen = await client.persist({ as: 'operator', method: 'GET', path }, [200], until)
    if (!seen) throw new Error('the clock could not be read')
    return Date.parse(seen.body.data.attributes.now)
  }
  const by = minutes * 60_000
  const before = await readClock()
  const body = { to: new Date(before + by).toISOString() }
  do {
    await client.send({
      as: 'operator',
      method: 'POST',
      path: `${path}/-actions/set`,
      body,
      timeoutMs: MOVE_MS,
    })
  } while (Math.abs((await readClock()) - before) < Math.abs(by) / 2)
}

const CLOCK_MS = 60_000
const MOVE_MS = 5_000

function judgeConduct({ fleet, client, watch }: Environment, beganMs: number): Finding[] {
  const second = (ms: number) => Math.round((ms - beganMs) / 1000)
  return [
    ...fleet.crashes
      .filter(({ hadWorked }) => hadWorked)
      .map(({ process, how, said, atMs }) => ({
        check: CONDUCT.crashes,
        seen: `${process} at ${second(atMs)} s: ${how}\n${said}`,
      })),
    ...findSilences(watch.samples).map(({ process, fromMs, toMs }) => ({
      check: CONDUCT.silences,
      seen: `${process} from ${second(fromMs)} s to ${second(toMs)} s`,
    })),
    ...client.surprises.map(({ request, answer }) => ({
      check: CONDUCT.answers,
      seen: `${request}: ${answer}`,
    })),
  ]
}

async function judgeData({ db, journal, receivers }: Environment): Promise<Finding[]> {
  const invariants = [...ORDER_INVARIANTS, ...STOCK_INVARIANTS, ...DELIVERY_INVARIANTS, ...FILE_INVARIANTS]
  return [
    ...(await findViolations(db, invariants)),
    ...compareArrivals(receivers.received, await readDeliveries(db)),
    ...(await compareWithJournal(db, journal)),
  ]
}

async function readFigures(
  { db, fleet, receivers, client }: Environment,
  placed: number,
): Promise<Record<string, number>> {
  const [row] = await db<Record<string, number>[]>`
    select
      (select count(*) from ordering.moves) as moves,
      (select count(*) from integrations.results) as "imported products",
      (select count(*) from billing.exports) as exports,
      (select count(*) from shipping.labels) as labels,
      (select count(*) from webhooks.deliveries) as deliveries,
      (select count(*) from webhooks.attempts) as attempts`
  const answers = [...client.totals.values()].reduce((sum, count) => sum + count, 0)
  return {
    requests: answers,
    orders: placed,
    ...row,
    'webhook requests that came': receivers.received.length,
    'programs that ended': fleet.crashes.length,
  }
}
