import { useServerNow } from '../api/server-time.ts'
import { formatDateTime, formatRelative } from './time.ts'

/** How long ago something was, by the clock of the server; the exact time is its tooltip. */
export function When({ at }: { at: string }) {
  const now = useServerNow()
  return <span title={formatDateTime(at)}>{formatRelative(at, now)}</span>
}
