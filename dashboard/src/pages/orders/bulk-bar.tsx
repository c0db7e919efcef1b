/** What can be done with the selected orders, and how it went. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Bulk, type BulkItem, useBulk } from '../../api/bulk.ts'
import type { ListedOrder } from '../../api/orders-queries.ts'
import { BulkDialog } from '../../parts/bulk-dialog.tsx'
import { formatMoney } from '../../parts/money.ts'
import { SelectionBar } from '../../parts/selection-bar.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { BULK_ACTIONS, type BulkAction, type BulkRun, type BulkStep } from './bulk-actions.tsx'

const { orders } = words

type Started = Pick<BulkRun, 'title' | 'next'>

interface BulkBarProps {
  orders: readonly ListedOrder[]
  onSelect: (ids: ReadonlySet<string>) => void
}

export function BulkBar({ orders: selected, onSelect }: BulkBarProps) {
  const bulk = useBulk(['orders'])
  const [asking, setAsking] = useState<BulkAction>()
  const [started, setStarted] = useState<Started>({ title: '' })
  const forAction = ({ isFor }: BulkAction) => selected.filter(isFor)
  async function run(action: BulkAction, { act, ...rest }: BulkRun) {
    setAsking(undefined)
    setStarted(rest)
    const items = forAction(action).map(({ id, attributes }) => ({ id, name: String(attributes.reference) }))
    const { failed } = await bulk.start(items, act)
    // What did not work stays selected.
    onSelect(new Set(failed.map(({ item }) => item.id)))
  }
  return (
    <>
      <SelectionBar
        count={selected.length}
        note={orders.receiveAll(sumOf(selected))}
        onClear={() => onSelect(new Set())}
      >
        {BULK_ACTIONS.filter((action) => forAction(action).length > 0).map((action) => (
          <BulkButton
            key={action.key}
            action={action}
            orders={forAction(action)}
            onClick={() => {
              const { run: start } = action
              if (start) void run(action, start(forAction(action).length))
              else setAsking(action)
            }}
          />
        ))}
      </SelectionBar>
      {asking?.Asking && (
        <asking.Asking
          orders={forAction(asking)}
          run={(begun) => void run(asking, begun)}
          onClose={() => setAsking(undefined)}
        />
      )}
      <Outcome bulk={bulk} {...started} />
    </>
  )
}

interface OutcomeProps extends Started {
  bulk: Bulk
}

/** The summary of a run, and the step that follows it. */
function Outcome({ bulk, title, next }: OutcomeProps) {
  const [following, setFollowing] = useState<{ step: BulkStep; items: readonly BulkItem[] }>()
  return (
    <>
      <BulkDialog
        title={title}
        bulk={bulk}
        link={linkTo}
        actions={(succeeded) =>
          next &&
          succeeded.length > 0 && (
            <Button
              variant="filled"
              onClick={() => {
                setFollowing({ step: next, items: succeeded })
                bulk.dismiss()
              }}
            >
              {next.label}
            </Button>
          )
        }
      />
      {following && <following.step.Step items={following.items} onClose={() => setFollowing(undefined)} />}
    </>
  )
}

const linkTo = ({ id, name }: BulkItem): ReactNode => (
  <Link to={paths.order} params={{ orderId: id }}>
    {name}
  </Link>
)

interface BulkButtonProps {
  action: BulkAction
  orders: readonly ListedOrder[]
  onClick: () => void
}

function BulkButton({ action, orders: selected, onClick }: BulkButtonProps) {
  const { label, isPrimary, refuses, href } = action
  const reason = refuses?.(selected.length)
  const look = { variant: isPrimary ? 'filled' : 'default', title: reason, disabled: reason !== undefined }
  const text = label(selected.length)
  return href && !reason ? (
    <Button component="a" href={href(selected)} target="_blank" variant={look.variant}>
      {text}
    </Button>
  ) : (
    <Button {...look} onClick={onClick}>
      {text}
    </Button>
  )
}

/** What a brand is paid has one currency. */
const sumOf = (selected: readonly ListedOrder[]) =>
  formatMoney({
    amount: selected.reduce((sum, { attributes }) => sum + attributes.brandNetAmount, 0),
    currency: selected[0]?.attributes.brandCurrency ?? 'EUR',
  })
