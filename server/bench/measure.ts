/** Runs all cases in interleaved rounds, so that a slow phase of the machine affects all of them alike. */
import { type BenchCase, type BenchRequest, emptyHandler } from './cases.ts'
import type { Child } from './child.ts'
import { type CpuPerRequest, withCpu } from './cpu.ts'
import { isSuccess } from './http-line.ts'
import { minimalRequests } from './minimal.ts'
import type { Options } from './options.ts'
import type { Stage } from './stage.ts'
import type { CeilingRun, LoadRun, LoadTask, MeasuredRun, StatementsTask } from './tasks.ts'

/** Of requests to a server. */
export type ServedRun = LoadRun & { cpu: CpuPerRequest }

export interface Round {
  served: ServedRun
  /** With several API processes. */
  together?: ServedRun
  minimal?: ServedRun
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
  const sizes = new Map<BenchCase, number>()
  for (const one of all) {
    say(`warming up: ${one.name}`)
    const bytes = await expectSuccess(stage, one)
    sizes.set(one, bytes)
    await runOnce(stage, one, { ...options, seconds: options.warmUp, bytes })
  }
  const rounds = new Map<BenchCase, Round[]>(all.map((one) => [one, []]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of all) {
      say(`round ${round} of ${ROUNDS}: ${one.name}`)
      rounds.get(one)?.push(await runOnce(stage, one, { ...options, bytes: sizes.get(one) ?? 0 }))
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

/** Sends the first request and reports a failure in full, since a load run only counts failures. Returns its size. */
async function expectSuccess(stage: Stage, one: BenchCase): Promise<number> {
  await one.prepare?.(stage.db, stage.facts)
  const [{ path, ...request }] = one.requests(stage.tokens, stage.facts) as [BenchRequest]
  const answer = await fetch(serverOf(stage, one).address + path, request)
  const text = await answer.text()
  if (!isSuccess(answer.status))
    throw new Error(`${one.name} answers ${answer.status}: ${text.slice(0, 500)}`)
  return Buffer.byteLength(text)
}

async function runOnce(
  stage: Stage,
  one: BenchCase,
  { connections, seconds, bytes }: Pick<Options, 'connections' | 'seconds'> & { bytes: number },
): Promise<Round> {
  const { facts } = stage
  const requests = one.requests(stage.tokens, facts)
  const load = async (server: Child, sent = requests) => {
    await one.prepare?.(stage.db, facts)
    const task: LoadTask = { origin: server.address, requests: sent, connections, seconds }
    const processes = { server: server.pid, database: stage.postmaster }
    return await withCpu(processes, () => stage.load.ask(task) as Promise<LoadRun>)
  }
  const task: StatementsTask = { name: one.name, facts, connections, seconds }
  return {
    served: await load(serverOf(stage, one)),
    ...(one.hasMinimal && {
      minimal: await load(stage.minimal, minimalRequests(one, { requests, facts, bytes })),
    }),
    ...(one.ceiling && { ceiling: (await stage.ceiling.ask(task)) as CeilingRun }),
    ...(one.bare && { bare: (await stage.bare.ask(task)) as MeasuredRun }),
    // Runs last: requests in flight at the end of a load must finish before the next load starts.
    ...(stage.apis && one !== emptyHandler && { together: await load(stage.apis) }),
  }
}

const serverOf = ({ api, empty }: Stage, one: BenchCase) => (one === emptyHandler ? empty : api)
