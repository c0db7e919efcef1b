import { setTimeout as wait } from 'node:timers/promises'
import { oneAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { document } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import type { Health, HealthCheck, HealthState } from '../../module.ts'
import { causeChain } from '../../platform/cause-chain.ts'
import { realNow } from '../../platform/clock.ts'
import type { Platform } from '../../platform/index.ts'
import { listProcesses, type ProcessReporter, type ProcessRow } from '../../platform/processes/heartbeats.ts'
import type { HealthResource, HealthRow } from './resources.ts'

/** A check that takes longer counts as failing. */
const CHECK_MS = 1000
/** Shorter, because checks wait for it. */
const PROCESSES_MS = 700

export function healthRoute(http: Http, health: HealthResource, checks: readonly HealthCheck[]): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/health`,
    id: 'getSystemHealth',
    summary: 'How the server is doing',
    description:
      'For the dashboard and for monitoring: all processes of all nodes, and a state, a sentence and figures for each check. It is answered with 200 whatever the state; each check is given up after a second. While the database does not answer at all, tokens cannot be checked and the answer is 503. `GET /health/ready` is for load balancers.',
    // So that a browser and simple scripts can read it.
    media: 'json',
    query: { resource: health },
    answers: [oneAnswer(health, 'The health at this moment.')],
    async handle({ clock }) {
      return document(health, {
        ...(await readHealth(http.platform, http.reporter, checks)),
        checked_at: realNow(clock),
      })
    },
  })
}

export async function readHealth(
  platform: Platform,
  reporter: ProcessReporter,
  checks: readonly HealthCheck[],
): Promise<Omit<HealthRow, 'checked_at'>> {
  const processes = readProcesses(platform, reporter)
  const results = await Promise.all(
    checks.map(async ({ name, read }) => ({
      name,
      ...(await bounded(platform, name, CHECK_MS, read(platform, processes), NO_ANSWER)),
    })),
  )
  return { id: 'current', ...overall(results), checks: results, processes: await processes }
}

const NO_ANSWER: Health = {
  state: 'failing',
  sentence: 'It could not be checked within a second.',
  figures: {},
}

/** Includes the current figures of this process, which may not have sent a heartbeat yet. */
async function readProcesses(platform: Platform, reporter: ProcessReporter): Promise<readonly ProcessRow[]> {
  const [own, stored] = await Promise.all([
    reporter.measure(),
    bounded(platform, 'processes', PROCESSES_MS, listProcesses(platform.db), []),
  ])
  return [own, ...stored.filter(({ id }) => id !== own.id)]
}

async function bounded<T>(
  { log }: Platform,
  what: string,
  timeoutMs: number,
  work: Promise<T>,
  otherwise: T,
): Promise<T> {
  // A failure after the timeout is logged too, and has no other effect.
  const result = work.catch((error) => {
    log.warn({ check: what, causes: causeChain(error) }, 'a health check failed')
    return otherwise
  })
  return await Promise.race([result, wait(timeoutMs, otherwise, { ref: false })])
}

const SEVERITY: readonly HealthState[] = ['ok', 'warning', 'failing']

function overall(checks: readonly (Health & { name: string })[]): Pick<Health, 'state' | 'sentence'> {
  const worst = Math.max(0, ...checks.map(({ state }) => SEVERITY.indexOf(state)))
  const state = SEVERITY[worst] ?? 'failing'
  const [first, ...others] = checks.filter((check) => check.state === state)
  if (!first || state === 'ok') return { state: 'ok', sentence: 'Everything works.' }
  const also = others.length === 0 ? '' : ` Look also at: ${others.map(({ name }) => name).join(', ')}.`
  return { state, sentence: `${first.sentence}${also}` }
}
