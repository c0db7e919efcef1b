/** What lists and pages show of deliveries. */
import type { ReactNode } from 'react'
import type { Delivery, ListedDelivery } from '../api/integrations-queries.ts'
import { LOCALE, words } from '../words/index.ts'
import styles from './delivery.module.css'
import { State, type Tone } from './state.tsx'
import type { Column } from './table.tsx'
import { formatRelative } from './time.ts'
import { When } from './when.tsx'

const { deliveries: text, delivery } = words.integrations

/** A delivery that waits for a retry is failing. */
export function deliveryStateOf({
  state,
  attemptsCount,
}: Pick<ListedDelivery['attributes'], 'state' | 'attemptsCount'>) {
  return state === 'waiting' && attemptsCount > 0 ? 'failing' : state
}

const TONES: Record<string, Tone> = { delivered: 'good', failed: 'bad', failing: 'bad', waiting: 'wait' }

export function DeliveryState({
  delivery,
}: {
  delivery: Pick<ListedDelivery['attributes'], 'state' | 'attemptsCount'>
}) {
  const shown = deliveryStateOf(delivery)
  return (
    <State tone={TONES[shown] ?? 'info'} value={delivery.state}>
      {text.states[shown] ?? shown}
    </State>
  )
}

/** Sending it again by hand begins a new series; what was tried before is told apart. */
export function attemptsOf(
  { attemptsCount, seriesCount, seriesMax, nextAttemptAt }: ListedDelivery['attributes'],
  now: number,
): string {
  const earlier = attemptsCount - seriesCount
  return [
    delivery.note(seriesCount, seriesMax),
    nextAttemptAt && seriesCount > 0 && delivery.next(formatRelative(nextAttemptAt, now)),
    earlier > 0 && delivery.resends(earlier),
  ]
    .filter(Boolean)
    .join(' · ')
}

type LastAttempt = NonNullable<ListedDelivery['attributes']['lastAttempt']>
type Attempt = Delivery['attributes']['attempts'][number]

/** The status of the response, or what went wrong without one, and why. */
export function AttemptResult({ attempt }: { attempt: LastAttempt & Partial<Pick<Attempt, 'answer'>> }) {
  const { outcome, status, detail, answer } = attempt
  return (
    <span className={styles.result}>
      <State tone={outcome === 'delivered' ? 'good' : 'bad'} value={outcome}>
        {status === null ? outcome.replaceAll('_', ' ') : String(status)}
      </State>
      <small>
        {detail ?? text.outcomes[outcome] ?? outcome}
        {answer && `: ${answer}`}
      </small>
    </span>
  )
}

export const reasonOf = ({ outcome, status, detail }: LastAttempt) =>
  [status, detail ?? text.outcomes[outcome]].filter((part) => part !== null).join(' ')

const seconds = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const formatDuration = (ms: number) =>
  ms < 1000 ? text.milliseconds(ms) : text.seconds(seconds.format(ms / 1000))

/** Tests are about invented orders, and external orders have no page. */
export const isAboutOrder = ({ event, isTest }: Pick<ListedDelivery['attributes'], 'event' | 'isTest'>) =>
  event.startsWith('order.') && !isTest

export const hostAndPath = (url: string) => url.replace(/^https?:\/\//, '')

/** The event as a link to the delivery, which brands and operators have on pages of their own. */
export const eventColumn = (link: (delivery: ListedDelivery) => ReactNode): Column<ListedDelivery> => ({
  key: 'event',
  title: text.event,
  cell: (delivery) => (
    <>
      {link(delivery)}
      <small data-narrow>
        <When at={delivery.attributes.createdAt} />
      </small>
    </>
  ),
})

export const stateColumn: Column<ListedDelivery> = {
  key: 'state',
  title: text.state,
  kind: 'fit',
  cell: ({ attributes }) => <DeliveryState delivery={attributes} />,
}

export const resultColumn: Column<ListedDelivery> = {
  key: 'result',
  title: text.result,
  wide: true,
  cell: ({ attributes: { lastAttempt } }) =>
    lastAttempt ? <AttemptResult attempt={lastAttempt} /> : <small>{text.notTried}</small>,
}

export const createdColumn: Column<ListedDelivery> = {
  key: 'created',
  title: text.created,
  kind: 'number',
  wide: true,
  cell: ({ attributes: { createdAt } }) => <When at={createdAt} />,
}
