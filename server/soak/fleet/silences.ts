/**
 * Processes that did not work while their health check succeeded, so that no monitoring would have noticed. Pure.
 *
 * An API process works if it sends any response to the load that is not an error of the server. A worker works if its
 * queue polls. The health check of an API process is `/health/ready`, that of a worker its heartbeat.
 */
import type { ProcessName } from './processes.ts'

export interface Sample {
  process: ProcessName
  atMs: number
  isHealthy: boolean
  /** Undefined: the process had no requests. */
  works: boolean | undefined
}

export interface Silence {
  process: ProcessName
  fromMs: number
  toMs: number
}

/**
 * After this time the health check has to fail. It includes the waits of a request, the intervals of the checks, and
 * the ten seconds after which a heartbeat counts as lost.
 */
const TOLERATED_MS = 30_000
/** A single failed request proves nothing. */
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
