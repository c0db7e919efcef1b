/** The day on which something deprecated ends, and the days until then by the clock of the server. */
import { useServerNow } from '../api/server-time.ts'
import { words } from '../words/index.ts'
import { State } from './state.tsx'
import { formatDate, formatDateTime } from './time.ts'

const { deprecations: text } = words.integrations
const DAY_MS = 86_400_000
/** From here on the end is near. */
const SOON_DAYS = 30

export function Ends({ at }: { at: string | null }) {
  const now = useServerNow()
  if (at === null) return <small>{text.noEnd}</small>
  const days = Math.ceil((Date.parse(at) - now) / DAY_MS)
  return (
    <>
      <span title={formatDateTime(at)}>{formatDate(at)}</span>
      <br />
      {days <= 0 ? (
        <State tone="bad">{text.ended}</State>
      ) : (
        <State tone={days <= SOON_DAYS ? 'wait' : 'info'}>{text.daysLeft(days)}</State>
      )}
    </>
  )
}
