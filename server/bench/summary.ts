/** Aggregates runs to results: medians, the spread of the rounds, failures and missed bounds. */
import { type BenchCase, emptyHandler } from './cases.ts'
import type { Measured, Round, ServedRun } from './measure.ts'
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
  minimalRate?: Spread
  /** Shares are calculated within a round, so that a slowdown of the whole round cancels out. */
  shareOfMinimal?: Spread
  ceilingRate?: Spread
  shareOfCeiling?: Spread
  /** The least share of the minimal handler, or of the ceiling if the case has none. */
  floor?: number
  bareRate?: Spread
  shareOfBare?: Spread
  shareOfEmpty?: Spread
  /** Of the rate and of the bytes of the case that it is a variant of, if that was measured too. */
  ofFull?: { name: string; rate: Spread; leastRate: number; bytes: number; mostBytes?: number }
  togetherRate?: Spread
  /** The rate of several API processes as a multiple of that of one. */
  togetherTimes?: Spread
  /** CPU time of a request. */
  cpu: CpuSpread
  minimalCpu?: CpuSpread
  /** The CPU time of the minimal handler as a share of that of the endpoint. */
  cpuShareOfMinimal?: Spread
  togetherCpu?: CpuSpread
  /** The CPU time of several API processes as a multiple of that of one. */
  togetherCpuTimes?: Spread
  /** The mean size of a response body. */
  bytes: number
  minimalBytes?: number
}

/** In microseconds; see `CpuPerRequest`. */
export interface CpuSpread {
  server: Spread
  database?: Spread
  total: Spread
}

export interface Summary {
  lines: ResultLine[]
  /** Absent if no endpoint was measured. */
  memory?: Measured['memory']
  /** Absent if it was not requested. */
  rest?: IdleMemory
  /** That of the published package, if it was requested. */
  installedRest?: IdleMemory
  /** Endpoints with failed requests, whose figures are meaningless. */
  failures: string[]
  /** Missed bounds of speed, CPU time and memory. */
  misses: string[]
}

/** For one API process under load. */
const MAX_MEMORY_BYTES = 250e6
/** For all processes of an idle sandbox except PostgreSQL. */
const MAX_REST_BYTES = 350e6
/** CPU time of a request with several API processes, as a multiple of that with one. */
const MAX_TOGETHER_CPU = 1.1

export function summarize(
  measured: Measured | undefined,
  { rest, installedRest }: { rest?: IdleMemory | undefined; installedRest?: IdleMemory | undefined },
): Summary {
  const rounds = measured?.rounds ?? new Map<BenchCase, Round[]>()
  const memory = measured?.memory
  const empty = rounds.get(emptyHandler) ?? []
  const named = (name: string | undefined) => [...rounds].find(([one]) => one.name === name)?.[1]
  const lines = [...rounds].map(([one, its]) => ({
    ...summarizeCase(one, its, empty),
    ...summarizeVariant(one, its, named(one.variantOf?.name)),
  }))
  return {
    lines,
    ...(memory && { memory }),
    ...(rest && { rest }),
    ...(installedRest && { installedRest }),
    failures: lines.flatMap(failureOf),
    misses: [
      ...lines.flatMap(missOf),
      ...tooMuch('The API process', memory?.peakBytes, MAX_MEMORY_BYTES),
      ...tooMuch('The sandbox at rest', rest?.bytes, MAX_REST_BYTES),
      ...tooMuch('The sandbox of the package at rest', installedRest?.bytes, MAX_REST_BYTES),
    ],
  }
}

function summarizeCase(one: BenchCase, rounds: Round[], empty: Round[]): ResultLine {
  const served = rounds.map((round) => round.served)
  const share = (of: (MeasuredRun | CeilingRun | undefined)[]) =>
    spread(served.map(({ rate }, round) => rate / (of[round]?.rate ?? Number.NaN)))
  const ceilings = rounds.map((round) => round.ceiling)
  const bares = rounds.map((round) => round.bare)
  return {
    name: one.name,
    rate: spreadOf(served, 'rate'),
    p50Ms: spreadOf(served, 'p50Ms').median,
    p99Ms: spreadOf(served, 'p99Ms').median,
    errors: rounds
      .flatMap(({ served, minimal, together }) => [served, minimal, together])
      .reduce((sum, run) => sum + (run?.errors ?? 0), 0),
    ...(one.ceiling && { ceilingRate: spreadOf(ceilings, 'rate'), shareOfCeiling: share(ceilings) }),
    ...(one.floor !== undefined && { floor: one.floor }),
    ...(one.bare && { bareRate: spreadOf(bares, 'rate'), shareOfBare: share(bares) }),
    ...(one !== emptyHandler && { shareOfEmpty: share(empty.map((round) => round.served)) }),
    cpu: cpuSpread(served),
    bytes: spreadOf(served, 'bytes').median,
    ...summarizeMinimal(rounds),
    ...summarizeTogether(rounds),
  }
}

