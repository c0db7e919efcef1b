/**
 * Sends what waits. Each lane, that is each subscription, has places of its own: a receiver that is slow or silent fills
 * its own places and nobody else's. What came of attempts is written in groups, one group at a time, so that a busy
 * process writes many at once and an idle one does not wait.
 *
 * Deliveries are taken a few more than there are places for, when a lane is quick. Each is taken for the length of a lease,
 * and sent only while that outlasts an attempt; what a dead process had taken is free for others when its lease ends.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Platform } from '../../../platform/index.ts'
import type { PublishedEvents } from '../../../platform/published-events.ts'
import { HOLD_AFTER, noteHealth } from '../subscriptions/health.ts'
import { type Attempt, attempt, type Endpoint, endpointOf, TIMEOUT_MS } from './attempts.ts'
import {
  type Claimed,
  COURIERS,
  claim,
  dueLanes,
  type Lane,
  release,
  releaseAll,
  settle,
  tally,
} from './queue.ts'

/** Requests to one receiver at once: enough to keep a quick one busy, few enough not to flood a small one. */
export const PLACES_OF_LANE = 16
/** Requests of this process at once. Each holds one message in memory. */
const PLACES = 512
/** A dead worker's deliveries are sent by others no later than this and a look after it. */
const LEASE_MS = 25_000
/** A delivery that has waited in memory for longer might be sent by somebody else as well. */
const SEND_WITHIN_MS = LEASE_MS - TIMEOUT_MS - 2_000
/** Taken at once at most; each waits in memory. */
const MAX_BATCH = 512
/** A batch that lasts shorter than this may be larger, one that lasts longer than that must be smaller. */
const QUICK_MS = 300
const SLOW_MS = 1_500
/** New deliveries announce themselves; this is how late one may be that became due by time. */
const LOOK_MS = 500
/** How long `stop` waits for attempts under way. Those that take longer are made again by another worker. */
const STOP_MS = 2_000

/** What a lane has in hand. */
interface Hand {
  ready: { delivery: Claimed; takenAt: number }[]
  inFlight: number
  isClaiming: boolean
  batch: number
  claimedAt: number
  /** Attempts in a row without an answer, written or not. */
  streak: number
}

interface OpenLane extends Hand {
  lane: Lane
  endpoint: Endpoint
  places: number
  /** The last look found nothing more that may be sent now. */
  isDry: boolean
  isHeld: boolean
  /** Whether its subscription says that it fails. */
  isFailing: boolean
}

const emptyLane = (): Hand => ({
  ready: [],
  inFlight: 0,
  isClaiming: false,
  batch: PLACES_OF_LANE,
  claimedAt: Number.NEGATIVE_INFINITY,
  streak: 0,
})

interface Ended {
  open: OpenLane
  attempt: Attempt
}

export interface Couriers {
  /** Looks for lanes with something to send. */
  look(): Promise<void>
  /** Sends until nothing is due any more, and says how many attempts that took. */
  drain(): Promise<number>
  stop(): Promise<void>
}

