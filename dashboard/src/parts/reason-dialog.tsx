/** A decision that states its consequence, and takes the words of whoever decides. */
import { words } from '../words/index.ts'
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx'
import { TextField } from './fields.tsx'

/** The limit of the API. */
const MAX_LENGTH = 1000

interface ReasonDialogProps extends Omit<ActionDialogProps<unknown>, 'children' | 'submit'> {
  /** What follows. */
  hint: string
  label?: string
  /** What was said before. */
  known?: string
  isRequired?: boolean
  /** Whether the field takes only as much as the API does. */
  isLimited?: boolean
  submit: (reason: string) => Promise<unknown>
}

export function ReasonDialog({
  hint,
  label = words.reason,
  known,
  isRequired = false,
  isLimited = true,
  submit,
  ...dialog
}: ReasonDialogProps) {
  return (
    <ActionDialog {...dialog} submit={({ reason = '' }) => submit(reason.trim())}>
      <p>{hint}</p>
      <TextField
        label={isRequired ? label : words.optional(label)}
        name="reason"
        defaultValue={known}
        required={isRequired}
        maxLength={isLimited ? MAX_LENGTH : undefined}
        autoComplete="off"
        data-autofocus
      />
    </ActionDialog>
  )
}
