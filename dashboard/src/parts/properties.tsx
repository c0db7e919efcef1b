import type { ReactNode } from 'react'
import styles from './properties.module.css'

/** Names and values. */
export function Properties({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.properties}>
      {items.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  )
}
