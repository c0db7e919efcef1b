/** What can be done with the selected rows. It stays in sight below the list. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import styles from './list.module.css'

interface SelectionBarProps {
  count: number
  /** About the selection as a whole, such as a sum. */
  note?: string
  onClear: () => void
  /** Its actions, the primary one first. */
  children: ReactNode
}

export function SelectionBar({ count, note, onClear, children }: SelectionBarProps) {
  const { selected, clear, keys } = words.list
  if (count === 0) return null
  return (
    <div className={styles.selection}>
      <span role="status">{[selected(count), note].filter(Boolean).join(' · ')}</span>
      {children}
      <Button variant="subtle" onClick={onClear}>
        {clear}
      </Button>
      <span className={styles.keys} aria-hidden="true">
        <kbd>j</kbd> <kbd>k</kbd> {keys.move} · <kbd>x</kbd> {keys.select} · <kbd>Enter</kbd> {keys.open}
      </span>
    </div>
  )
}
