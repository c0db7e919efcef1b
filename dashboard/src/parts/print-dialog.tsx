/** The labels of some orders as one file, in a frame to print from. Printing marks them as printed. */
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef } from 'react'
import { labelsFile, MAX_PRINTED_ORDERS, markLabels } from '../api/shipping-queries.ts'
import { words } from '../words/index.ts'
import { Dialog } from './dialog.tsx'
import { Buttons, Problem } from './form.tsx'
import styles from './print-dialog.module.css'

const { printDialog: text } = words.shipping

interface PrintDialogProps {
  orderIds: readonly string[]
  onClose: () => void
  /** About orders that are not among them. */
  children?: ReactNode
}

export function PrintDialog({ orderIds, onClose, children }: PrintDialogProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const queryClient = useQueryClient()
  const { mutate, data, variables, isPending, error } = useMutation({
    mutationFn: (as: 'printed' | 'unprinted') => markLabels(orderIds, as),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['order-labels'] }),
  })
  const file = labelsFile(orderIds)
  const isTooMany = orderIds.length > MAX_PRINTED_ORDERS
  const isMarked = data !== undefined && !error
  function print() {
    mutate('printed', {
      onSuccess: () => {
        try {
          if (frame.current) frame.current.contentWindow?.print()
          else window.open(file)
        } catch {
          // The viewer of some browsers belongs to another origin, and prints by its own button only.
          window.open(file)
        }
      },
    })
  }
  return (
    <Dialog title={text.title(orderIds.length)} onClose={onClose} size="xl">
      <div className={styles.print}>
        <p>{isTooMany ? text.tooMany(MAX_PRINTED_ORDERS) : text.hint}</p>
        {children}
        {!isTooMany && <LabelsFrame ref={frame} orderIds={orderIds} />}
        <Problem error={error} />
        <Buttons>
          {isMarked && (
            <span role="status" className={styles.note}>
              {variables === 'printed' ? text.done : text.undone}
            </span>
          )}
          {isMarked && variables === 'printed' && (
            <Button onClick={() => mutate('unprinted')}>{text.undo}</Button>
          )}
          <Button onClick={onClose}>{words.close}</Button>
          <Button variant="filled" onClick={print} loading={isPending} disabled={isTooMany} data-autofocus>
            {text.print}
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}

interface LabelsFrameProps {
  orderIds: readonly string[]
  ref?: Ref<HTMLIFrameElement>
}

/** Browsers without a viewer would save the file instead of showing it. */
export function LabelsFrame({ orderIds, ref }: LabelsFrameProps) {
  const file = labelsFile(orderIds)
  return navigator.pdfViewerEnabled ? (
    <iframe ref={ref} className={styles.frame} src={`${file}#navpanes=0`} title={words.shipping.preview} />
  ) : (
    <p>
      {text.noViewer}{' '}
      <a href={file} target="_blank" rel="noreferrer">
        {text.open}
      </a>
    </p>
  )
}
