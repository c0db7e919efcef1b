/** Aggregates runs to results: medians, the spread of the rounds, failures and missed bounds. */
import { type BenchCase, emptyHandler } from './cases.ts'
import type { Measured, Round } from './measure.ts'
import type { IdleMemory } from './rest.ts'
import type { CeilingRun, MeasuredRun } from './tasks.ts'

export interface Spread {
  median: number
  min: number
  max: number
}

export interface ResultLine {
  name: string
  rate: Spread
  p50Ms: number
  p99Ms: number
  errors: number
  ceilingRate?: Spread
  /** Shares are calculated within a round, so that a slowdown of the whole round cancels out. */
  shareOfCeiling?: Spread
  floor?: number
  bareRate?: Spread
  shareOfBare?: Spread
  shareOfEmpty?: Spread
  togetherRate?: Spread
  /** The rate of several API processes as a multiple of that of one. */
  togetherTimes?: Spread
}

export interface Summary {
  lines: ResultLine[]
  /** Absent if no endpoint was measured. */
  memory?: Measured['memory']
  /** Absent if it was not requested. */
  rest?: IdleMemory
  /** Endpoints with failed requests, whose figures are meaningless. */
  failures: string[]
  /** Missed bounds of speed and memory. */
  misses: string[]
}

/** For one API process under load. */
const MAX_MEMORY_BYTES = 250e6
/** For all processes of an idle sandbox except PostgreSQL. */
const MAX_REST_BYTES = 350e6

export function summarize(measured: Measured | undefined, rest: IdleMemory | undefined): Summary {
  const rounds = measured?.rounds ?? new Map<BenchCase, Round[]>()
  const memory = measured?.memory
  const empty = rounds.get(emptyHandler) ?? []
  const lines = [...rounds].map(([one, its]) => summarizeCase(one, its, empty))
  return {
    lines,
    ...(memory && { memory }),
    ...(rest && { rest }),
    failures: lines.flatMap(failureOf),
    misses: [
      ...lines.flatMap(missOf),
      ...tooMuch('The API process', memory?.peakBytes, MAX_MEMORY_BYTES),
      ...tooMuch('The sandbox at rest', rest?.bytes, MAX_REST_BYTES),
    ],
  }
}

function summarizeCase(one: BenchCase, rounds: Round[], empty: Round[]): ResultLine {
  const served = rounds.map((round) => round.served)
  const share = (of: (MeasuredRun | CeilingRun | undefined)[]) =>
    spread(served.map(({ rate }, round) => rate / (of[round]?.rate ?? Number.NaN)))
  const ceilings = rounds.map((round) => round.ceiling)
  const bares = rounds.map((round) => round.bare)
  const togethers = rounds.map((round) => round.together)
  return {
    name: one.name,
    rate: spreadOf(served, 'rate'),
    p50Ms: spreadOf(served, 'p50Ms').median,
    p99Ms: spreadOf(served, 'p99Ms').median,
    errors: [...served, ...togethers].reduce((sum, run) => sum + (run?.errors ?? 0), 0),
    ...(one.ceiling && { ceilingRate: spreadOf(ceilings, 'rate'), shareOfCeiling: share(ceilings) }),
    ...(one.floor !== undefined && { floor: one.floor }),
    ...(one.bare && { bareRate: spreadOf(bares, 'rate'), shareOfBare: share(bares) }),
    ...(one !== emptyHandler && { shareOfEmpty: share(empty.map((round) => round.served)) }),
    ...(rounds[0]?.together && {
      togetherRate: spreadOf(togethers, 'rate'),
      togetherTimes: spread(
        rounds.map(({ together, served: alone }) => (together?.rate ?? Number.NaN) / alone.rate),
      ),
    }),
  }
}

function spreadOf<Name extends keyof MeasuredRun>(
  runs: (Pick<MeasuredRun, Name> | undefined)[],
  name: Name,
): Spread {
  return spread(runs.map((run) => (run?.[name] ?? Number.NaN) as number))
}

function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

const failureOf = ({ name, errors }: ResultLine) =>
  errors > 0 ? [`${name}: ${errors} requests failed or were not answered with 2xx.`] : []

function missOf({ name, floor, shareOfCeiling }: ResultLine): string[] {
  if (floor === undefined) return []
  if (!shareOfCeiling) return [`${name} has a floor but no ceiling to compare with.`]
  if (shareOfCeiling.median >= floor) return []
  return [
    `${name} reaches ${shareOfCeiling.median.toFixed(2)} of its ceiling; the floor is ${floor.toFixed(2)}.`,
  ]
}

function tooMuch(what: string, held: number | undefined, bound: number): string[] {
  if (held === undefined || held <= bound) return []
  const [shown, allowed] = [held, bound].map((bytes) => Math.round(bytes / 1e6))
  return [`${what} held ${shown} MB; the bound is ${allowed} MB.`]
}
