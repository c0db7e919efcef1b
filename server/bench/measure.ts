/** Runs all cases in interleaved rounds, so that a slow phase of the machine affects all of them alike. */
import { type BenchCase, type BenchRequest, emptyHandler } from './cases.ts'
import type { Child } from './child.ts'
import type { Options } from './options.ts'
import type { Stage } from './stage.ts'
import type { CeilingRun, LoadTask, MeasuredRun, StatementsTask } from './tasks.ts'
import { WARM_UP_SECONDS } from './warm-up.ts'

export interface Round {
  served: MeasuredRun
  /** With several API processes. */
  together?: MeasuredRun
  ceiling?: CeilingRun
  bare?: MeasuredRun
}

export interface Measured {
  /** In the order of the cases, the empty handler first. */
  rounds: Map<BenchCase, Round[]>
  memory: { peakBytes: number; endBytes: number }
}

/** The median of three is robust against one disturbed round. */
export const ROUNDS = 3

export async function measure(
  stage: Stage,
  chosen: readonly BenchCase[],
  options: Options,
  say: (sentence: string) => void,
): Promise<Measured> {
  const memory = watchMemory([stage.api, ...(stage.apis ? [stage.apis] : [])])
  const all = [emptyHandler, ...chosen]
  for (const one of all) {
    say(`warming up: ${one.name}`)
    await expectSuccess(stage, one)
    await runOnce(stage, one, { ...options, seconds: WARM_UP_SECONDS })
  }
  const rounds = new Map<BenchCase, Round[]>(all.map((one) => [one, []]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of all) {
      say(`round ${round} of ${ROUNDS}: ${one.name}`)
      rounds.get(one)?.push(await runOnce(stage, one, options))
    }
  }
  return { rounds, memory }
}

/** Peak memory of the API process that uses the most. */
function watchMemory(apis: readonly Child[]): Measured['memory'] {
  const memory = { peakBytes: 0, endBytes: 0 }
  for (const api of apis) {
    api.onMemory((rssBytes) => {
      memory.endBytes = rssBytes
      memory.peakBytes = Math.max(memory.peakBytes, rssBytes)
    })
  }
  return memory
}

/** Sends each request once and reports a failure in full, since a load run only counts failures. */
async function expectSuccess(stage: Stage, one: BenchCase): Promise<void> {
  await one.prepare?.(stage.db, stage.facts)
  const [{ path, ...request }] = one.requests(stage.tokens, stage.facts) as [BenchRequest]
  const answer = await fetch(originOf(stage, one) + path, request)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${one.name} answers ${answer.status}: ${text.slice(0, 500)}`)
}

async function runOnce(
  stage: Stage,
  one: BenchCase,
  { connections, seconds }: Pick<Options, 'connections' | 'seconds'>,
): Promise<Round> {
  const requests = one.requests(stage.tokens, stage.facts)
  const load = async (origin: string) => {
    await one.prepare?.(stage.db, stage.facts)
    const loadTask: LoadTask = { origin, requests, connections, seconds }
    return (await stage.load.ask(loadTask)) as MeasuredRun
  }
  const task: StatementsTask = { name: one.name, facts: stage.facts, connections, seconds }
  return {
    served: await load(originOf(stage, one)),
    ...(one.ceiling && { ceiling: (await stage.ceiling.ask(task)) as CeilingRun }),
    ...(one.bare && { bare: (await stage.bare.ask(task)) as MeasuredRun }),
    // Runs last: requests in flight at the end of a load must finish before the next load starts.
    ...(stage.apis && one !== emptyHandler && { together: await load(stage.apis.address) }),
  }
}

const originOf = ({ api, empty }: Stage, one: BenchCase) => (one === emptyHandler ? empty : api).address
