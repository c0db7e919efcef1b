import type { TestOptions } from 'vitest'
import { needs } from './requirements.ts'

/** Whether this is `npm run test:full`: what explores then runs as a whole, and otherwise with a few representatives. */
export const FULL = process.env.TRADEHALL_TEST_FULL === '1'

/** Options of a test, or of a suite, that runs in `npm run test:full` alone: `npm test` has the representative named here. */
export const onlyInFull = (representative: string): TestOptions =>
  needs({
    met: FULL,
    missing: `npm run test:full explores it, and here it is represented by ${representative}`,
  })
