import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BillingExport, exportsQuery } from '../../api/money-queries.ts'
import { Empty } from '../../parts/page.tsx'
import { State, type Tone } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { formatDate, formatDay } from '../../parts/time.ts'
import { words } from '../../words/index.ts'

const { exports: text } = words.money

const TONES: Record<string, Tone> = { completed: 'good', partially_completed: 'wait', failed: 'bad' }

/** The days are those of UTC, whatever the viewer's. */
const dayOf = (moment: string) => formatDay(moment.slice(0, 10))

const columns: Column<BillingExport>[] = [
  {
    key: 'file',
    title: text.file,
    cell: ({ attributes: { filename, from, to } }) => (
      <>
        {filename}
        <small>{text.range(dayOf(from), dayOf(to))}</small>
      </>
    ),
  },
  { key: 'status', title: text.status, cell: (row) => <Status {...row.attributes} /> },
  {
    key: 'orders',
    title: text.orders,
    kind: 'number',
    wide: true,
    cell: ({ attributes: { ordersCount } }) => ordersCount,
  },
  {
    key: 'expires',
    title: text.expires,
    kind: 'fit',
    wide: true,
    cell: ({ attributes: { expiresAt } }) => formatDate(expiresAt),
  },
  {
    key: 'download',
    title: text.download,
    isTitleHidden: true,
    kind: 'fit',
    cell: ({ attributes: { downloadLink, filename } }) =>
      downloadLink && (
        // The link is that of the public address, which may be another origin than that of this page.
        <a href={new URL(downloadLink).pathname} download={filename}>
          {text.download}
        </a>
      ),
  },
]

function Status({ status, progress, finishedAt, failures }: BillingExport['attributes']) {
  return (
    <>
      <State tone={TONES[status] ?? 'info'}>{text.statuses[status] ?? status}</State>
      {!finishedAt && <small role="status">{text.progress(progress)}</small>}
      {failures.map(({ type, format, reason }) => (
        <small key={`${type} ${format}`}>{text.failure(text.typeNames[type] ?? type, format, reason)}</small>
      ))}
    </>
  )
}

export function Exports({ onCreate }: { onCreate: () => void }) {
  const { data, error } = useQuery(exportsQuery)
  return (
    <Table
      label={words.money.tabs.exports}
      columns={columns}
      rows={data}
      idOf={({ id }) => id}
      error={error}
      empty={<Empty action={<Button onClick={onCreate}>{text.create}</Button>}>{text.none}</Empty>}
    />
  )
}
