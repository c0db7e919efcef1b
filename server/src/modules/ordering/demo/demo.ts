/** Seeds the orders of the demo brands by running the regular commands, with a clock that is set to each step's time. */
import type { DemoRun } from '../../../module.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { demoId, demoIds } from '../../../platform/demo-id.ts'
import { arrivalOf, type DemoTime, onWorkingDay } from '../../../platform/demo-time.ts'
import { dropEvents } from '../../../platform/events/outbox.ts'
import type { ApplicationId, BrandId, Ids } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { DEMO } from '../../identity/index.ts'
import { submitOrder } from '../intake/intake.ts'
import { addBusinessDays } from '../intake/shipping-dates.ts'
import { commandOrder } from '../life/commands.ts'
import type { Mover } from '../life/history-writer.ts'
import type { AddressWork } from '../life/shipping-methods.ts'
import type { Transition } from '../life/transition-bodies.ts'
import { transitions } from '../life/transitions.ts'
import { type Command, moveOf, type Party } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { setExpectedShipping } from '../reading/master-orders.ts'
import {
  ALDER_WICK_ORDERS,
  type DemoInput,
  type DemoOrder,
  type DemoStep,
  NORTHLIGHT_ORDERS,
  WAIT_HOURS,
} from './demo-orders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type DemoWork = Pick<AddressWork, 'db' | 'config'> & { time: DemoTime }

interface Seller {
  brandId: BrandId
  applicationId: ApplicationId
}

interface DemoTimeline {
  /** The position among the orders of its brand. */
  number: number
  wanted: DemoOrder
  seller: Seller
  ids: Ids
  placed?: OrderRow
}

interface TimelineStep {
  at: Date
  /** Steps are carried out by it, so that the order of all references is the same on every day. */
  place: number
  timeline: DemoTimeline
  step: 'submit' | DemoStep
}

export async function seedOrderingDemo(tx: Transaction, run: DemoRun): Promise<void> {
  const timelines = [
    ...timelinesOf({ brandId: DEMO.brandId, applicationId: DEMO.applicationId }, ALDER_WICK_ORDERS),
    ...timelinesOf({ brandId: DEMO.otherBrandId, applicationId: DEMO.otherApplicationId }, NORTHLIGHT_ORDERS),
  ]
  const timelineSteps = timelines
    .flatMap((timeline, number) => stepsOf(timeline, number, run))
    .sort((a, b) => a.place - b.place)
  await runSteps({ db: tx, config: run.config, time: run.time }, timelineSteps)
  const orderIds = timelines.flatMap(({ placed }) => placed?.id ?? [])
  await dropEvents(tx, orderIds)
}

const timelinesOf = (seller: Seller, orders: readonly DemoOrder[]): DemoTimeline[] =>
  orders.map((wanted, number) => ({
    number,
    wanted,
    seller,
    ids: demoIds(`order/${seller.brandId}/${number + 1}`),
  }))

/** What the warehouse ships is as old as everything else that ends: the order keeps its place, at an earlier time. */
function stepsOf(timeline: DemoTimeline, number: number, { time, endingTime }: DemoRun): TimelineStep[] {
  const { steps } = timeline.wanted
  const usual = momentsOf(timeline, number, time)
  const moments = steps.includes('brand-requests-fulfillment')
    ? momentsOf(timeline, number, endingTime)
    : usual
  return (['submit', ...steps] as const).map((step, i) => ({
    at: moments[i] as Date,
    place: (usual[i] as Date).getTime(),
    timeline,
    step,
  }))
}

/** Of the submission and of all steps. */
function momentsOf({ wanted }: DemoTimeline, number: number, time: DemoTime): Date[] {
  let at = time.at(wanted.submittedAt)
  const later = wanted.steps.map((step, i) => {
    // Adds up to two hours, so that the intervals are not all equal.
    const waitMs = WAIT_HOURS[step] * HOUR_MS + ((number * 37 + i * 53) % 120) * MINUTE_MS
    at = RECEIVES.has(step)
      ? onWorkingDay(new Date(arrivalOf(at).getTime() + waitMs))
      : new Date(at.getTime() + waitMs)
    if (SHIPS.has(step)) at = onWorkingDay(at)
    return at
  })
  return [time.at(wanted.submittedAt), ...later]
}