export function createCouriers(platform: Platform, published: PublishedEvents): Couriers {
  const lanes = new Map<string, OpenLane>()
  let ended: Ended[] = []
  let flushing: Promise<void> | undefined
  let inFlight = 0
  let attempts = 0
  let isStopping = false
  let isIdle = Promise.withResolvers<void>()

  async function look(): Promise<void> {
    if (isStopping) return
    for (const lane of await dueLanes(platform.db, platform.clock.now())) {
      const open = Object.assign(lanes.get(lane.id) ?? emptyLane(), {
        lane,
        endpoint: endpointOf(platform, lane),
        // A receiver that was silent many times gets one request, to see whether it is back.
        places: lane.silences >= HOLD_AFTER ? 1 : PLACES_OF_LANE,
        isDry: false,
        isHeld: false,
        isFailing: lane.failing_since !== null,
      })
      lanes.set(lane.id, open)
      pump(open)
    }
  }

  function pump(open: OpenLane): void {
    // What is known of its silence so far has to be written before anything more is sent.
    const isWaiting = isStopping || open.isHeld || open.streak >= HOLD_AFTER
    while (open.ready.length > 0 && open.inFlight < open.places && inFlight < PLACES && !isWaiting) {
      const { delivery, takenAt } = open.ready.shift() as OpenLane['ready'][number]
      if (performance.now() - takenAt < SEND_WITHIN_MS) void send(open, delivery)
    }
    const isLow = open.ready.length <= open.batch / 2
    if (isLow && !open.isClaiming && !open.isDry && !isWaiting) void claimMore(open)
    if (open.ready.length === 0 && open.inFlight === 0 && !open.isClaiming) lanes.delete(open.lane.id)
    if (lanes.size === 0 && ended.length === 0 && !flushing) isIdle.resolve()
  }

  async function claimMore(open: OpenLane): Promise<void> {
    open.isClaiming = true
    const now = performance.now()
    if (now - open.claimedAt < QUICK_MS) open.batch = Math.min(open.batch * 2, MAX_BATCH)
    else if (now - open.claimedAt > SLOW_MS) open.batch = open.places
    // One receiver that is tried out gets one delivery.
    const limit = open.places === 1 ? 1 - open.inFlight - open.ready.length : open.batch
    open.claimedAt = now
    try {
      const taken =
        limit > 0
          ? await claim(platform.db, open.lane, { now: platform.clock.now(), limit, leaseMs: LEASE_MS })
          : []
      open.isDry = taken.length < limit || limit <= 0
      const takenAt = performance.now()
      open.ready.push(...taken.map((delivery) => ({ delivery, takenAt })))
    } catch (error) {
      open.isDry = true
      platform.log.warn({ causes: causeChain(error) }, 'deliveries could not be taken')
    }
    open.isClaiming = false
    if (open.isHeld || isStopping) await giveBack(open)
    pump(open)
  }

  async function send(open: OpenLane, delivery: Claimed): Promise<void> {
    open.inFlight += 1
    inFlight += 1
    attempts += 1
    try {
      const made = await attempt(platform, published, open.endpoint, delivery)
      open.streak = made.isAnswered || !made.isTold ? 0 : open.streak + 1
      ended.push({ open, attempt: made })
    } catch (error) {
      // Nothing is known of it: its lease runs out, and it is tried again.
      platform.log.error(
        { causes: causeChain(error), delivery_id: delivery.id },
        'a delivery could not be attempted',
      )
    }
    open.inFlight -= 1
    inFlight -= 1
    flushing ??= flush()
    pump(open)
    // The place that was the last one free.
    if (inFlight === PLACES - 1) for (const other of lanes.values()) pump(other)
  }

  /** One at a time: what ends meanwhile is written by the next. */
  async function flush(): Promise<void> {
    // What ends in this turn of the loop goes together.
    await new Promise(setImmediate)
    while (ended.length > 0) {
      const group = ended
      ended = []
      try {
        await write(group)
      } catch (error) {
        platform.log.warn({ causes: causeChain(error) }, 'the outcome of deliveries could not be written')
        // Not for ever: what nobody could write is attempted again when its lease ends.
        if (isStopping) break
        await wait(LOOK_MS, undefined, { ref: false })
        ended.push(...group)
      }
    }
    flushing = undefined
    if (lanes.size === 0) isIdle.resolve()
  }

  async function write(group: readonly Ended[]): Promise<void> {
    const byBrand = Map.groupBy(group, ({ open }) => open.lane.brand_id)
    const counts = new Map<string, number>()
    for (const { attempt } of group) counts.set(attempt.outcome, (counts.get(attempt.outcome) ?? 0) + 1)
    await Promise.all([
      ...[...byBrand].map(([brandId, its]) =>
        settle(
          platform.db,
          brandId,
          its.map(({ attempt }) => attempt),
        ),
      ),
      tally(platform.db, counts),
    ])
    const byLane = Map.groupBy(group, ({ open }) => open)
    await Promise.all([...byLane].map(([open, its]) => noteLane(open, its)))
  }

  async function noteLane(sent: OpenLane, its: readonly Ended[]): Promise<void> {
    const { brand_id: brandId, id: subscriptionId } = sent.lane
    const told = its.filter(({ attempt }) => attempt.isTold)
    const succeeded = told.filter(({ attempt }) => attempt.verdict.state === 'delivered').length
    const report = {
      succeeded,
      failed: told.length - succeeded,
      silent: told.some(({ attempt }) => attempt.isAnswered) ? 0 : told.length,
      isGone: told.some(({ attempt }) => attempt.isGone),
    }
    // Of a healthy receiver there is nothing to note.
    const isNews = told.length > 0 && (sent.isFailing || report.failed > 0)
    const { isHeld } = isNews
      ? await noteHealth(platform, { brandId, subscriptionId }, report)
      : { isHeld: false }
    if (isNews) sent.isFailing = succeeded === 0
    // It may have closed and been opened again meanwhile.
    const open = lanes.get(subscriptionId) ?? sent
    lanes.set(subscriptionId, open)
    open.isHeld = isHeld
    // The table knows better, once all is written: another worker may have had success.
    if (open.inFlight === 0 && !ended.some((other) => other.open === open)) open.streak = 0
    if (isHeld) await giveBack(open)
    if (succeeded > 0) open.places = PLACES_OF_LANE
    // What was written may have let later events of the same subjects go.
    open.isDry = false
    pump(open)
  }

  async function giveBack(open: OpenLane): Promise<void> {
    const ids = open.ready.splice(0).map(({ delivery }) => delivery.id)
    if (ids.length > 0) await release(platform.db, open.lane.brand_id, ids)
  }

  return {
    look,
    async drain() {
      const before = attempts
      await look()
      isIdle = Promise.withResolvers<void>()
      if (lanes.size > 0 || flushing) await isIdle.promise
      return attempts - before
    },
    async stop() {
      isStopping = true
      const late = wait(STOP_MS, undefined, { ref: false })
      const open = [...lanes.values()]
      await Promise.race([Promise.allSettled(open.map(giveBack)), late])
      const isBusy = () =>
        inFlight > 0 ||
        flushing !== undefined ||
        open.some(({ isClaiming, ready }) => isClaiming || ready.length > 0)
      let isLate = false
      void late.then(() => {
        isLate = true
      })
      while (isBusy() && !isLate) await wait(10)
    },
  }
}

/** For a worker: sends until it is stopped. */
export async function startCouriers(
  platform: Platform,
  published: PublishedEvents,
  { only }: { only: boolean },
): Promise<{ stop(): Promise<void> }> {
  if (only) await releaseAll(platform.db)
  const couriers = createCouriers(platform, published)
  let isLooking = false
  let again = false
  async function lookNow(): Promise<void> {
    again = true
    if (isLooking) return
    isLooking = true
    try {
      while (again) {
        again = false
        await couriers.look()
      }
    } catch (error) {
      platform.log.warn({ causes: causeChain(error) }, 'couriers could not look for deliveries')
    } finally {
      isLooking = false
    }
  }
  const look = () => void lookNow()
  const timer = setInterval(look, LOOK_MS)
  const listening = await platform.db.listen(COURIERS, look, look)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([couriers.stop(), listening.unlisten().catch(() => {})])
    },
  }
}

/** Sends what is due, here and now. */
export async function sendDue(platform: Platform, published: PublishedEvents): Promise<number> {
  return await createCouriers(platform, published).drain()
}
