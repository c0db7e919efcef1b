/** The progress of a run over many items, and one summary of it. */
import { Button, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Bulk, BulkItem } from '../api/bulk.ts'
import { words } from '../words/index.ts'
import styles from './bulk-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Buttons, Details } from './form.tsx'

interface BulkDialogProps {
  title: string
  /** It is open from the start of a run until the run is dismissed. */
  bulk: Bulk
  /** Shows the name of an item as a link to it. */
  link: (item: BulkItem) => ReactNode
  /** What to do next with those that succeeded, when it has ended. */
  actions?: (succeeded: readonly BulkItem[]) => ReactNode
  /** Instead of dismissing the run. */
  onClose?: () => void
}

export function BulkDialog({ title, bulk: run, link, actions, onClose = run.dismiss }: BulkDialogProps) {
  if (!run.progress) return null
  const { total, succeeded, failed, isRunning } = run.progress
  const done = succeeded.length + failed.length
  const { bulk } = words
  return (
    <Dialog title={title} onClose={isRunning ? run.stop : onClose} closeOnClickOutside={!isRunning}>
      <div className={styles.summary}>
        <Progress value={(100 * done) / total} aria-label={title} />
        <p role="status">{isRunning ? bulk.running(done, total) : bulk.succeeded(succeeded.length)}</p>
        {failed.length > 0 && (
          <>
            <p>{bulk.failed(failed.length)}</p>
            <ul>
              {failed.map(({ item, problem }) => (
                <li key={item.id}>
                  {link(item)} <small>{problem}</small>
                </li>
              ))}
            </ul>
            <Details
              lines={failed.flatMap(({ item, details }) => details.map((line) => `${item.name}: ${line}`))}
            />
          </>
        )}
        {!isRunning && done < total && <p>{bulk.stopped(total - done)}</p>}
        <Buttons>
          {isRunning ? (
            <Button onClick={run.stop}>{bulk.stop}</Button>
          ) : (
            <>
              {actions?.(succeeded)}
              <Button onClick={onClose}>{words.close}</Button>
            </>
          )}
        </Buttons>
      </div>
    </Dialog>
  )
}
