/** The dialogs of one order; which one is open is part of the address. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ResetReason } from '@tradehall/client'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import type { OpenOrder, OrderDetails } from '../../api/orders-queries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Buttons, Form, type Values } from '../../parts/form.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { RejectDialog } from './reject-dialog.tsx'

const { page: texts } = words.orders

export function OrderDialogs({ order, details }: { order: OpenOrder; details: OrderDetails | undefined }) {
  const { dialog } = useSearch({ from: '/shell/orders/$orderId' })
  const navigate = useNavigate({ from: paths.order })
  const queryClient = useQueryClient()
  const { id, attributes } = order
  const close = () => void navigate({ to: '.', search: {} })
  const then = (act: () => Promise<unknown>) => async () => {
    await send(act)
    await queryClient.invalidateQueries({ queryKey: ['orders'] })
    close()
  }
  switch (dialog) {
    case 'reject':
      return (
        <RejectDialog
          names={[String(attributes.reference)]}
          onClose={close}
          onReject={(reason) => then(() => client.orders.reject(id, reason))()}
        />
      )
    case 'change-date':
      return (
        <DateDialog
          date={details?.expectedShippingDate ?? ''}
          onClose={close}
          submit={({ expected_maximum_shipping_date = '' }) =>
            then(() => changeDate(id, expected_maximum_shipping_date))()
          }
        />
      )
    case 'reset-labels':
      return (
        <ResetDialog
          onClose={close}
          onReset={(reason) => then(() => client.orders.resetLabels(id, reason))()}
        />
      )
    case 'settle-refusal':
      return (
        <ReasonDialog
          title={texts.settleRefusalTitle}
          hint={texts.settleRefusalHint}
          label={texts.settleRefusalNote}
          submitWord={texts.settleRefusalSubmit}
          onClose={close}
          submit={(reason) => then(() => settle(id, reason))()}
        />
      )
    case 'request-revert':
      return (
        <ReasonDialog
          title={texts.requestRevertTitle}
          hint={texts.requestRevertHint}
          submitWord={texts.requestRevertSubmit}
          isRequired
          onClose={close}
          submit={(reason) => then(() => requestRevert(id, reason))()}
        />
      )
    default:
      return null
  }
}

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

interface Asking {
  submit: (values: Values) => Promise<unknown>
  onClose: () => void
}

function DateDialog({ date, submit, onClose }: Asking & { date: string }) {
  const field = 'expected_maximum_shipping_date'
  return (
    <Dialog title={texts.changeDateTitle} onClose={onClose}>
      <Form submit={submit}>
        {({ isPending, errorOf }) => (
          <>
            <p>{texts.changeDateHint}</p>
            <TextInput
              type="date"
              name={field}
              label={texts.changeDateLabel}
              defaultValue={date}
              error={errorOf(field)}
              required
              data-autofocus
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="filled" loading={isPending}>
                {words.save}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}

const RESET_TYPES = Object.entries(texts.resetTypes).map(([value, label]) => ({ value, label }))

export function ResetDialog({
  onReset,
  onClose,
}: {
  onReset: (reason: ResetReason) => Promise<unknown>
  onClose: () => void
}) {
  const [type, setType] = useState('BRAND_NEED_MORE_LABELS_TO_SHIP')
  return (
    <Dialog title={texts.resetLabelsTitle} onClose={onClose}>
      <Form
        submit={({ reason = '' }) =>
          onReset({
            resetType: type as ResetReason['resetType'],
            ...(reason.trim() !== '' && { reason: reason.trim() }),
          })
        }
      >
        {({ isPending, errorOf }) => (
          <>
            <p>{texts.resetLabelsHint}</p>
            <NativeSelect
              label={texts.resetReason}
              name="resetType"
              data={RESET_TYPES}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
              error={errorOf('resetType')}
              data-autofocus
            />
            <TextInput
              label={words.orders.rejectWords}
              name="reason"
              required={type === 'OTHER'}
              error={errorOf('reason')}
              autoComplete="off"
            />
            <Buttons>
              <Button onClick={onClose}>{words.cancel}</Button>
              <Button type="submit" variant="danger" loading={isPending}>
                {texts.resetLabelsSubmit}
              </Button>
            </Buttons>
          </>
        )}
      </Form>
    </Dialog>
  )
}
