/** Everything that happened around an order, newest first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../api/errors.ts'
import { type TimelineEntry, timelineQuery } from '../../api/orders-queries.ts'
import { IS_SANDBOX } from '../../environment.ts'
import { Problem } from '../../parts/form.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { Timeline, type TimelineItem } from '../../parts/timeline.tsx'
import { paths } from '../../paths.ts'
import { words } from '../../words/index.ts'
import { formatDay } from './order-texts.tsx'

const { timeline } = words.orders

export function OrderTimeline({ orderId }: { orderId: string }) {
  const { data: entries, error } = useQuery(timelineQuery(orderId))
  if (error) return <Problem>{messageOf(error)}</Problem>
  if (!entries) return null
  return <Timeline label={words.orders.page.timeline} items={itemsOf(entries)} />
}

function itemsOf(entries: readonly TimelineEntry[]): TimelineItem[] {
  const [newest] = entries.filter(({ attributes: { kind } }) => kind === 'move')
  const items = entries.map((entry) => itemOf(entry, entry === newest))
  const isWaiting = newest?.attributes.move?.to === 'ankor_confirmed'
  if (!newest || !isWaiting) return items
  const since = timeline.since(formatDateTime(newest.attributes.occurredAt))
  return [{ key: 'waiting', title: timeline.waitingForYou, detail: since, tone: 'current' }, ...items]
}

function itemOf(entry: TimelineEntry, isNewest: boolean): TimelineItem {
  const { move, delivery, pickup, tracking, occurredAt, requestId } = entry.attributes
  const name = entry.related.application?.attributes.name
  const said = (...parts: (string | null | undefined | false)[]) =>
    [...parts, formatDateTime(occurredAt)].filter(Boolean).join(' · ')
  if (move) {
    return {
      key: entry.id,
      title: timeline.moves[move.command] ?? move.command,
      detail: (
        <>
          {said(name ?? timeline.parties[move.movedBy], reasonOf(move.details))}
          {IS_SANDBOX && requestId && move.movedBy === 'brand' && <RequestLink id={requestId} />}
        </>
      ),
      ...(isNewest && move.to !== 'ankor_confirmed' && { tone: 'current' as const }),
    }
  }
  if (delivery) {
    const { event, state, status, durationMs, url } = delivery
    return {
      key: entry.id,
      title: (
        <Link to={paths.delivery} params={{ deliveryId: entry.id }}>
          {timeline.delivery(event, timeline.deliveryStates[state] ?? state)}
        </Link>
      ),
      detail: said(
        name ?? url,
        state !== 'delivered' && status !== null && String(status),
        durationMs !== null && timeline.milliseconds(durationMs),
      ),
      ...(state === 'failed' && { tone: 'bad' as const }),
    }
  }
  if (pickup) {
    const { pickupDate, readyTime, closeTime } = pickup
    return {
      key: entry.id,
      title: timeline.pickup(formatDay(pickupDate)),
      detail: said(timeline.pickupWindow(readyTime.slice(0, 5), closeTime.slice(0, 5))),
    }
  }
  return {
    key: entry.id,
    title: timeline.tracking[tracking?.status ?? ''] ?? tracking?.status ?? '',
    detail: said(
      tracking?.carrierCode,
      tracking?.parcelNumber ? timeline.parcel(tracking.parcelNumber) : '',
      tracking?.details,
    ),
    ...(tracking?.status === 'FAILURE' && { tone: 'bad' as const }),
  }
}

/** The log of requests is part of the sandbox. */
const RequestLink = ({ id }: { id: string }) => (
  <>
    {' · '}
    <Link to={paths.request} params={{ requestId: id }} title={id}>
      {timeline.request}
    </Link>
  </>
)

/** The words that somebody gave with a move. */
function reasonOf(details: object): string | undefined {
  const { reason, rejectReason } = details as { reason?: unknown; rejectReason?: unknown }
  const text = reason ?? rejectReason
  return typeof text === 'string' ? text : undefined
}
