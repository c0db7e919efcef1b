/** One order: what was ordered, by whom, what happened, and what may be done next. */
import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ResponseError } from '@tradehall/client'
import { useState } from 'react'
import { client, send } from '../../api/client.ts'
import { sentenceOf } from '../../api/errors.ts'
import {
  type NextAction,
  type OpenOrder,
  type OrderDetails,
  orderDetailsQuery,
  orderQuery,
  packingSlipPath,
  type RevertRequest,
  timelineQuery,
} from '../../api/orders-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { Initials } from '../../parts/initials.tsx'
import { open, whyNot } from '../../parts/next-actions.ts'
import {
  ActionItem,
  ActionMenu,
  AddressLines,
  Copies,
  Lines,
  rejectReasonText,
  Said,
} from '../../parts/order-parts.tsx'
import { OrderState, placeOf, Waiting } from '../../parts/order-texts.tsx'
import { OrderTimeline } from '../../parts/order-timeline.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { formatDate, formatDay } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { OrderDialogs } from './order-dialogs.tsx'
import {
  changedQuantities,
  isNothingLeft,
  OrderItems,
  proposedQuantities,
  type Quantities,
  quantityProblems,
} from './order-items.tsx'
import { OrderShipping, ShippingAction } from './order-shipping.tsx'
import styles from './orders.module.css'
import type { OrderSearch } from './search-parameters.ts'

const { orders } = words
const { page: texts } = orders

export function OrderPage() {
  const { orderId } = useParams({ from: '/shell/orders/$orderId' })
  // Another order begins with its own quantities.
  return <Order key={orderId} orderId={orderId} />
}

function Order({ orderId }: { orderId: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  const { data: { details, nextActions = [], revertRequest = null } = {}, error } = useQuery(
    orderDetailsQuery(orderId),
  )
  const [typed, setTyped] = useState<Quantities>()
  const items = order.related.orderItems
  const canAccept = nextActions.some(({ action, possible }) => action === 'accept' && possible)
  const quantities = typed ?? proposedQuantities(items)
  const accepting = useAccept(order, canAccept ? changedQuantities(items, quantities) : {})
  return (
    <>
      <PageHeader
        title={String(order.attributes.reference)}
        trail={<Link to={paths.orders}>{orders.title}</Link>}
        state={<OrderState status={order.attributes.status} />}
        note={<Note order={order} details={details} />}
        actions={
          <Actions
            orderId={orderId}
            actions={nextActions}
            accept={{
              label: accepting.isChanged ? orders.acceptChanged : orders.accept,
              isPending: accepting.isPending,
              isPossible:
                Object.keys(quantityProblems(items, quantities)).length === 0 &&
                !isNothingLeft(items, quantities),
              isNothingLeft: isNothingLeft(items, quantities),
              onClick: accepting.accept,
            }}
          />
        }
      />
      <Problem error={accepting.problem ?? error} />
      <Remarks order={order} revert={revertRequest} />
      <Columns aside={<Aside order={order} details={details} />}>
        <Section title={orders.items}>
          <OrderItems
            order={order}
            editing={canAccept ? { typed: quantities, onChange: setTyped } : undefined}
            errors={accepting.errors}
          />
        </Section>
        <OrderShipping orderId={orderId} />
      </Columns>
      <OrderDialogs order={order} details={details} />
    </>
  )
}

function useAccept({ id }: OpenOrder, quantities: Record<string, number>) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(() => client.orders.accept(id, { quantities })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
  const ids = Object.keys(quantities)
  const errors = quantityErrors(error, ids)
  return {
    accept: () => mutate(),
    isPending,
    isChanged: ids.length > 0,
    errors,
    problem: error && Object.keys(errors).length === 0 ? error : undefined,
  }
}

/** What is wrong with single quantities; a pointer has the number of the item among those that were sent. */
function quantityErrors(error: Error | null, ids: readonly string[]): Record<string, string> {
  if (!(error instanceof ResponseError)) return {}
  return Object.fromEntries(
    error.errors.flatMap((entry) => {
      const id = ids[Number(/orderItems\.(\d+)/.exec(entry.source?.pointer ?? '')?.[1] ?? -1)]
      return id === undefined ? [] : [[id, sentenceOf(entry)]]
    }),
  )
}

function Note({ order, details }: { order: OpenOrder; details: OrderDetails | undefined }) {
  const { status, submittedAt } = order.attributes
  const isToShip = ['ankor_confirmed', 'brand_confirmed', 'shipping_labels_generated'].includes(status)
  return (
    <>
      {status === 'ankor_confirmed' ? (
        <Waiting since={submittedAt} sentence={texts.waiting} />
      ) : (
        <>
          {texts.submitted('')}
          <When at={submittedAt} />
        </>
      )}
      {isToShip && details && ` · ${texts.shipBy(formatDay(details.expectedShippingDate))}`}
    </>
  )
}

/** Actions of this page besides accepting, each with its dialog. */
const DIALOGS: readonly [action: string, label: string, dialog: NonNullable<OrderSearch['dialog']>][] = [
  ['reject', orders.reject, 'reject'],
  ['settle-refusal', texts.settleRefusal, 'settle-refusal'],
  ['reset-labels', texts.resetLabels, 'reset-labels'],
  ['request-revert', texts.requestRevert, 'request-revert'],
  ['change-shipping-date', texts.changeDate, 'change-date'],
]

/** Primary where it is possible, and otherwise among the others with its reason. */
const PRIMARY = 'settle-refusal'
const BESIDE = 'reject'

interface ActionsProps {
  orderId: string
  actions: readonly NextAction[]
  accept: {
    label: string
    isPending: boolean
    isPossible: boolean
    /** Then rejecting comes first. */
    isNothingLeft: boolean
    onClick: () => void
  }
}

function Actions({ orderId, actions, accept }: ActionsProps) {
  const navigate = useNavigate({ from: paths.order })
  const timely = open(actions)
  const find = (name: string) => timely.find(({ action }) => action === name)
  const isPossible = (name: string) => find(name)?.possible === true
  const show = (dialog: OrderSearch['dialog']) =>
    void navigate({ to: '.', search: { ...(dialog && { dialog }) } })
  const shown = DIALOGS.filter(([name]) => [PRIMARY, BESIDE].includes(name) && isPossible(name))
  const others = DIALOGS.filter((dialog) => find(dialog[0]) && !shown.includes(dialog))
  const whyNotAccept = whyNot(find('accept'))
  return (
    <>
      {(others.length > 0 || whyNotAccept) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<ChevronIcon />}>{texts.more}</Button>
          </Menu.Target>
          <ActionMenu>
            {whyNotAccept && <ActionItem label={orders.accept} reason={whyNotAccept} />}
            {others.map(([name, label, dialog]) => (
              <ActionItem key={name} label={label} reason={whyNot(find(name))} onClick={() => show(dialog)} />
            ))}
          </ActionMenu>
        </Menu>
      )}
      {shown.map(([name, label, dialog]) => (
        <Button
          key={name}
          variant={name === PRIMARY || (accept.isNothingLeft && name === BESIDE) ? 'filled' : 'default'}
          onClick={() => show(dialog)}
        >
          {label}
        </Button>
      ))}
      {isPossible('accept') && (
        <Button
          variant={accept.isNothingLeft ? 'default' : 'filled'}
          disabled={!accept.isPossible}
          loading={accept.isPending}
          onClick={accept.onClick}
        >
          {accept.label}
        </Button>
      )}
      <ShippingAction orderId={orderId} />
    </>
  )
}

