/** The orders of the demo brands: brought to where they are by the verbs that move all orders, in a past of their own. */

import type { CarrierConfig } from '../../../config.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { demoId, demoIds } from '../../../platform/demo-id.ts'
import type { ApplicationId, BrandId, Ids } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { dropEvents } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { DEMO } from '../../identity/index.ts'
import { submitOrder } from '../intake/intake.ts'
import { commandOrder } from '../life/commands.ts'
import type { Mover } from '../life/history-writer.ts'
import { type Command, moveOf, type Party } from '../life/move-table.ts'
import type { AddressWork } from '../life/shipping-methods.ts'
import type { Transition } from '../life/transition-bodies.ts'
import { transitions } from '../life/transitions.ts'
import { setExpectedShipping } from '../reading/master-orders.ts'
import type { OrderRow } from '../reading/orders.ts'
import {
  ALDER_WICK_ORDERS,
  type DemoOrder,
  type DemoStep,
  NORTHLIGHT_ORDERS,
  type Told,
  WAIT_HOURS,
} from './demo-orders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Demo = Pick<AddressWork, 'db' | 'config'>

interface Seller {
  brandId: BrandId
  applicationId: ApplicationId
}

interface Story {
  /** Counts the orders of its brand. */
  number: number
  wanted: DemoOrder
  seller: Seller
  ids: Ids
  placed?: OrderRow
}

interface Happening {
  at: Date
  story: Story
  step: 'submit' | DemoStep
}

export async function seedOrderingDemo(tx: Transaction, config: CarrierConfig): Promise<void> {
  const stories = [
    ...storiesOf({ brandId: DEMO.brandId, applicationId: DEMO.applicationId }, ALDER_WICK_ORDERS),
    ...storiesOf({ brandId: DEMO.otherBrandId, applicationId: DEMO.otherApplicationId }, NORTHLIGHT_ORDERS),
  ]
  const happenings = stories.flatMap(happeningsOf).sort((a, b) => a.at.getTime() - b.at.getTime())
  await enactAll({ db: tx, config }, happenings)
  const orderIds = stories.flatMap(({ placed }) => placed?.id ?? [])
  await dropEvents(tx, orderIds)
}

const storiesOf = (seller: Seller, orders: readonly DemoOrder[]): Story[] =>
  orders.map((wanted, number) => ({
    number,
    wanted,
    seller,
    ids: demoIds(`order/${seller.brandId}/${number + 1}`),
  }))

function happeningsOf(story: Story, number: number): Happening[] {
  const { submittedAt, steps } = story.wanted
  let at = Date.parse(submittedAt)
  const later = steps.map((step, i) => {
    // Up to two hours more, so that not everybody acts by the hour.
    at += WAIT_HOURS[step] * HOUR_MS + ((number * 37 + i * 53) % 120) * MINUTE_MS
    return { at: new Date(at), story, step }
  })
  return [{ at: new Date(submittedAt), story, step: 'submit' }, ...later]
}

/**
 * As time went by, so that levels keep the date of their last change. Baskets share no variant: only what happens to
 * the same basket waits for what came before it, and a submission for the one before it, because references count. To
 * wait for every reply alone took a third longer.
 */
async function enactAll(demo: Demo, happenings: readonly Happening[]): Promise<void> {
  const latest = new Map<unknown, Promise<void>>()
  for (const happening of happenings) {
    const { step, story } = happening
    const keys = step === 'submit' ? [story.wanted.basket, step] : [story.wanted.basket]
    const done = Promise.all(keys.map((key) => latest.get(key))).then(() => enact(demo, happening))
    for (const key of keys) latest.set(key, done)
  }
  // After a failure nothing may be sent any more once the transaction has ended.
  await Promise.allSettled(latest.values())
  await Promise.all(latest.values())
}

async function enact(demo: Demo, { at, story, step }: Happening): Promise<void> {
  const ctx = { ...demo, clock: clockAt(at), ids: story.ids }
  if (step === 'submit') story.placed = await submit(ctx, story)
  else await takeStep(ctx, story, step)
}

async function submit(ctx: AddressWork, { number, wanted, seller }: Story): Promise<OrderRow> {
  const lines = wanted.basket.map(([sku, quantity]) => ({
    productVariantId: demoId(`variant/${sku}`),
    quantity: quantity * wanted.times,
  }))
  const retailerId = demoId(`retailer/${wanted.retailer}`)
  // A basket is filled and paid within the hour.
  const begunAt = new Date(ctx.clock.now().getTime() - (6 + ((number * 23) % 50)) * MINUTE_MS)
  const submission = { brandId: seller.brandId, retailerId, lines, begunAt }
  const { order } = await submitOrder(ctx, submission, moverOf('submit', seller))
  return order
}

async function takeStep(
  ctx: Work,
  { wanted: { told }, seller, placed }: Story,
  step: DemoStep,
): Promise<void> {
  invariant(placed, 'a story begins with its order')
  const place = { brandId: placed.brand_id, orderId: placed.id }
  if (step === 'postpone') {
    await setExpectedShipping(ctx, place, told.shipsBy)
    return
  }
  const by = moverOf(step, seller)
  if (isTransition(step)) {
    const attributes = attributesOf(step, told, placed)
    await transitions[step](ctx, place, by, { data: { type: step, attributes } })
  } else {
    await commandOrder(ctx, place, { command: step, by, reason: told.reasons?.[step] })
  }
}

/** The warehouse of the demo has its orders and its stock later, so a request to it is the bare move here. */
const isTransition = (command: Command): command is Transition =>
  command in transitions && command !== 'brand-requests-fulfillment'

function attributesOf(
  transition: Transition,
  { leaves = [], rejection, reset }: Told,
  { item_ids }: OrderRow,
): object | undefined {
  switch (transition) {
    case 'brand-validates':
      return {
        orderItems: leaves.map((quantity, i) => ({
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

/** Brands act through their own application, retailers and the marketplace through the operator's. */
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
