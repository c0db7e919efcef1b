import { v7 } from 'uuid'
import type { Clock } from './clock.ts'

export interface Ids {
  /** A new UUIDv7, so that rows of one table are stored in the order of their making. */
  next(): string
}

export function createIds(clock: Clock): Ids {
  return { next: () => v7({ msecs: clock.now().getTime() }) }
}
