/** Copies a text, and says so. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { words } from '../words/index.ts'
import styles from './order-parts.module.css'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <Button size="xs" onClick={() => copy(text)} aria-label={copied ? undefined : label}>
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </Button>
  )
}

/** The same among other small texts: for ids, which people hand on but do not read. */
export function CopyLink({ text, children }: { text: string; children: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <button type="button" className={styles.copyLink} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? words.copied : children}</span>
    </button>
  )
}
