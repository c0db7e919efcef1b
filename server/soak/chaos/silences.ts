/**
 * Processes that did not work while their health check said that they do: nobody would have been told. Pure.
 *
 * An API process works when it answers any request of the load with something else than an error of the server. A worker works
 * when its queue polls. The health check of the first is `/health/ready`, that of the second its heartbeat.
 */
import type { ProcessName } from './plan.ts'

export interface Sample {
  process: ProcessName
  atMs: number
  isHealthy: boolean
  /** Undefined: nobody asked anything of it. */
  works: boolean | undefined
}

export interface Silence {
  process: ProcessName
  fromMs: number
  toMs: number
}

/**
 * By then the health check has to fail. What a request waits for, the intervals of the checks, and the ten seconds after
 * which a heartbeat counts as lost.
 */
const TOLERATED_MS = 30_000
/** One request that failed is no proof. */
const LEAST_FAILURES = 3

export function findSilences(samples: readonly Sample[]): Silence[] {
  return [...Map.groupBy(samples, ({ process }) => process)].flatMap(([process, its]) =>
    stretchesOf(its)
      .filter(isTooLong)
      .map((stretch) => ({
        process,
        fromMs: stretch[0]?.atMs ?? 0,
        toMs: stretch.at(-1)?.atMs ?? 0,
      })),
  )
}

/** Runs of samples in which the process did not work and was healthy. */
function stretchesOf(samples: readonly Sample[]): Sample[][] {
  const stretches: Sample[][] = [[]]
  for (const sample of samples) {
    if (sample.isHealthy && sample.works !== true) stretches.at(-1)?.push(sample)
    else stretches.push([])
  }
  return stretches
}

function isTooLong(stretch: readonly Sample[]): boolean {
  const failures = stretch.filter(({ works }) => works === false)
  const [first, last] = [failures[0], failures.at(-1)]
  if (!first || !last || failures.length < LEAST_FAILURES) return false
  return last.atMs - first.atMs > TOLERATED_MS
}
