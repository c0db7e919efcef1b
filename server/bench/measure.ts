/** Runs all cases in interleaved rounds, so that a slow phase of the machine affects all of them alike. */
import { type BenchCase, type BenchRequest, emptyHandler } from './cases.ts'
import type { Child } from './child.ts'
import { type CpuPerRequest, withCpu } from './cpu.ts'
import { isSuccess } from './http-line.ts'
import { minimalRequests } from './minimal.ts'
import type { Options } from './options.ts'
import type { Setup } from './setup.ts'
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
  setup: Setup,
  chosen: readonly BenchCase[],
  options: Options,
  say: (sentence: string) => void,
): Promise<Measured> {
  const memory = watchMemory([setup.api, ...(setup.apis ? [setup.apis] : [])])
  const all = [emptyHandler, ...chosen]
  const sizes = new Map<BenchCase, number>()
  for (const one of all) {
    say(`warming up: ${one.name}`)
    const bytes = await expectSuccess(setup, one)
    sizes.set(one, bytes)
    await runOnce(setup, one, { ...options, seconds: options.warmUp, bytes })
  }
  const rounds = new Map<BenchCase, Round[]>(all.map((one) => [one, []]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of all) {
      say(`round ${round} of ${ROUNDS}: ${one.name}`)
      rounds.get(one)?.push(await runOnce(setup, one, { ...options, bytes: sizes.get(one) ?? 0 }))
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
async function expectSuccess(setup: Setup, one: BenchCase): Promise<number> {
  await one.prepare?.(setup.db, setup.facts)
  const [{ path, ...request }] = one.requests(setup.tokens, setup.facts) as [BenchRequest]
  const answer = await fetch(serverOf(setup, one).address + path, request)
  const text = await answer.text()
  if (!isSuccess(answer.status))
    throw new Error(`${one.name} answers ${answer.status}: ${text.slice(0, 500)}`)
  return Buffer.byteLength(text)
}

async function runOnce(
  setup: Setup,
  one: BenchCase,
  { connections, seconds, bytes }: Pick<Options, 'connections' | 'seconds'> & { bytes: number },
): Promise<Round> {
  const { facts } = setup
  const requests = one.requests(setup.tokens, facts)
  const load = async (server: Child, sent = requests) => {
    await one.prepare?.(setup.db, facts)
    const task: LoadTask = { origin: server.address, requests: sent, connections, seconds }
    const processes = { server: server.pid, database: setup.postmaster }
    return await withCpu(processes, () => setup.load.ask(task) as Promise<LoadRun>)
  }
  const task: StatementsTask = { name: one.name, facts, connections, seconds }
  return {
    served: await load(serverOf(setup, one)),
    ...(one.hasMinimal && {
      minimal: await load(setup.minimal, minimalRequests(one, { requests, facts, bytes })),
    }),
    ...(one.ceiling && { ceiling: (await setup.ceiling.ask(task)) as CeilingRun }),
    ...(one.bare && { bare: (await setup.bare.ask(task)) as MeasuredRun }),
    // Runs last: requests in flight at the end of a load must finish before the next load starts.
    ...(setup.apis && one !== emptyHandler && { together: await load(setup.apis) }),
  }
}

const serverOf = ({ api, empty }: Setup, one: BenchCase) => (one === emptyHandler ? empty : api)
