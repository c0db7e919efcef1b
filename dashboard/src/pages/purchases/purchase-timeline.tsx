/** What happened to an order, newest first. */
import { useQuery } from '@tanstack/react-query'
import { type PurchaseEntry, purchaseTimelineQuery } from '../../api/purchases-queries.ts'
import { Problem } from '../../parts/form.tsx'
import { formatDateTime } from '../../parts/time.ts'
import { Timeline, type TimelineItem } from '../../parts/timeline.tsx'
import { words } from '../../words/index.ts'

const { timeline, page } = words.purchases

export function PurchaseTimeline({ orderId }: { orderId: string }) {
  const { data: entries, error } = useQuery(purchaseTimelineQuery(orderId))
  if (error) return <Problem error={error} />
  if (!entries) return null
  return <Timeline label={page.timeline} items={entries.map((entry, i) => itemOf(entry, i === 0))} />
}

function itemOf({ id, attributes }: PurchaseEntry, isNewest: boolean): TimelineItem {
  const { move, tracking, occurredAt } = attributes
  const said = (...parts: (string | null | undefined)[]) =>
    [...parts, formatDateTime(occurredAt)].filter(Boolean).join(' · ')
  const tone = tracking?.status === 'FAILURE' ? 'bad' : isNewest ? 'current' : undefined
  return {
    key: id,
    ...(move
      ? {
          title: timeline.moves[move.command] ?? move.command,
          detail: said(timeline.parties[move.movedBy], move.reason),
        }
      : {
          title: timeline.tracking[tracking?.status ?? ''] ?? tracking?.status,
          detail: said(
            tracking?.parcelNumber ? timeline.parcel(tracking.parcelNumber) : '',
            tracking?.details,
          ),
        }),
    ...(tone && { tone }),
  }
}
