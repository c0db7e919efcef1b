/** What a retailer does with an order. What is not possible yet says why. */
import { Button, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { send } from '../../api/client.ts'
import {
  askForCancellation,
  confirmReception,
  type Purchase,
  refuseReception,
} from '../../api/purchases-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { open, whyNot } from '../../parts/next-actions.ts'
import { ActionItem, ActionMenu } from '../../parts/order-parts.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import type { PurchaseSearch } from './search-parameters.ts'

const { purchases } = words

/** The actions with a dialog, beside confirming, which has none. */
const DIALOGS: readonly [action: string, label: string, dialog: NonNullable<PurchaseSearch['dialog']>][] = [
  ['refuse-reception', purchases.refuse, 'refuse'],
  ['request-cancellation', purchases.cancelOrder, 'cancel'],
]

export function PurchaseActions({ order: { id, nextActions } }: { order: Purchase }) {
  const navigate = useNavigate({ from: paths.purchase })
  const queryClient = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => send(() => confirmReception(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  const timely = open(nextActions)
  const find = (name: string) => timely.find(({ action }) => action === name)
  const possible = DIALOGS.filter(([name]) => find(name)?.possible)
  const impossible = [['acknowledge-reception', purchases.confirm] as const, ...DIALOGS].filter(
    ([name]) => find(name)?.possible === false,
  )
  return (
    <>
      <Problem error={confirming.error} />
      {impossible.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<ChevronIcon />}>{purchases.more}</Button>
          </Menu.Target>
          <ActionMenu>
            {impossible.map(([name, label]) => (
              <ActionItem key={name} label={label} reason={whyNot(find(name))} />
            ))}
          </ActionMenu>
        </Menu>
      )}
      {possible.map(([name, label, dialog]) => (
        <Button key={name} onClick={() => void navigate({ to: '.', search: { dialog } })}>
          {label}
        </Button>
      ))}
      {find('acknowledge-reception')?.possible && (
        <Button variant="filled" loading={confirming.isPending} onClick={() => confirming.mutate()}>
          {purchases.confirm}
        </Button>
      )}
    </>
  )
}

/** Which one is open is part of the address. */
export function PurchaseDialogs({ order }: { order: Purchase }) {
  const { dialog } = useSearch({ from: '/shell/purchases/$orderId' })
  const navigate = useNavigate({ from: paths.purchase })
  const { id, attributes } = order
  const reference = String(attributes.reference)
  const shared = {
    label: purchases.reason,
    // A longer text, such as a pasted one, is kept until its author has shortened it.
    isLimited: false,
    isRequired: true,
    isDangerous: true,
    changes: ['orders'],
    onClose: () => void navigate({ to: '.', search: {} }),
  }
  switch (dialog) {
    case 'refuse':
      return (
        <ReasonDialog
          title={purchases.refuseTitle(reference)}
          hint={purchases.refuseHint}
          submitWord={purchases.refuseSubmit}
          submit={(reason) => send(() => refuseReception(id, reason))}
          {...shared}
        />
      )
    case 'cancel':
      return (
        <ReasonDialog
          title={purchases.cancelTitle(reference)}
          hint={purchases.cancelHint}
          submitWord={purchases.cancelSubmit}
          known={attributes.retailerCancellationRequestReason ?? ''}
          submit={(reason) => send(() => askForCancellation(id, reason))}
          {...shared}
        />
      )
    default:
      return null
  }
}
