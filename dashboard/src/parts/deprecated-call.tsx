/** The columns that tables of calls to deprecated operations share. */
import { useServerNow } from '../api/server-time.ts'
import { REFERENCE } from '../paths.ts'
import { words } from '../words/index.ts'
import { State } from './state.tsx'
import type { Column } from './table.tsx'
import { formatDateTime, formatFullDay } from './time.ts'
import { When } from './when.tsx'

const { deprecations: text } = words.integrations
const DAY_MS = 86_400_000
/** From this many days before the end it is marked as near. */
const SOON_DAYS = 30

interface Row {
  attributes: {
    method: string
    path: string
    replacement: string | null
    calls: number
    lastCalledAt: string
    endsAt: string | null
  }
}

export const DEPRECATED_CALL: readonly Column<Row>[] = [
  {
    key: 'operation',
    title: text.operation,
    cell: ({ attributes: { method, path, replacement } }) => (
      <>
        <code>
          {method} {path}
        </code>
        <small>{replacement ?? <a href={REFERENCE}>{text.instead}</a>}</small>
      </>
    ),
  },
  {
    key: 'calls',
    title: text.calls,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => attributes.calls,
  },
  {
    key: 'last',
    title: text.last,
    kind: 'number',
    wide: true,
    cell: ({ attributes }) => <When at={attributes.lastCalledAt} />,
  },
  {
    key: 'ends',
    title: text.ends,
    kind: 'number',
    cell: ({ attributes }) => <Ends at={attributes.endsAt} />,
  },
]

/** The day of the end, and the days until then by the clock of the server. */
function Ends({ at }: { at: string | null }) {
  const now = useServerNow()
  if (at === null) return <small>{text.noEnd}</small>
  const days = Math.ceil((Date.parse(at) - now) / DAY_MS)
  return (
    <>
      <span title={formatDateTime(at)}>{formatFullDay(at)}</span>
      <br />
      {days <= 0 ? (
        <State tone="bad">{text.ended}</State>
      ) : (
        <State tone={days <= SOON_DAYS ? 'wait' : 'info'}>{text.daysLeft(days)}</State>
      )}
    </>
  )
}
