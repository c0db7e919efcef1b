/** The dialogs of one order; which one is open is part of the address. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ResetReason } from '@tradehall/client'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import type { OpenOrder, OrderDetails } from '../../api/orders-queries.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { RejectDialog } from './reject-dialog.tsx'

const { page: texts } = words.orders

export function OrderDialogs({ order, details }: { order: OpenOrder; details: OrderDetails | undefined }) {
  const { dialog } = useSearch({ from: '/shell/orders/$orderId' })
  const navigate = useNavigate({ from: paths.order })
  const { id, attributes } = order
  const shared = { changes: CHANGES, onClose: () => void navigate({ to: '.', search: {} }) }
  switch (dialog) {
    case 'reject':
      return (
        <RejectDialog
          names={[String(attributes.reference)]}
          submit={(reason) => send(() => client.orders.reject(id, reason))}
          {...shared}
        />
      )
    case 'change-date':
      return <DateDialog orderId={id} date={details?.expectedShippingDate ?? ''} onClose={shared.onClose} />
    case 'reset-labels':
      return <ResetDialog orderId={id} onClose={shared.onClose} />
    case 'settle-refusal':
      return (
        <ReasonDialog
          title={texts.settleRefusalTitle}
          hint={texts.settleRefusalHint}
          label={texts.settleRefusalNote}
          submitWord={texts.settleRefusalSubmit}
          submit={(reason) => send(() => settle(id, reason))}
          {...shared}
        />
      )
    case 'request-revert':
      return (
        <ReasonDialog
          title={texts.requestRevertTitle}
          hint={texts.requestRevertHint}
          submitWord={texts.requestRevertSubmit}
          isRequired
          submit={(reason) => send(() => requestRevert(id, reason))}
          {...shared}
        />
      )
    default:
      return null
  }
}

const CHANGES = ['orders']

const changeDate = (order: string, day: string) =>
  client.request('PATCH', '/api/v1/master-orders/{master_order}', {
    path: { master_order: order },
    body: { data: { type: 'internal-order', attributes: { expected_maximum_shipping_date: day } } },
  })

const settle = (order: string, reason: string) =>
  client.request('POST', '/api/v1/orders/{order}/-actions/transition', {
    path: { order },
    body: {
      data: {
        type: 'brand-settles-refusal',
        ...(reason !== '' && { attributes: { reason } }),
      },
    },
  })

const requestRevert = (order: string, reason: string) =>
  client.request('POST', '/api/v1/orders/{order}/-actions/request-revert', {
    path: { order },
    body: { reason },
  })

interface DialogProps {
  orderId: string
  onClose: () => void
}

function DateDialog({ orderId, date, onClose }: DialogProps & { date: string }) {
  const field = 'expected_maximum_shipping_date'
  return (
    <ActionDialog
      title={texts.changeDateTitle}
      submitWord={words.save}
      submit={({ [field]: day = '' }) => send(() => changeDate(orderId, day))}
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{texts.changeDateHint}</p>
      <TextField
        type="date"
        name={field}
        label={texts.changeDateLabel}
        defaultValue={date}
        required
        data-autofocus
      />
    </ActionDialog>
  )
}

const RESET_TYPES = Object.entries(texts.resetTypes).map(([value, label]) => ({ value, label }))

export function ResetDialog({ orderId, onClose }: DialogProps) {
  const [type, setType] = useState('BRAND_NEED_MORE_LABELS_TO_SHIP')
  return (
    <ActionDialog
      title={texts.resetLabelsTitle}
      submitWord={texts.resetLabelsSubmit}
      isDangerous
      submit={({ reason = '' }) =>
        send(() =>
          client.orders.resetLabels(orderId, {
            resetType: type as ResetReason['resetType'],
            ...(reason.trim() !== '' && { reason: reason.trim() }),
          }),
        )
      }
      changes={CHANGES}
      onClose={onClose}
    >
      <p>{texts.resetLabelsHint}</p>
      <SelectField
        label={texts.resetReason}
        name="resetType"
        data={RESET_TYPES}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
        data-autofocus
      />
      <TextField
        label={words.orders.rejectWords}
        name="reason"
        required={type === 'OTHER'}
        autoComplete="off"
      />
    </ActionDialog>
  )
}
