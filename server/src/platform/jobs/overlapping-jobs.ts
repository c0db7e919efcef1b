/**
 * Runs jobs that lock the same rows in groups. Alone, each would wait in the database for the commits of all before it, with
 * a connection that others need. So a job that needs something which a running one has waits here, and all that have come
 * meanwhile are run together, as one transaction. Jobs that share nothing run beside each other.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseAway } from '../database-health/away.ts'

export interface OverlappingJob {
  /** What the job locks. */
  keys: readonly string[]
  /** Jobs of the same name are never in one group. */
  name?: string | undefined
}

export interface OverlappingJobsOptions<Job, Result> {
  /**
   * Runs a group, and returns for each job its result, or the error that it failed with. If it throws, nothing of the group
   * has happened, and its jobs are run one by one: none fails because of another, unless the database is away.
   */
  run: (jobs: readonly Job[]) => Promise<readonly (Result | Error)[]>
  most: number
  /** Throws if the current request has waited too long. */
  checkWait: () => void
}

interface Waiting<Job, Result> {
  job: Job
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  /** Runs a function as part of the request that the job belongs to. */
  inContext: <T>(work: () => T) => T
}

export function groupOverlapping<Job extends OverlappingJob, Result>({
  run,
  most,
  checkWait,
}: OverlappingJobsOptions<Job, Result>): (job: Job) => Promise<Result> {
  const busy = new Set<string>()
  let waiting: Waiting<Job, Result>[] = []

  function startGroups(): void {
    for (const one of waiting) {
      if (one.job.keys.some((key) => busy.has(key))) continue
      const group = groupAround(one)
      waiting = waiting.filter((other) => !group.includes(other))
      void runGroup(group)
    }
  }

  /** It and those behind it that share something with the group, and nothing with a running one. */
  function groupAround(first: Waiting<Job, Result>): Waiting<Job, Result>[] {
    const group: Waiting<Job, Result>[] = []
    const keys = new Set(first.job.keys)
    const names = new Set<string>()
    for (const one of waiting) {
      const { job } = one
      if (group.length === most) break
      if (job.keys.some((key) => busy.has(key)) || !job.keys.some((key) => keys.has(key))) continue
      if (job.name !== undefined && names.has(job.name)) continue
      group.push(one)
      for (const key of job.keys) keys.add(key)
      if (job.name !== undefined) names.add(job.name)
    }
    return group
  }

  async function runGroup(group: readonly Waiting<Job, Result>[]): Promise<void> {
    const keys = group.flatMap(({ job }) => job.keys)
    for (const key of keys) busy.add(key)
    await settle(group.filter(isInTime))
    for (const key of keys) busy.delete(key)
    startGroups()
  }

  function isInTime({ inContext, reject }: Waiting<Job, Result>): boolean {
    try {
      inContext(checkWait)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  async function settle(group: readonly Waiting<Job, Result>[]): Promise<void> {
    const last = group.at(-1)
    if (!last) return
    try {
      // In the time of the request that came last: in that of the first, a busy server would give up what the others wait for.
      const results = await last.inContext(() => run(group.map(({ job }) => job)))
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      if (group.length === 1 || isDatabaseAway(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await settle([one])
    }
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject, inContext: AsyncLocalStorage.snapshot() })
      startGroups()
    })
}
