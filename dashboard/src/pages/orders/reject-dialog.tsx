/** Asks why orders are rejected. */

import type { RejectReason } from '@tradehall/client'
import { useState } from 'react'
import { ActionDialog, type ActionDialogProps } from '../../parts/action-dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { words } from '../../words/index.ts'

const { orders } = words
const TYPES = Object.entries(orders.rejectTypes).map(([value, label]) => ({ value, label }))

interface RejectDialogProps extends Pick<ActionDialogProps<unknown>, 'changes' | 'onClose'> {
  /** The references of the orders. */
  names: readonly string[]
  submit: (reason: RejectReason) => Promise<unknown>
}

export function RejectDialog({ names, submit, ...dialog }: RejectDialogProps) {
  const [type, setType] = useState('PRODUCT_OUT_OF_STOCK')
  const count = names.length
  return (
    <ActionDialog
      title={orders.rejectTitle(count, names[0] ?? '')}
      submitWord={orders.rejectSubmit(count)}
      isDangerous
      submit={({ rejectReason = '' }) =>
        submit({
          rejectType: type as RejectReason['rejectType'],
          ...(rejectReason.trim() !== '' && { rejectReason: rejectReason.trim() }),
        })
      }
      {...dialog}
    >
      <p>{orders.rejectHint(count)}</p>
      <SelectField
        label={orders.rejectReason}
        name="rejectType"
        data={TYPES}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
        data-autofocus
      />
      <TextField
        label={orders.rejectWords}
        name="rejectReason"
        required={type === 'OTHER'}
        autoComplete="off"
      />
    </ActionDialog>
  )
}
