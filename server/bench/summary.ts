/** From runs to figures: medians, how far the rounds lie apart, and what is not as it should be. */
import { type Case, emptyHandler } from './cases.ts'
import type { Measured, Round } from './measure.ts'

export interface Spread {
  median: number
  min: number
  max: number
}

export interface Line {
  name: string
  rate: Spread
  p50Ms: number
  p99Ms: number
  errors: number
  bareRate?: Spread
  /** Shares of the rate of the same round, so that what slows a whole round down cancels out. */
  shareOfBare?: Spread
  shareOfEmpty?: Spread
  floor?: number
}

export interface Summary {
  lines: Line[]
  memory: Measured['memory']
  /** Endpoints that did not answer as they should: the figures mean nothing. */
  failures: string[]
  /** Promises about speed and memory that were not kept. */
  misses: string[]
}

/** Under load, for one API process. */
const MAX_MEMORY_BYTES = 250e6

export function summarize({ rounds, memory }: Measured): Summary {
  const empty = rounds.get(emptyHandler) ?? []
  const lines = [...rounds].map(([one, its]) => summarizeCase(one, its, empty))
  return {
    lines,
    memory,
    failures: lines.flatMap(failureOf),
    misses: [...lines.flatMap(missOf), ...memoryMiss(memory)],
  }
}

function summarizeCase(one: Case, rounds: Round[], empty: Round[]): Line {
  const bareRates = rounds.flatMap(({ bare }) => (bare ? [bare.rate] : []))
  return {
    name: one.name,
    rate: spread(rounds.map(({ served }) => served.rate)),
    p50Ms: spread(rounds.map(({ served }) => served.p50Ms)).median,
    p99Ms: spread(rounds.map(({ served }) => served.p99Ms)).median,
    errors: rounds.reduce((sum, { served }) => sum + served.errors, 0),
    ...(bareRates.length > 0 && {
      bareRate: spread(bareRates),
      shareOfBare: spread(rounds.map(({ served, bare }) => served.rate / (bare?.rate ?? Number.NaN))),
    }),
    ...(one !== emptyHandler && {
      shareOfEmpty: spread(
        rounds.map(({ served }, round) => served.rate / (empty[round]?.served.rate ?? Number.NaN)),
      ),
    }),
    ...(one.floor !== undefined && { floor: one.floor }),
  }
}

function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

const failureOf = ({ name, errors }: Line) =>
  errors > 0 ? [`${name}: ${errors} requests failed or were not answered with 2xx.`] : []

function missOf({ name, floor, shareOfBare }: Line): string[] {
  if (floor === undefined) return []
  if (!shareOfBare) return [`${name} has a floor but no bare statement to compare with.`]
  if (shareOfBare.median >= floor) return []
  return [`${name} reaches ${shareOfBare.median.toFixed(2)} of its bare statement; the floor is ${floor}.`]
}

function memoryMiss({ peakBytes }: Measured['memory']): string[] {
  if (peakBytes <= MAX_MEMORY_BYTES) return []
  const [peak, bound] = [peakBytes, MAX_MEMORY_BYTES].map((bytes) => Math.round(bytes / 1e6))
  return [`The API process held ${peak} MB; the bound is ${bound} MB.`]
}
