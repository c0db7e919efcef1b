/** The question before jobs or events are given up: what is lost, and why. */
import { Button, Textarea } from '@mantine/core'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form } from '../../parts/form.tsx'
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
  <Dialog title={text.discardTitle(count, noun)} onClose={onClose}>
    <Form submit={({ reason = '' }) => onDiscard(reason)}>
      {({ isPending, errorOf }) => (
        <>
          <p>{text.discardHint}</p>
          <ul className={styles.losses}>
            {[...losses].map(([kind, lost]) => (
              <li key={kind}>
                <code>{kind}</code> {lost}
              </li>
            ))}
          </ul>
          <Textarea
            name="reason"
            label={text.reason}
            description={text.reasonHint}
            error={errorOf('reason')}
            maxLength={500}
            data-autofocus
          />
          <Buttons>
            <Button onClick={onClose}>{words.cancel}</Button>
            <Button type="submit" variant="danger" loading={isPending}>
              {text.discardSubmit(count)}
            </Button>
          </Buttons>
        </>
      )}
    </Form>
  </Dialog>
)
