/** A status in human words; where programmers read it, the value of the API is its tooltip. */
import styles from './state.module.css'

export type Tone = 'good' | 'wait' | 'bad' | 'info'

export function State({ tone, value, children }: { tone: Tone; value?: string; children: string }) {
  return (
    <span className={`${styles.state} ${styles[tone]}`} title={value}>
      {children}
    </span>
  )
}
