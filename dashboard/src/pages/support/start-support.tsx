/** Begins a support session for a brand: why, and whether it may change something. */

import { Checkbox } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { startSupport } from '../../api/support-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import type { Values } from '../../parts/form-state.ts'
import { words } from '../../words/index.ts'

const { start: text } = words.support

interface StartSupportProps {
  brand: { id: string; name: string }
  onClose: () => void
}

export function StartSupport({ brand, onClose }: StartSupportProps) {
  const from = useLocation({ select: ({ pathname }) => pathname })
  const submit = ({ reason = '', write }: Values) =>
    startSupport(brand.id, { reason, access: write ? 'read-write' : 'read-only' }, from)
  return (
    <ActionDialog title={text.title(brand.name)} submitWord={text.submit} submit={submit} onClose={onClose}>
      <p>{text.hint}</p>
      <TextField
        name="reason"
        label={text.reason}
        description={text.reasonHint}
        maxLength={500}
        autoComplete="off"
        required
        data-autofocus
      />
      <Checkbox name="write" label={text.write} description={text.writeHint} />
      <p>{text.told}</p>
    </ActionDialog>
  )
}
