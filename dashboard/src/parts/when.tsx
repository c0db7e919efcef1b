import { useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export function When({ at }: { at: string }) {
  const now = useServerNow()
  return <span title={formatDateTime(at)}>{formatRelative(at, now)}</span>
}

/** For what happens in real time, whatever the sandbox does to its clock. */
export const RealWhen = ({ at }: { at: string }) => (
  <span title={formatDateTime(at)}>{formatRelative(at, Date.now())}</span>
)
