/**
 * Plays everybody but the brand: retailers, carriers, the marketplace. What is done at a step and the note that it is
 * done are one transaction, so that a step is never lost and never done twice, whoever is killed and whoever helps.
 */

import { Problem } from '@tradehall/jsonapi'
import { clockAt } from '../../../platform/clock.ts'
import { type Queryable, type Transaction, transaction } from '../../../platform/database.ts'
import { demoIds } from '../../../platform/demo-id.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { listOrderableVariants } from '../../catalog/index.ts'
import { listRetailers } from '../../identity/index.ts'
import {
  listWaitingOrders,
  partyOf,
  type Status,
  submitOrder,
  type WaitingOrder,
} from '../../ordering/index.ts'
import { commandWithParcels } from '../../shipping/index.ts'
import {
  type AutopilotRow,
  findAutopilot,
  lockAutopilot,
  saveAutopilot,
  saveProgress,
} from './autopilot-queries.ts'
import {
  basketOf,
  commandFor,
  HABITS,
  MAX_STEPS,
  type Pilot,
  type Plan,
  planNext,
  reasonFor,
  retailerFor,
  stepAfter,
  stepMs,
} from './autopilot-rules.ts'

/** Orders beyond these are looked at when these have moved on; they are those that wait longest. */
const MAX_WAITING = 500
/** Retailers choose among the newest, so that a large catalog costs no more than a small one. */
const MAX_VARIANTS = 200
const MAX_RETAILERS = 50

export const DEFAULTS = {
  seed: 1,
  orders_per_day: 5,
  speed: 1,
  refuse_reception: 0.05,
  approve_rejection: 0.9,
  approve_refusal: 0.5,
}

export type Wish = { enabled: boolean } & Partial<typeof DEFAULTS>

export type ShownAutopilot = AutopilotRow & { id: string; next_step_at: Date | null }

/** Replaces all settings. Switched on, it begins anew with the next step. */
export async function setAutopilot(
  platform: Platform,
  brandId: BrandId,
  wish: Wish,
): Promise<ShownAutopilot> {
  const { db, clock } = platform
  const settings = { ...DEFAULTS, ...wish }
  await transaction(db, async (tx) => {
    const { started_at = null, next_at = null, done = {} } = (await lockAutopilot(tx, brandId)) ?? {}
    const now = clock.now()
    const progress = wish.enabled
      ? { started_at: now, next_at: stepAfter(now, settings.speed), done: {} }
      : { started_at, next_at, done }
    await saveAutopilot(tx, { brand_id: brandId, ...settings, ...progress })
  })
  return await showAutopilot(platform, brandId)
}

export async function showAutopilot(platform: Platform, brandId: BrandId): Promise<ShownAutopilot> {
  const row = await findAutopilot(platform.db, brandId)
  const off = { ...DEFAULTS, brand_id: brandId, enabled: false, started_at: null, next_at: null, done: {} }
  const next_step_at = row && isOn(row) ? await nextStep(platform, row) : null
  return { ...off, ...row, id: brandId, next_step_at }
}

async function nextStep({ db, config }: Platform, pilot: Pilot): Promise<Date | null> {
  const until = new Date(pilot.next_at.getTime() + MAX_STEPS * stepMs(pilot.speed))
  return planNext(pilot, await waitingOrders(db, config, pilot), until)?.at ?? null
}

const isOn = (row: AutopilotRow): row is AutopilotRow & Pilot => row.enabled

/** Plays the next step that is due and has something to do. False: there is none. */
export async function playNextStep({ db, clock, config }: Platform, brandId: BrandId): Promise<boolean> {
  return await transaction(db, async (tx) => {
    const pilot = await lockAutopilot(tx, brandId)
    if (!pilot || !isOn(pilot)) return false
    const plan = planNext(pilot, await waitingOrders(tx, config, pilot), clock.now())
    if (!plan) return false
    const did = [
      ...(await moveOrders(tx, pilot, plan)),
      ...(await submitOrders({ db: tx, config }, pilot, plan)),
    ]
    const next_at = stepAfter(plan.at, pilot.speed)
    await saveProgress(tx, brandId, { next_at, done: addUp(pilot.done, did) })
    return true
  })
}

/**
 * Rejections are the autopilot's unless the server has a time for them. Where it has no word on them at all, the ones
 * from before the start are approved already, or about to be.
 */
async function waitingOrders(
  db: Queryable,
  { rejectionApprovalSeconds }: Platform['config'],
  { brand_id, started_at }: Pilot,
): Promise<WaitingOrder[]> {
  const all = Object.keys(HABITS) as Status[]
  const statuses =
    typeof rejectionApprovalSeconds === 'number' ? all.filter((status) => status !== 'rejected') : all
  const waiting = await listWaitingOrders(db, brand_id, statuses, MAX_WAITING)
  return rejectionApprovalSeconds === null
    ? waiting
    : waiting.filter(({ status, updated_at }) => status !== 'rejected' || updated_at >= started_at)
}

async function moveOrders(tx: Transaction, pilot: Pilot, { at, orders }: Plan): Promise<string[]> {
  const did: string[] = []
  for (const order of orders) {
    const command = commandFor(pilot, order)
    const ids = demoIds(`autopilot/${pilot.seed}/${order.id}/${order.move_count}`)
    const place = { brandId: pilot.brand_id, orderId: order.id }
    const by = { party: partyOf(command), applicationId: null }
    const reason = reasonFor(pilot, command, order)
    const moved = await attempt(tx, (step) =>
      commandWithParcels({ db: step, clock: clockAt(at), ids }, place, { command, by, reason }),
    )
    did.push(moved ? command : 'refused')
  }
  return did
}

async function submitOrders(
  { db: tx, config }: { db: Transaction } & Pick<Platform, 'config'>,
  pilot: Pilot,
  { at, arrivals }: Plan,
): Promise<string[]> {
  if (arrivals === 0) return []
  const did: string[] = []
  const walk = { cursor: undefined, backwards: false, limit: MAX_RETAILERS }
  const retailers = await listRetailers(tx, {}, walk)
  const withAddress = retailers.filter(({ address }) => address !== null)
  for (let i = 0; i < arrivals; i++) {
    const name = `${pilot.seed}/${pilot.brand_id}/${at.getTime()}/${i}`
    // Each order finds what the one before it has left.
    const lines = basketOf(name, await listOrderableVariants(tx, pilot.brand_id, MAX_VARIANTS))
    const retailer = retailerFor(name, withAddress)
    const ids = demoIds(`autopilot/${name}`)
    const wanted = { id: ids.next(), brandId: pilot.brand_id, retailerId: retailer?.id ?? '', lines }
    const by = { party: 'retailer', applicationId: null } as const
    const taken =
      retailer && lines.length > 0
        ? await attempt(tx, (step) => submitOrder({ db: step, clock: clockAt(at), ids, config }, wanted, by))
        : undefined
    // A known order is one from before the clock was set back.
    did.push(taken?.created ? 'submit' : 'refused')
  }
  return did
}

/** What is refused leaves nothing behind, and the rest of the step goes on. */
async function attempt<T>(tx: Transaction, work: (step: Transaction) => Promise<T>): Promise<T | undefined> {
  try {
    return (await tx.savepoint((step) => work(step as Transaction))) as T
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function addUp(done: Readonly<Record<string, number>>, did: readonly string[]): Record<string, number> {
  const sums = { ...done }
  for (const what of did) sums[what] = (sums[what] ?? 0) + 1
  return sums
}
