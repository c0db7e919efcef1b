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

/** What is asked, with the order or the number of orders that it is about. */
export const decisionTitle = (action: string, names: readonly string[]): string =>
  (names.length === 1 ? decisions[action]?.one(names[0] ?? '') : decisions[action]?.many(names.length)) ??
  action

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
      title={decisionTitle(action, names)}
      hint={texts.hint(names.length)}
      submitWord={names.length === 1 ? texts.submit : texts.many(names.length)}
      isRequired={needsReason(action)}
      isDangerous={DANGEROUS.has(action)}
      submit={submit}
      onClose={onClose}
    />
  )
}
