/** The frame of the pages outside of a session. */
import type { ReactNode } from 'react'
import { words } from '../../words/index.ts'
import styles from './card.module.css'

export function Card({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{words.titleOf(title)}</title>
      <div className={styles.brand}>{words.product}</div>
      <div className={styles.card}>
        <h1>{title}</h1>
        {hint && <p>{hint}</p>}
        {children}
      </div>
    </main>
  )
}
