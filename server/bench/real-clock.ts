import type { Clock } from '../src/platform/clock.ts'
import { createIds } from '../src/platform/ids.ts'

const clock: Clock = { now: () => new Date(), offsetMs: () => 0, toRealTime: (moment) => moment }

/** The ports that domain functions need without a server. */
export const ports = { clock, ids: createIds(clock) }
