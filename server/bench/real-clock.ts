import type { Clock } from '../src/platform/clock.ts'
import { createIds } from '../src/platform/ids.ts'

const clock: Clock = { now: () => new Date(), offsetMs: () => 0, toRealTime: (moment) => moment }

/** What verbs need when no server is around them. */
export const ports = { clock, ids: createIds(clock) }
