/** The question before jobs or events are given up: what is lost, and why. */

import { ActionDialog } from '../../parts/action-dialog.tsx'
import { AreaField } from '../../parts/fields.tsx'
import { words } from '../../words/index.ts'
import styles from './jobs.module.css'

const { jobs: text } = words.systems

interface DiscardDialogProps {
  /** What they are called, such as `job`. */
  noun: string
  count: number
  /** By kind, what is lost. */
  losses: ReadonlyMap<string, string>
  onDiscard: (reason: string) => Promise<unknown>
  onClose: () => void
}

export const DiscardDialog = ({ noun, count, losses, onDiscard, onClose }: DiscardDialogProps) => (
  <ActionDialog
    title={text.discardTitle(count, noun)}
    submitWord={text.discardSubmit(count)}
    isDangerous
    submit={({ reason = '' }) => onDiscard(reason)}
    onClose={onClose}
  >
    <p>{text.discardHint}</p>
    <ul className={styles.losses}>
      {[...losses].map(([kind, lost]) => (
        <li key={kind}>
          <code>{kind}</code> {lost}
        </li>
      ))}
    </ul>
    <AreaField
      name="reason"
      label={text.reason}
      description={text.reasonHint}
      maxLength={500}
      data-autofocus
    />
  </ActionDialog>
)
