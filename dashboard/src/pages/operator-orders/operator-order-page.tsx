/** One order of any brand: what was ordered, by whom, what happened, and what the marketplace may do. */

import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  type AddressKind,
  decideOn,
  type OperatorOrder,
  type OperatorOrderDetails,
  operatorOrderDetailsQuery,
  operatorOrderQuery,
  operatorTimelineQuery,
} from '../../api/operator-orders-queries.ts'
import type { NextAction } from '../../api/orders-queries.ts'
import { DecisionDialog } from '../../parts/decision-dialog.tsx'
import { Problem } from '../../parts/form.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { formatMoney } from '../../parts/money.ts'
import { open, whyNot } from '../../parts/next-actions.ts'
import {
  ActionItem,
  ActionMenu,
  AddressLines,
  Copies,
  chargeOf,
  Lines,
  rejectReasonText,
  Said,
  Sums,
} from '../../parts/order-parts.tsx'
import { OrderState } from '../../parts/order-texts.tsx'
import { OrderTimeline } from '../../parts/order-timeline.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { AddressDialog } from './address-dialog.tsx'

const { operatorOrders } = words
const { page: texts, decisions, decisionNames } = operatorOrders

export interface OperatorOrderSearch {
  /** An address to change, or a decision. */
  dialog?: string
}

export function OperatorOrderPage() {
  const { orderId } = useParams({ from: '/shell/operator/orders/$orderId' })
  const { data } = useSuspenseQuery(operatorOrderQuery(orderId))
  const { data: { details, nextActions = [] } = {}, error } = useQuery(operatorOrderDetailsQuery(orderId))
  const { order, etag } = data
  return (
    <>
      <PageHeader
        title={String(order.attributes.reference)}
        trail={<Link to={paths.ordersOfMarketplace}>{operatorOrders.title}</Link>}
        state={<OrderState status={order.attributes.status} statuses={operatorOrders.statuses} />}
        note={<When at={order.attributes.submittedAt} />}
        actions={<Actions actions={nextActions} />}
      />
      <Problem error={error} />
      <Remarks order={order} />
      <Columns aside={<Aside order={order} actions={nextActions} />}>
        <Section title={texts.items}>
          <Items order={order} details={details} />
        </Section>
      </Columns>
      <Dialogs order={order} etag={etag} />
    </>
  )
}

/** Decisions that are possible are buttons; those that may come are in the menu, with when. */
function Actions({ actions }: { actions: readonly NextAction[] }) {
  const show = useOpenDialog()
  const known = open(actions).filter(({ action }) => action in decisions)
  const possible = known.filter((action) => action.possible)
  const later = known.filter((action) => !action.possible)
  return (
    <>
      {later.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<ChevronIcon />}>{texts.more}</Button>
          </Menu.Target>
          <ActionMenu>
            {later.map((next) => (
              <ActionItem
                key={next.action}
                label={decisionNames[next.action] ?? next.action}
                reason={whyNot(next)}
              />
            ))}
          </ActionMenu>
        </Menu>
      )}
      {possible.map(({ action }, i) => (
        <Button
          key={action}
          variant={i === possible.length - 1 ? 'filled' : 'default'}
          onClick={() => show({ dialog: action })}
        >
          {decisions[action]?.button ?? action}
        </Button>
      ))}
    </>
  )
}

function useOpenDialog() {
  const navigate = useNavigate({ from: paths.orderOfMarketplace })
  return (search: OperatorOrderSearch) => void navigate({ to: '.', search })
}

function Remarks({ order: { attributes } }: { order: OperatorOrder }) {
  const {
    status,
    retailerCancellationRequestReason: cancellation,
    revertRequestReason: revert,
    requestDeclineReason: declined,
    brandRejectReason: rejected,
    retailerRejectReason: refused,
  } = attributes
  return (
    <Said
      sentences={[
        // The reason stays with the order when the brand has decided.
        status === 'ankor_confirmed' && cancellation && texts.cancellationRequested(cancellation),
        rejected && texts.rejectedFor(rejectReasonText(rejected)),
        refused && texts.refusedFor(refused),
        revert && texts.revertRequested(revert),
        declined && texts.requestDeclined(declined),
      ]}
    />
  )
}

type Line = NonNullable<OperatorOrder['attributes']['lines']>[number]

interface ItemsProps {
  order: OperatorOrder
  details: OperatorOrderDetails | undefined
}

