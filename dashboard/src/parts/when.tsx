import { useRealNow, useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export const When = ({ at }: { at: string }) => <Ago at={at} now={useServerNow()} />

/** For what happens in real time, whatever the sandbox does to its clock. */
export const RealWhen = ({ at }: { at: string }) => <Ago at={at} now={useRealNow()} />

const Ago = ({ at, now }: { at: string; now: number }) => (
  <span title={formatDateTime(at)}>{formatRelative(at, now)}</span>
)