/** What somebody said about the order that the brand should know. */
function Remarks({ order, revert }: { order: OpenOrder; revert: RevertRequest | null }) {
  const { retailerCancellationRequestReason, brandRejectReason, retailerRejectReason } = order.attributes
  return (
    <Said
      sentences={[
        retailerCancellationRequestReason && texts.cancellationRequested(retailerCancellationRequestReason),
        brandRejectReason && texts.rejectedFor(rejectReasonText(brandRejectReason)),
        retailerRejectReason && texts.refusedFor(retailerRejectReason),
        revert && (revert.state === 'open' ? texts.revertOpen : texts.revertDeclined)(revert.reason),
      ]}
    />
  )
}

function Aside({ order, details }: { order: OpenOrder; details: OrderDetails | undefined }) {
  const timeline = useQuery(timelineQuery(order.id))
  const { retailer } = order.related
  const { shipToAddress: to } = order.attributes.shippingOverview
  const contact = [retailer?.attributes.firstName, retailer?.attributes.lastName].filter(Boolean).join(' ')
  return (
    <>
      <Section title={texts.retailer}>
        {retailer && (
          <Lines
            lines={[
              <span key="name" className={styles.retailer}>
                <Initials name={retailer.attributes.storeName ?? ''} />
                {retailer.attributes.storeName}
              </span>,
              <small key="place">
                {[contact, placeOf(order.attributes.billingCity, order.attributes.billingCountryCode)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>,
              details && <small key="history">{historyText(details)}</small>,
              <small key="all">
                <Link to={paths.orders} search={{ tab: 'all', retailer: retailer.id }}>
                  {texts.ordersOf}
                </Link>
              </small>,
            ]}
          />
        )}
      </Section>
      <Section title={texts.shipTo}>
        <AddressLines address={to} />
      </Section>
      <Section title={texts.timeline}>
        <OrderTimeline timeline={timeline} />
      </Section>
      <Section title={texts.documents}>
        <a href={packingSlipPath(order.id)} target="_blank" rel="noreferrer">
          {orders.packingSlip}
        </a>
      </Section>
      <Copies order={order} path={`/api/v1/orders/${order.id}`} />
    </>
  )
}

const historyText = ({ earlierOrdersCount, previousSubmittedAt }: OrderDetails) =>
  previousSubmittedAt === null
    ? texts.firstOrder
    : texts.earlier(earlierOrdersCount, formatDate(previousSubmittedAt))