const SHIPS: ReadonlySet<DemoStep> = new Set(['confirm-carrier-quote', 'scan-parcel', 'fulfil'])
const RECEIVES: ReadonlySet<DemoStep> = new Set(['acknowledge-reception', 'refuse-reception'])

/**
 * Runs the steps in chronological order, so that stock levels get the date of their last change. Baskets share no variant,
 * so a step waits only for earlier steps of the same basket, and a submission also for the previous one, because references
 * are sequential. Running one step at a time took a third longer.
 */
async function runSteps(demo: DemoWork, timelineSteps: readonly TimelineStep[]): Promise<void> {
  const latest = new Map<unknown, Promise<void>>()
  for (const timelineStep of timelineSteps) {
    const { step, timeline } = timelineStep
    const keys = step === 'submit' ? [timeline.wanted.basket, step] : [timeline.wanted.basket]
    const done = Promise.all(keys.map((key) => latest.get(key))).then(() => runStep(demo, timelineStep))
    for (const key of keys) latest.set(key, done)
  }
  // After a failure, the steps that still run must end before the transaction does.
  await Promise.allSettled(latest.values())
  await Promise.all(latest.values())
}

async function runStep(demo: DemoWork, { at, timeline, step }: TimelineStep): Promise<void> {
  const work = { ...demo, clock: clockAt(at), ids: timeline.ids }
  if (step === 'submit') timeline.placed = await submit(work, timeline)
  else await applyStep(work, timeline, step)
}

async function submit(work: AddressWork, { number, wanted, seller }: DemoTimeline): Promise<OrderRow> {
  const lines = Object.entries(wanted.basket).map(([sku, quantity]) => ({
    productVariantId: demoId(`variant/${sku}`),
    quantity: quantity * wanted.times,
  }))
  const retailerId = demoId(`retailer/${wanted.retailer}`)
  // A retailer starts an order less than an hour before submitting it.
  const begunAt = new Date(work.clock.now().getTime() - (6 + ((number * 23) % 50)) * MINUTE_MS)
  const submission = { brandId: seller.brandId, retailerId, lines, begunAt }
  const { order } = await submitOrder(work, submission, moverOf('submit', seller))
  return order
}

async function applyStep(
  work: Work & { time: DemoTime },
  { wanted: { input }, seller, placed }: DemoTimeline,
  step: DemoStep,
): Promise<void> {
  invariant(placed, 'a timeline begins with its order')
  const target = { brandId: placed.brand_id, orderId: placed.id }
  if (step === 'set-shipping-day') {
    invariant(input.shipsBy, 'the demo names the day')
    await setExpectedShipping(work, target, addBusinessDays(work.time.on(input.shipsBy), 0))
    return
  }
  const by = moverOf(step, seller)
  if (isTransition(step)) {
    const attributes = attributesOf(step, input, placed)
    await transitions[step](work, target, by, { data: { type: step, attributes } })
  } else {
    await commandOrder(work, target, { command: step, by, reason: input.reasons?.[step] })
  }
}

/** The demo warehouse is seeded later, with its orders and stock, so a fulfillment request is a plain command here. */
const isTransition = (command: Command): command is Transition =>
  command in transitions && command !== 'brand-requests-fulfillment'

function attributesOf(
  transition: Transition,
  { remaining = [], rejection, reset }: DemoInput,
  { item_ids }: OrderRow,
): object | undefined {
  switch (transition) {
    case 'brand-validates':
      return {
        orderItems: remaining.map((quantity, i) => ({
          id: item_ids[i],
          type: 'order-items',
          attributes: { quantity },
        })),
      }
    case 'brand-rejects':
      return rejection
    case 'brand-resets-shipping-labels-generation':
      return reset
  }
}

/** Brands use their own application, retailers and the marketplace that of the operator. */
function moverOf(command: Command, { applicationId }: Seller): Mover {
  const party = moveOf(command).by[0] as Party
  const applications: Record<Party, string | null> = {
    brand: applicationId,
    retailer: DEMO.operatorApplicationId,
    marketplace: DEMO.operatorApplicationId,
    carrier: null,
  }
  return { party, applicationId: applications[party] }
}
