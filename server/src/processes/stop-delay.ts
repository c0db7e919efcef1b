/**
 * A stop of the API begins with leaving: readiness fails, and everything else is served, until load balancers have
 * noticed. Only then it closes its port and finishes what is in flight.
 */
import type { Config } from '../config.ts'

/** With the time for requests in flight it is less than the ten seconds that container engines wait by default. */
const IN_PRODUCTION_SECONDS = 5

export const stopDelayMs = ({ mode, drainSeconds }: Pick<Config, 'mode' | 'drainSeconds'>): number =>
  1000 * (drainSeconds ?? (mode === 'production' ? IN_PRODUCTION_SECONDS : 0))
