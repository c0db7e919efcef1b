/** Everything that happened around an order, newest first. */
import { Link } from '@tanstack/react-router'
import type { TimelineEntry as EntryOfBrand } from '../api/orders-queries.ts'
import { IS_SANDBOX } from '../environment.ts'
import { paths } from '../paths.ts'
import { words } from '../words/index.ts'
import { carrierName } from './carrier-name.ts'
import { hostAndPath } from './delivery-parts.tsx'
import { Problem } from './form.tsx'
import { formatDateTime, formatDay } from './time.ts'
import { Timeline, type TimelineItem } from './timeline.tsx'

const { timeline } = words.orders

/** Brands also learn the names of their applications. */
type TimelineEntry = Pick<EntryOfBrand, 'id' | 'attributes'> & { related: Partial<EntryOfBrand['related']> }

interface OrderTimelineProps {
  /** The result of `useQuery`. */
  timeline: { data?: readonly TimelineEntry[] | undefined; error: Error | null }
  /** Whether a brand looks at it, which is told what waits for it and finds its deliveries and requests. */
  isOfBrand?: boolean
}

export function OrderTimeline({ timeline: { data: entries, error }, isOfBrand = true }: OrderTimelineProps) {
  if (error) return <Problem error={error} />
  if (!entries) return null
  return <Timeline label={words.orders.page.timeline} items={itemsOf(entries, isOfBrand)} />
}

function itemsOf(entries: readonly TimelineEntry[], isOfBrand: boolean): TimelineItem[] {
  const [newest] = entries.filter(({ attributes: { kind } }) => kind === 'move')
  const items = entries.map((entry) => itemOf(entry, { isNewest: entry === newest, isOfBrand }))
  const isWaiting = newest?.attributes.move?.to === 'ankor_confirmed'
  if (!newest || !isWaiting || !isOfBrand) return items
  const since = timeline.since(formatDateTime(newest.attributes.occurredAt))
  return [{ key: 'waiting', title: timeline.waitingForYou, detail: since, tone: 'current' }, ...items]
}

/** Somebody of the marketplace who viewed as the brand. */
function supporterOf({ related: { supportSession } }: TimelineEntry): string | undefined {
  const { userName, brandName } = supportSession?.attributes ?? {}
  return userName === undefined ? undefined : words.support.authorFor(userName, brandName ?? '')
}

interface Shown {
  isNewest: boolean
  isOfBrand: boolean
}

function itemOf(entry: TimelineEntry, { isNewest, isOfBrand }: Shown): TimelineItem {
  const { move, delivery, pickup, tracking, occurredAt, requestId } = entry.attributes
  const name = entry.related.application?.attributes.name
  const parties = isOfBrand ? timeline.parties : { ...timeline.parties, ...timeline.partiesOfOthers }
  const said = (...parts: (string | null | undefined | false)[]) =>
    [...parts, formatDateTime(occurredAt)].filter(Boolean).join(' · ')
  if (move) {
    return {
      key: entry.id,
      title: timeline.moves[move.command] ?? move.command,
      detail: (
        <>
          {said(
            supporterOf(entry) ?? name ?? parties[move.movedBy],
            reasonOf(move.details),
            loweredTo(move.details),
          )}
          {IS_SANDBOX && isOfBrand && requestId && move.movedBy === 'brand' && <RequestLink id={requestId} />}
        </>
      ),
      ...(isNewest && (!isOfBrand || move.to !== 'ankor_confirmed') && { tone: 'current' as const }),
    }
  }
  if (delivery) {
    const { state, status, durationMs, url } = delivery
    return {
      key: entry.id,
      title: isOfBrand ? (
        <Link to={paths.delivery} params={{ deliveryId: entry.id }}>
          {timeline.deliveries[state] ?? state}
        </Link>
      ) : (
        (timeline.deliveries[state] ?? state)
      ),
      detail: said(
        name ?? (url && hostAndPath(url)),
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
      tracking?.carrierCode && carrierName(tracking.carrierCode),
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
    <Link to={paths.request} params={{ requestId: id }}>
      {timeline.request}
    </Link>
  </>
)

/** How much of which products was accepted, where it was less than ordered. */
function loweredTo(details: object): string | undefined {
  const { items = [] } = details as { items?: readonly { from: number; to: number }[] }
  if (items.length === 0) return undefined
  return items.map(({ from, to }) => words.orders.page.accepted(to, from)).join(', ')
}

/** The words that somebody gave with a move. */
function reasonOf(details: object): string | undefined {
  const { reason, rejectReason } = details as { reason?: unknown; rejectReason?: unknown }
  const text = reason ?? rejectReason
  return typeof text === 'string' ? text : undefined
}
