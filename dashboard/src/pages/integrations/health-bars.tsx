/** Attempts of the last two days, an hour each: what arrived, and below it in another colour what did not. */
import type { WebhookHealth } from '../../api/integrations-queries.ts'
import { useServerNow } from '../../api/server-time.ts'
import { formatDateTime } from '../../parts/time.ts'
import { words } from '../../words/index.ts'
import styles from './integrations.module.css'

const { webhooks: text } = words.integrations

const HOURS = 48
const HOUR_MS = 3_600_000
/** Height of the chart, width of an hour and of its bar: in a cell of a table, and as a section of a page. */
const SIZES = { small: [20, 3, 2], large: [64, 12, 9] } as const

interface HealthBarsProps {
  health: Pick<WebhookHealth, 'attributes'>
  size?: keyof typeof SIZES
}

export function HealthBars({ health, size = 'small' }: HealthBarsProps) {
  const [height, step, bar] = SIZES[size]
  const now = useServerNow()
  const byHour = new Map(health.attributes.periods.map((period) => [Date.parse(period.startsAt), period]))
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: HOURS }, (_, i) => {
    const at = thisHour - (HOURS - 1 - i) * HOUR_MS
    const { delivered = 0, failed = 0 } = byHour.get(at) ?? {}
    return { at, delivered, failed }
  })
  const highest = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed))
  // A single attempt is visible beside thousands.
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(3, (count / highest) * height))
  const total = (count: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((sum, hour) => sum + count(hour), 0)
  const label = text.healthLabel(
    total(({ delivered }) => delivered),
    total(({ failed }) => failed),
  )
  return (
    <svg
      className={styles.health}
      viewBox={`0 0 ${HOURS * step} ${height}`}
      width={HOURS * step}
      height={height}
      role="img"
      aria-label={label}
    >
      {hours.map(({ at, delivered, failed }, i) => {
        const [bad, good] = [Math.min(heightOf(failed), height), heightOf(delivered)]
        const goodHeight = Math.min(good, height - bad)
        return (
          <g key={at}>
            <title>{text.healthOf(formatDateTime(new Date(at)), delivered, failed)}</title>
            <rect x={i * step} y={height - 1} width={bar} height={1} data-empty />
            <rect x={i * step} y={height - bad - goodHeight} width={bar} height={goodHeight} />
            <rect x={i * step} y={height - bad} width={bar} height={bad} data-failed />
          </g>
        )
      })}
    </svg>
  )
}
