/** The dialog of a decision of the marketplace, on one order or on many of the same kind. */
import { words } from '../words/index.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const { decisions } = words.operatorOrders

/** What ends an order. */
const DANGEROUS: ReadonlySet<string> = new Set([
  'approve-cancellation',
  'approve-rejection',
  'approve-refusal',
])

/** Whoever asked for something is told why it is declined. */
const needsReason = (action: string) => action.startsWith('decline-')

interface DecisionDialogProps {
  action: string
  /** The references of the orders. */
  names: readonly string[]
  submit: (reason: string) => Promise<unknown>
  onClose: () => void
}

export function DecisionDialog({ action, names, submit, onClose }: DecisionDialogProps) {
  const texts = decisions[action]
  if (!texts) return null
  return (
    <ReasonDialog
      title={texts.title(names.length, names[0] ?? '')}
      hint={texts.hint(names.length)}
      submitWord={names.length === 1 ? texts.submit : `${texts.submit} (${names.length})`}
      isRequired={needsReason(action)}
      isDangerous={DANGEROUS.has(action)}
      submit={submit}
      onClose={onClose}
    />
  )
}
