/** What happened, newest first. */
import type { ReactNode } from 'react'
import styles from './timeline.module.css'

export interface TimelineItem {
  key: string
  title: ReactNode
  detail?: ReactNode
  /** The current state, or a failure; both are also said in words. */
  tone?: 'current' | 'bad'
}

export const Timeline = ({ label, items }: { label: string; items: readonly TimelineItem[] }) => (
  <ol className={styles.timeline} aria-label={label}>
    {items.map(({ key, title, detail, tone }) => (
      <li key={key} data-tone={tone}>
        {title}
        {detail && <small>{detail}</small>}
      </li>
    ))}
  </ol>
)
