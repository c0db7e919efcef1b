/**
 * A chart of values over time, with the same values as a table behind it for those who do not see it or want the exact
 * figures. Series differ in the pattern of their line, not in colour alone. The chart library is as large as the rest of a
 * page, so it is loaded when the first chart comes into view.
 */
import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { words } from '../words/index.ts'
import styles from './chart.module.css'
import type { ChartDrawingProps, ChartLine, ChartPoint } from './chart-drawing.tsx'
import { type Column, Table } from './table.tsx'

const ChartDrawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }))

/** Colour and pattern of the line of each series, in their order. */
const LINES = [
  { color: 'var(--series)', dashes: '' },
  { color: 'var(--info)', dashes: '6 3' },
  { color: 'var(--wait)', dashes: '2 3' },
] as const

interface ChartProps extends Pick<ChartDrawingProps, 'kind' | 'formatTime' | 'formatValue'> {
  label: string
  /** What the chart shows in one sentence: for screen readers in its place, and for all below its title. */
  summary: string
  /** Oldest first. Undefined while they load. */
  points: readonly ChartPoint[] | undefined
  series: readonly Pick<ChartLine, 'key' | 'title'>[]
  /** The title of the column of times in the table. */
  timeTitle: string
}

export function Chart({ summary, ...chart }: ChartProps) {
  const { label, points, series } = chart
  const lines = series.map((one, i) => ({ ...one, ...LINES[i % LINES.length]! }))
  const { ref, isSeen } = useSeen()
  const waiting = <Skeleton className={styles.drawing} />
  return (
    <figure className={styles.chart} aria-label={label}>
      <figcaption>{summary}</figcaption>
      {series.length > 1 && <Legend lines={lines} />}
      <div ref={ref} role="img" aria-label={`${label}. ${summary}`}>
        {points && isSeen ? (
          <Suspense fallback={waiting}>
            <ChartDrawing {...chart} points={points} lines={lines} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      <ValuesTable {...chart} />
    </figure>
  )
}

/** Whether an element is or was in view. */
function useSeen() {
  const { ref, inViewport } = useInViewport()
  const [isSeen, setSeen] = useState(false)
  if (inViewport && !isSeen) setSeen(true)
  return { ref, isSeen }
}

function Legend({ lines }: { lines: readonly ChartLine[] }) {
  return (
    <ul className={styles.legend}>
      {lines.map(({ key, title, color, dashes }) => (
        <li key={key}>
          <svg width={24} height={8} aria-hidden="true">
            <line x1={0} x2={24} y1={4} y2={4} stroke={color} strokeWidth={2} strokeDasharray={dashes} />
          </svg>
          {title}
        </li>
      ))}
    </ul>
  )
}

function ValuesTable({
  label,
  points,
  series,
  timeTitle,
  formatTime,
  formatValue,
}: Omit<ChartProps, 'summary' | 'kind'>) {
  const columns: Column<ChartPoint>[] = [
    { key: 'at', title: timeTitle, kind: 'fit', cell: ({ at }) => formatTime(at) },
    ...series.map(
      ({ key, title }): Column<ChartPoint> => ({
        key,
        title,
        kind: 'number',
        cell: ({ values }) => formatValue(values[key] ?? 0),
      }),
    ),
  ]
  return (
    <details className={styles.values}>
      <summary>{words.chart.asTable}</summary>
      <Table label={label} columns={columns} rows={points?.toReversed()} idOf={({ at }) => String(at)} />
    </details>
  )
}
