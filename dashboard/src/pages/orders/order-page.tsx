/** One order: what was ordered, by whom, what happened, and what may be done next. */
import { Button, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ResponseError } from '@tradehall/client'
import { type ReactNode, useState } from 'react'
import { client, send } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import {
  type NextAction,
  type OpenOrder,
  type OrderDetails,
  orderDetailsQuery,
  orderQuery,
  packingSlipPath,
} from '../../api/orders-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { ChevronIcon } from '../../parts/icons.tsx'
import { Columns, PageHeader, Section } from '../../parts/page.tsx'
import { formatDate } from '../../parts/time.ts'
import { When } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import type { OrderSearch } from '../../routes/orders.tsx'
import { words } from '../../words/index.ts'
import { OrderDialogs } from './order-dialogs.tsx'
import { changedQuantities, OrderItems, proposedQuantities, type Quantities } from './order-items.tsx'
import { OrderShipping } from './order-shipping.tsx'
import { countryName, formatDay, OrderState, placeOf, Waiting } from './order-texts.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './orders.module.css'

const { orders } = words
const { page: texts } = orders

export function OrderPage() {
  const { orderId } = useParams({ from: '/shell/orders/$orderId' })
  // Another order begins with its own quantities.
  return <Order key={orderId} orderId={orderId} />
}

function Order({ orderId }: { orderId: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  const { data: { details, nextActions = [] } = {}, error } = useQuery(orderDetailsQuery(orderId))
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
            actions={nextActions}
            accept={{
              label: accepting.isChanged ? orders.acceptChanged : orders.accept,
              isPending: accepting.isPending,
              onClick: accepting.accept,
            }}
          />
        }
      />
      <Problem>{accepting.problem || (error ? messageOf(error) : '')}</Problem>
      <Said order={order} />
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
    problem: error && Object.keys(errors).length === 0 ? messageOf(error) : '',
  }
}

/** The sentences of the API about single quantities; a pointer has the number of the item among those that were sent. */
function quantityErrors(error: Error | null, ids: readonly string[]): Record<string, string> {
  if (!(error instanceof ResponseError)) return {}
  return Object.fromEntries(
    error.errors.flatMap(({ source, detail }) => {
      const id = ids[Number(/orderItems\.(\d+)/.exec(source?.pointer ?? '')?.[1] ?? -1)]
      return id === undefined ? [] : [[id, detail ?? '']]
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
  ['change-shipping-date', texts.changeDate, 'change-date'],
]

/** Primary where it is possible, and otherwise among the others with its reason. */
const PRIMARY = 'settle-refusal'
const BESIDE = 'reject'

interface ActionsProps {
  actions: readonly NextAction[]
  accept: { label: string; isPending: boolean; onClick: () => void }
}

function Actions({ actions, accept }: ActionsProps) {
  const navigate = useNavigate({ from: paths.order })
  const find = (name: string) => actions.find(({ action }) => action === name)
  const isPossible = (name: string) => find(name)?.possible === true
  const open = (dialog: OrderSearch['dialog']) =>
    void navigate({ to: '.', search: { ...(dialog && { dialog }) } })
  const shown = DIALOGS.filter(([name]) => [PRIMARY, BESIDE].includes(name) && isPossible(name))
  const others = DIALOGS.filter((dialog) => !shown.includes(dialog))
  const acceptReason = find('accept')?.reason
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<ChevronIcon />}>{texts.more}</Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.more}>
          {acceptReason && <ActionItem label={orders.accept} reason={acceptReason} />}
          {others.map(([name, label, dialog]) => (
            <ActionItem key={name} label={label} reason={find(name)?.reason} onClick={() => open(dialog)} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown.map(([name, label, dialog]) => (
        <Button key={name} variant={name === PRIMARY ? 'filled' : 'default'} onClick={() => open(dialog)}>
          {label}
        </Button>
      ))}
      {isPossible('accept') && (
        <Button variant="filled" loading={accept.isPending} onClick={accept.onClick}>
          {accept.label}
        </Button>
      )}
    </>
  )
}

interface ActionItemProps {
  label: string
  reason: string | null | undefined
  onClick?: () => void
}

const ActionItem = ({ label, reason, onClick }: ActionItemProps) => (
  <Menu.Item disabled={Boolean(reason)} {...(onClick && { onClick })}>
    {label}
    {reason && <small>{reason}</small>}
  </Menu.Item>
)

/** What somebody said about the order that the brand should know. */
function Said({ order }: { order: OpenOrder }) {
  const { retailerCancellationRequestReason, brandRejectReason, retailerRejectReason } = order.attributes
  const said = [
    retailerCancellationRequestReason && texts.cancellationRequested(retailerCancellationRequestReason),
    brandRejectReason && texts.rejectedFor(reasonText(brandRejectReason)),
    retailerRejectReason && texts.refusedFor(retailerRejectReason),
  ].filter((sentence): sentence is string => Boolean(sentence))
  return said.map((sentence) => (
    <p key={sentence} className={styles.said}>
      {sentence}
    </p>
  ))
}

/** Where a brand gave no words, the API has the type. */
const reasonText = (reason: string) => (orders.rejectTypes as Record<string, string>)[reason] ?? reason

function Aside({ order, details }: { order: OpenOrder; details: OrderDetails | undefined }) {
  const { retailer } = order.related
  const { shipToAddress: to } = order.attributes.shippingOverview ?? {}
  const contact = [retailer?.attributes.firstName, retailer?.attributes.lastName].filter(Boolean).join(' ')
  return (
    <>
      <Section title={texts.retailer}>
        {retailer && (
          <Lines
            lines={[
              retailer.attributes.storeName,
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
        <Lines
          lines={[
            to?.organisationName,
            to?.name,
            to?.street,
            [to?.postalCode, to?.city].filter(Boolean).join(' '),
            countryName(to?.countryCode),
          ]}
        />
      </Section>
      <Section title={texts.timeline}>
        <OrderTimeline orderId={order.id} />
      </Section>
      <Section title={texts.documents}>
        <a href={packingSlipPath(order.id)} target="_blank" rel="noreferrer">
          {orders.packingSlip}
        </a>
      </Section>
      <Copies order={order} />
    </>
  )
}

const historyText = ({ earlierOrdersCount, previousSubmittedAt }: OrderDetails) =>
  previousSubmittedAt === null
    ? texts.firstOrder
    : texts.earlier(earlierOrdersCount, formatDate(previousSubmittedAt))

const Lines = ({ lines }: { lines: readonly ReactNode[] }) =>
  lines.filter(Boolean).map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no identity.
    <div key={i}>{line}</div>
  ))

function Copies({ order }: { order: OpenOrder }) {
  const url = `${location.origin}/api/v1/orders/${order.id}`
  const curl = `curl ${url} -H "Authorization: Bearer $TOKEN" -H "Accept: application/vnd.api+json"`
  return (
    <p className={styles.copies}>
      {texts.copy}
      <CopyLink text={order.id}>{texts.copyId}</CopyLink>
      <CopyLink text={JSON.stringify(order, null, 2)}>{texts.copyJson}</CopyLink>
      <CopyLink text={curl}>{texts.copyCurl}</CopyLink>
    </p>
  )
}

function CopyLink({ text, children }: { text: string; children: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <button type="button" onClick={() => copy(text)} aria-label={copied ? undefined : words.copyOf(children)}>
      <span aria-live="polite">{copied ? words.copied : children}</span>
    </button>
  )
}
