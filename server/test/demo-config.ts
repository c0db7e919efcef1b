/** Settings with which demo data are the same on every day: as they are written. */
import { readConfig } from '../src/config.ts'
import { WRITTEN_FOR } from '../src/platform/demo-time.ts'

export const DEMO_DATE = { TRADEHALL_DEMO_DATE: WRITTEN_FOR.toISOString() }

export const demoConfig = readConfig(DEMO_DATE)
