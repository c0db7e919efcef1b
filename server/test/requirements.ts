/** Requirements that not every machine meets. A test whose requirement is unmet is skipped with its reason. */
import { spawnSync } from 'node:child_process'
import type { TestOptions } from 'vitest'

export interface Requirement {
  met: boolean
  /** The reason for skipping, which completes "skipped because …". */
  missing: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** Read by `skipped-reporter.ts`. */
    skippedBecause?: string
  }
}

/** Options of a test or a suite: `test('…', needs(LINUX), () => …)`. */
export const needs = ({ met, missing }: Requirement): TestOptions =>
  met ? {} : { skip: true, meta: { skippedBecause: missing } }

export const LINUX: Requirement = {
  met: process.platform === 'linux',
  missing: 'it needs the processes and signals of Linux',
}

export const CURL: Requirement = {
  met: spawnSync('curl', ['--version']).status === 0,
  missing: 'the program curl is not installed',
}

export const PROMTOOL: Requirement = {
  met: spawnSync('promtool', ['--version']).status === 0,
  missing: 'the program promtool of Prometheus is not installed',
}

/** An empty database on the coordinator of a Citus cluster; see `citus.test.ts`. */
export const CITUS: Requirement & { url: string | undefined } = {
  url: process.env.TRADEHALL_TEST_CITUS_URL,
  met: process.env.TRADEHALL_TEST_CITUS_URL !== undefined,
  missing: 'TRADEHALL_TEST_CITUS_URL does not name a database of a Citus cluster',
}
