/** Copies a text, and says so. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { words } from '../words/index.ts'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <Button size="xs" onClick={() => copy(text)} aria-label={copied ? undefined : label}>
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </Button>
  )
}
