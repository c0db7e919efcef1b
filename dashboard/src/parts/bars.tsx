/** A small chart of one value a day, for a cell of a table. The label says the same to those who do not see it. */
import styles from './bars.module.css'

const HEIGHT = 20
const [STEP, BAR] = [5, 4]

interface BarsProps {
  label: string
  values: readonly { title: string; value: number }[]
}

export function Bars({ label, values }: BarsProps) {
  const highest = Math.max(1, ...values.map(({ value }) => value))
  // A single call is visible beside thousands.
  const heightOf = (value: number) => (value === 0 ? 1 : Math.max(3, (value / highest) * HEIGHT))
  return (
    <svg className={styles.bars} width={values.length * STEP} height={HEIGHT} role="img" aria-label={label}>
      {values.map(({ title, value }, i) => (
        <rect
          key={title}
          data-empty={value === 0 || undefined}
          x={i * STEP}
          y={HEIGHT - heightOf(value)}
          width={BAR}
          height={heightOf(value)}
        >
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  )
}