function Items({ order: { attributes }, details }: ItemsProps) {
  const { brandCurrency: currency, lines = [] } = attributes
  const money = (amount: number) => formatMoney({ amount, currency })
  const columns: Column<Line>[] = [
    {
      key: 'product',
      title: texts.product,
      cell: ({ productVariantId }) => {
        if (!details) return null
        const variant = details.variants[productVariantId]
        return (
          <>
            {variant?.title ?? texts.unknownProduct}
            <small>{variant?.sku}</small>
          </>
        )
      },
    },
    {
      key: 'price',
      title: texts.price,
      kind: 'number',
      wide: true,
      cell: ({ unitPrice }) => money(unitPrice),
    },
    {
      key: 'quantity',
      title: texts.quantity,
      kind: 'number',
      cell: ({ quantity, pieces }) => (
        <>
          {quantity}
          {pieces !== quantity && <small>{texts.pieces(pieces)}</small>}
        </>
      ),
    },
    { key: 'amount', title: texts.amount, kind: 'number', cell: ({ amount }) => money(amount) },
  ]
  const charges = (details?.charges ?? []).map(({ type, amountWithVat }, i) => {
    const { name, amount } = chargeOf(type, amountWithVat)
    return { key: `${type} ${i}`, name, amount: money(amount) }
  })
  return (
    <>
      <Table label={texts.items} columns={columns} rows={lines} idOf={({ id }) => id} />
      <Sums
        sums={[
          { key: 'items', name: texts.subtotal, amount: money(attributes.brandTotalAmount) },
          { key: 'vat', name: texts.vat, amount: money(attributes.brandTotalAmountVat) },
          {
            key: 'total',
            name: texts.retailerPays,
            amount: money(attributes.brandTotalAmountWithVat),
            isTotal: true,
          },
          ...charges,
          { key: 'net', name: texts.brandIsPaid, amount: money(attributes.brandNetAmount), isTotal: true },
        ]}
      />
    </>
  )
}

interface AsideProps {
  order: OperatorOrder
  actions: readonly NextAction[]
}

function Aside({ order, actions }: AsideProps) {
  const timeline = useQuery(operatorTimelineQuery(order.id))
  const { brandId, brandName, retailerId, storeName, shippingAddress, billingAddress } = order.attributes
  return (
    <>
      <Section title={texts.brand}>
        <Lines lines={[brandName, <OrdersLink key="all" name={brandName} search={{ brand: brandId }} />]} />
      </Section>
      <Section title={texts.retailer}>
        <Lines
          lines={[storeName, <OrdersLink key="all" name={storeName} search={{ retailer: retailerId }} />]}
        />
      </Section>
      <Section
        title={texts.shipTo}
        actions={<ChangeAddress kind="shippingAddress" action="change-shipping-address" actions={actions} />}
      >
        <AddressLines address={shippingAddress} />
        <WhyFixed action="change-shipping-address" actions={actions} />
      </Section>
      <Section
        title={texts.billTo}
        actions={<ChangeAddress kind="billingAddress" action="change-billing-address" actions={actions} />}
      >
        <AddressLines address={billingAddress} />
        <WhyFixed action="change-billing-address" actions={actions} />
      </Section>
      <Section title={words.orders.page.timeline}>
        <OrderTimeline timeline={timeline} isOfBrand={false} />
      </Section>
      <Copies order={order} path={`/api/operator/v1/orders/${order.id}`} />
    </>
  )
}

interface OrdersLinkProps {
  name: string
  search: { brand: string } | { retailer: string }
}

const OrdersLink = ({ name, search }: OrdersLinkProps) => (
  <small>
    <Link to={paths.ordersOfMarketplace} search={search}>
      {texts.allOf(name)}
    </Link>
  </small>
)

interface ChangeAddressProps {
  kind: AddressKind
  action: string
  actions: readonly NextAction[]
}

function ChangeAddress({ kind, action, actions }: ChangeAddressProps) {
  const open = useOpenDialog()
  const found = actions.find((one) => one.action === action)
  if (!found) return null
  return (
    <Button
      size="xs"
      disabled={!found.possible}
      aria-label={texts.changeOf[kind]}
      onClick={() => open({ dialog: kind })}
    >
      {texts.change}
    </Button>
  )
}

/** Why an address can no longer change. */
const WhyFixed = ({ action, actions }: Omit<ChangeAddressProps, 'kind'>) => {
  const reason = whyNot(actions.find((one) => one.action === action))
  return reason && <small>{reason}</small>
}

/** Which one is open is part of the address. */
function Dialogs({ order, etag }: { order: OperatorOrder; etag: string }) {
  const { dialog } = useSearch({ from: '/shell/operator/orders/$orderId' })
  const open = useOpenDialog()
  const queryClient = useQueryClient()
  const close = () => open({})
  const done = async () => {
    close()
    await Promise.all(
      ['orders', 'pending-decisions'].map((type) => queryClient.invalidateQueries({ queryKey: [type] })),
    )
  }
  if (dialog === 'billingAddress' || dialog === 'shippingAddress') {
    return <AddressDialog kind={dialog} order={order} etag={etag} onDone={done} onClose={close} />
  }
  if (!dialog) return null
  return (
    <DecisionDialog
      action={dialog}
      names={[String(order.attributes.reference)]}
      onClose={close}
      submit={async (reason) => {
        await decideOn(dialog, order.id, reason)
        await done()
      }}
    />
  )
}
