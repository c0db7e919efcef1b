/** Asks why orders are rejected. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { RejectReason } from '@tradehall/client'
import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form } from '../../parts/form.tsx'
import { words } from '../../words/index.ts'

const { orders } = words
const TYPES = Object.entries(orders.rejectTypes).map(([value, label]) => ({ value, label }))

interface RejectDialogProps {
  /** The references. */
  names: readonly string[]
  onReject: (reason: RejectReason) => Promise<unknown>
  onClose: () => void
}

export function RejectDialog({ names, onReject, onClose }: RejectDialogProps) {
  const [type, setType] = useState('PRODUCT_OUT_OF_STOCK')
  const count = names.length
  return (
    <Dialog title={orders.rejectTitle(count, names[0] ?? '')} onClose={onClose}>
      <Form
        submit={({ rejectReason = '' }) =>
          onReject({
            rejectType: type as RejectReason['rejectType'],
            ...(rejectReason.trim() !== '' && { rejectReason: rejectReason.trim() }),
          })
        }
      >
        {({ isPending, errorOf }) => (
          <>
            <p>{orders.rejectHint(count)}</p>
            <NativeSelect
              label={orders.rejectReason}
              name="rejectType"
              data={TYPES}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
              error={errorOf('rejectType')}
              data-autofocus
            />
            <TextInput
              label={orders.rejectWords}
              name="rejectReason"
              required={type === 'OTHER'}
              error={errorOf('rejectReason')}
              autoComplete="off"
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="danger" loading={isPending}>
                {orders.rejectSubmit(count)}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
