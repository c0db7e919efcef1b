/** The attempts of a delivery, and what was sent in them. */
import { NativeSelect } from '@mantine/core'
import type { Delivery } from '../api/integrations-queries.ts'
import { LOCALE, words } from '../words/index.ts'
import { Code, indentJson } from './code.tsx'
import { AttemptResult, formatDuration } from './delivery-parts.tsx'
import { Empty, Section } from './page.tsx'
import { type Column, Table } from './table.tsx'
import { formatDateTime } from './time.ts'

const { delivery: text } = words.integrations

type Attempt = Delivery['attributes']['attempts'][number]

const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const formatTime = (value: string) => time.format(new Date(value))

const attemptColumns: Column<Attempt>[] = [
  {
    key: 'when',
    title: text.when,
    kind: 'fit',
    cell: ({ startedAt }) => <span title={formatDateTime(startedAt)}>{formatTime(startedAt)}</span>,
  },
  { key: 'result', title: text.result, cell: (attempt) => <AttemptResult attempt={attempt} /> },
  {
    key: 'duration',
    title: text.duration,
    kind: 'number',
    cell: ({ durationMs }) => formatDuration(durationMs),
  },
]

export const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <Section title={text.attempts}>
    <Table
      label={text.attempts}
      columns={attemptColumns}
      rows={attempts.toReversed()}
      idOf={({ number }) => String(number)}
      empty={<Empty>{text.none}</Empty>}
    />
  </Section>
)

const sizeOf = (body: string) =>
  new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 }).format(
    new TextEncoder().encode(body).length / 1000,
  )

export const DeliveryBody = ({ body }: { body: string }) => (
  <Section title={text.body} hint={text.bodyHint(sizeOf(body))}>
    <Code label={text.bodyText} text={indentJson(body)} />
  </Section>
)

interface AttemptHeadersProps {
  attempts: readonly Attempt[]
  /** The number of the attempt; the newest one by default. */
  chosen: number | undefined
  onChoose: (attempt: number) => void
}

export function AttemptHeaders({ attempts, chosen, onChoose }: AttemptHeadersProps) {
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1)
  if (!attempt) return null
  const choice = attempts.length > 1 && (
    <NativeSelect
      aria-label={text.headersOf}
      value={String(attempt.number)}
      data={attempts.map(({ number }) => ({ value: String(number), label: text.attempt(number) }))}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  )
  return (
    <Section title={text.headers} hint={text.headersHint} actions={choice}>
      {attempt.headers ? (
        <Code
          label={text.headersText}
          text={Object.entries(attempt.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      ) : (
        <Empty>{text.noHeaders}</Empty>
      )}
    </Section>
  )
}
