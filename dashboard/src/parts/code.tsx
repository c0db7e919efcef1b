/** A text of a machine: a body, headers, a command. */

import { words } from '../words/index.ts'
import styles from './code.module.css'
import { CopyButton } from './copy-button.tsx'

export const Code = ({ label, text }: { label: string; text: string }) => (
  <div className={styles.code}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
    <CopyButton text={text} label={words.copyOf(label)} />
  </div>
)

/** Indented if it is JSON, and as it is otherwise. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
