/** Decisions on orders, for lessons about them. */
import type { OrderEvidence, RecordedRequest } from '../evidence.ts'
import { isWriteOn } from '../evidence.ts'

export interface Decision {
  /** The status that the order got. */
  to: string
  isByConnector: boolean
  /** Since the order waited for it. */
  seconds: number
}

/** All of them, because an order waits again after its acceptance was reverted. */
export function decisionsOn({ moves }: OrderEvidence): readonly Decision[] {
  let since = 0
  const found: Decision[] = []
  for (const { from, to, at, isByConnector } of moves) {
    // An address that changes moves nothing.
    if (from === to) continue
    if (to === 'ankor_confirmed') since = Date.parse(at)
    if (from === 'ankor_confirmed')
      found.push({ to, isByConnector, seconds: (Date.parse(at) - since) / 1000 })
  }
  return found
}

/** An attempt that finds out that somebody else has decided, and one that was under way meanwhile. */
const MAX_ATTEMPTS = 2

/** Requests of a connector that tries again and again to change orders on which somebody else has decided. */
export function stubborn(
  requests: readonly RecordedRequest[],
  orders: readonly string[],
): readonly RecordedRequest[] {
  return orders.flatMap((id) => {
    const attempts = requests.filter((request) => isWriteOn(request, id))
    return attempts.length > MAX_ATTEMPTS ? attempts : []
  })
}
