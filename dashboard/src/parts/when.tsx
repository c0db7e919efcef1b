import { useRealNow, useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export const When = ({ at }: { at: string }) => <Ago at={at} now={useServerNow()} />

/**
 * For what has happened in real time, whatever the sandbox does to its clock. What the server has just recorded is not ahead of a
 * browser that has read its time a moment ago.
 */
export const RealWhen = ({ at }: { at: string }) => (
  <Ago at={at} now={Math.max(useRealNow(), Date.parse(at))} />
)

const Ago = ({ at, now }: { at: string; now: number }) => (
  <span title={formatDateTime(at)}>{formatRelative(at, now)}</span>
)
