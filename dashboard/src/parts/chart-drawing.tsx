/** What `chart.tsx` draws with the chart library. Screen readers get the label and the table instead of it. */
import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import styles from './chart.module.css'

export interface ChartPoint {
  /** Milliseconds since 1970. */
  at: number
  /** By key of the line. */
  values: Readonly<Record<string, number>>
}

export interface ChartLine {
  key: string
  title: string
  color: string
  dashes: string
}

export interface ChartDrawingProps {
  /** Bars for what happened in each period, of one series; steps for a level that holds until the next point. */
  kind: 'bars' | 'steps'
  points: readonly ChartPoint[]
  lines: readonly ChartLine[]
  formatTime: (at: number) => string
  formatValue: (value: number) => string
}

/** The widest labels of the axis are a little wider than the room that is measured for them. */
const margin = { top: 5, right: 5, bottom: 5, left: 12 }

export function ChartDrawing({ kind, points, lines, formatTime, formatValue }: ChartDrawingProps) {
  const shared = {
    className: styles.drawing!,
    data: points.map(({ at, values }) => ({ at, ...values })),
    dataKey: 'at',
    gridColor: 'var(--line)',
    textColor: 'var(--dim)',
    strokeDasharray: '',
    tickLine: 'none',
    accessibilityLayer: false,
    valueFormatter: formatValue,
    yAxisProps: { width: 'auto', allowDecimals: false },
    tooltipProps: {
      // Called without a time as long as nothing is pointed at.
      labelFormatter: (at: unknown) => (typeof at === 'number' ? formatTime(at) : ''),
      isAnimationActive: false,
    },
  } as const
  const series = lines.map(({ key, title, color, dashes }) => ({
    name: key,
    label: title,
    color,
    strokeDasharray: dashes,
  }))
  if (kind === 'bars')
    return (
      <BarChart
        {...shared}
        series={series}
        xAxisProps={{ tickFormatter: formatTime }}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ margin }}
        maxBarWidth={24}
      />
    )
  return (
    <LineChart
      {...shared}
      series={series}
      curveType="stepAfter"
      withDots={false}
      xAxisProps={{
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        tickFormatter: formatTime,
      }}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ margin }}
    />
  )
}
