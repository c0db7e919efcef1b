/** Kinds of jobs and workers for tests, without an application. */
import { Type } from 'typebox'
import { onTestFinished } from 'vitest'
import type { Platform } from '../src/platform/index.ts'
import { type JobKind, job } from '../src/platform/jobs/jobs.ts'
import { type RunningJobs, startJobs } from '../src/platform/jobs/runner.ts'

export const Numbered = Type.Object({ n: Type.Number() })

/** A kind that remembers what it was run with. */
export function recorder(name = 'record') {
  const seen: number[] = []
  const kind = job(name, {
    payload: Numbered,
    run: async (_, { n }) => {
      seen.push(n)
    },
  })
  return { kind, seen }
}

/** Runs jobs until it is stopped or the test ends. */
export async function startWorker(platform: Platform, url: string, kinds: JobKind[]): Promise<RunningJobs> {
  const worker = await startJobs(platform, url, kinds)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= worker.stop()
    return stopped
  }
  onTestFinished(stop)
  return { ...worker, stop }
}