function summarizeMinimal(rounds: readonly Round[]): Partial<ResultLine> {
  const pairs = rounds.flatMap(({ served, minimal }) => (minimal ? [{ served, minimal }] : []))
  if (pairs.length === 0) return {}
  const runs = pairs.map(({ minimal }) => minimal)
  return {
    minimalRate: spreadOf(runs, 'rate'),
    shareOfMinimal: spread(pairs.map(({ served, minimal }) => served.rate / minimal.rate)),
    minimalCpu: cpuSpread(runs),
    cpuShareOfMinimal: spread(pairs.map(({ served, minimal }) => minimal.cpu.total / served.cpu.total)),
    minimalBytes: spreadOf(runs, 'bytes').median,
  }
}

function summarizeVariant(
  { variantOf }: BenchCase,
  rounds: readonly Round[],
  full: readonly Round[] | undefined,
): Partial<ResultLine> {
  if (!variantOf || !full) return {}
  const shares = (name: 'rate' | 'bytes') =>
    spread(rounds.map(({ served }, i) => served[name] / (full[i]?.served[name] ?? Number.NaN)))
  return { ofFull: { ...variantOf, rate: shares('rate'), bytes: shares('bytes').median } }
}

function summarizeTogether(rounds: readonly Round[]): Partial<ResultLine> {
  const pairs = rounds.flatMap(({ served, together }) => (together ? [{ served, together }] : []))
  if (pairs.length === 0) return {}
  const runs = pairs.map(({ together }) => together)
  return {
    togetherRate: spreadOf(runs, 'rate'),
    togetherTimes: spread(pairs.map(({ served, together }) => together.rate / served.rate)),
    togetherCpu: cpuSpread(runs),
    togetherCpuTimes: spread(pairs.map(({ served, together }) => together.cpu.total / served.cpu.total)),
  }
}

function cpuSpread(runs: readonly ServedRun[]): CpuSpread {
  const ofDatabase = runs.flatMap(({ cpu }) => cpu.database ?? [])
  return {
    server: spread(runs.map(({ cpu }) => cpu.server)),
    ...(ofDatabase.length > 0 && { database: spread(ofDatabase) }),
    total: spread(runs.map(({ cpu }) => cpu.total)),
  }
}

function spreadOf<Name extends string>(
  runs: (Partial<Record<Name, number>> | undefined)[],
  name: Name,
): Spread {
  return spread(runs.map((run) => run?.[name] ?? Number.NaN))
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

const failureOf = ({ name, errors }: ResultLine) =>
  errors > 0 ? [`${name}: ${errors} requests failed or were not answered with 2xx.`] : []

function missOf(line: ResultLine): string[] {
  const { name, floor, shareOfMinimal, shareOfCeiling, togetherCpuTimes } = line
  const share = shareOfMinimal ?? shareOfCeiling
  const reference = shareOfMinimal ? 'minimal handler' : 'ceiling'
  const isBelow = floor !== undefined && !((share?.median ?? 0) >= floor)
  const isAbove = togetherCpuTimes !== undefined && !(togetherCpuTimes.median <= MAX_TOGETHER_CPU)
  return [
    ...variantMisses(line),
    ...(isBelow
      ? [`${name} reaches ${share?.median.toFixed(2)} of its ${reference}; the floor is ${floor.toFixed(2)}.`]
      : []),
    ...(isAbove
      ? [
          `${name} takes ${togetherCpuTimes.median.toFixed(2)} times the CPU time with several API processes; the bound is ${MAX_TOGETHER_CPU.toFixed(2)}.`,
        ]
      : []),
  ]
}

function variantMisses({ name, ofFull }: ResultLine): string[] {
  if (!ofFull) return []
  const { rate, leastRate, bytes, mostBytes = Number.POSITIVE_INFINITY } = ofFull
  return [
    ...(rate.median >= leastRate
      ? []
      : [
          `${name} reaches ${rate.median.toFixed(2)} of the rate of ${ofFull.name}; the floor is ${leastRate.toFixed(2)}.`,
        ]),
    ...(bytes <= mostBytes
      ? []
      : [
          `${name} has ${bytes.toFixed(2)} of the bytes of ${ofFull.name}; the bound is ${mostBytes.toFixed(2)}.`,
        ]),
  ]
}

function tooMuch(what: string, held: number | undefined, bound: number): string[] {
  if (held === undefined || held <= bound) return []
  const [shown, allowed] = [held, bound].map((bytes) => Math.round(bytes / 1e6))
  return [`${what} held ${shown} MB; the bound is ${allowed} MB.`]
}
