/**
 * Simulates every party but the brand: retailers, carriers, the marketplace. The work of a step and the progress are
 * written in one transaction, so that each step runs exactly once, also with several workers and after a crash.
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
  BEHAVIOURS,
  basketOf,
  commandFor,
  MAX_STEPS,
  type Plan,
  planNext,
  type RunningAutopilot,
  reasonFor,
  retailerFor,
  stepAfter,
  stepMs,
} from './autopilot-rules.ts'

/** Limits the waiting orders of a step, the longest waiting first; the others follow when these have been moved. */
const MAX_WAITING = 500
/** Retailers choose among the newest variants, so that the cost does not grow with the catalog. */
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

export type AutopilotRequest = { enabled: boolean } & Partial<typeof DEFAULTS>

export type AutopilotView = AutopilotRow & { id: string; next_step_at: Date | null }

/** Replaces all settings. Switching it on restarts it with the next step. */
export async function setAutopilot(
  platform: Platform,
  brandId: BrandId,
  request: AutopilotRequest,
): Promise<AutopilotView> {
  const { db, clock } = platform
  const settings = { ...DEFAULTS, ...request }
  await transaction(db, async (tx) => {
    const { started_at = null, next_at = null, done = {} } = (await lockAutopilot(tx, brandId)) ?? {}
    const now = clock.now()
    const progress = request.enabled
      ? { started_at: now, next_at: stepAfter(now, settings.speed), done: {} }
      : { started_at, next_at, done }
    await saveAutopilot(tx, { brand_id: brandId, ...settings, ...progress })
  })
  return await readAutopilot(platform, brandId)
}

export async function readAutopilot(platform: Platform, brandId: BrandId): Promise<AutopilotView> {
  const row = await findAutopilot(platform.db, brandId)
  const off = { ...DEFAULTS, brand_id: brandId, enabled: false, started_at: null, next_at: null, done: {} }
  const next_step_at = row && isOn(row) ? await nextStep(platform, row) : null
  return { ...off, ...row, id: brandId, next_step_at }
}

async function nextStep({ db, config }: Platform, pilot: RunningAutopilot): Promise<Date | null> {
  const until = new Date(pilot.next_at.getTime() + MAX_STEPS * stepMs(pilot.speed))
  return planNext(pilot, await waitingOrders(db, config, pilot), until)?.at ?? null
}

const isOn = (row: AutopilotRow): row is AutopilotRow & RunningAutopilot => row.enabled

/** Runs the next due step that has work; false if there is none. */
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
    await saveProgress(tx, brandId, { next_at, done: addCounts(pilot.done, did) })
    return true
  })
}

/**
 * The autopilot decides rejections unless the server approves them after a configured time. Without that setting,
 * `approveRejections` approves rejections from before the start.
 */
async function waitingOrders(
  db: Queryable,
  { rejectionApprovalSeconds }: Platform['config'],
  { brand_id, started_at }: RunningAutopilot,
): Promise<WaitingOrder[]> {
  const all = Object.keys(BEHAVIOURS) as Status[]
  const statuses =
    typeof rejectionApprovalSeconds === 'number' ? all.filter((status) => status !== 'rejected') : all
  const waiting = await listWaitingOrders(db, brand_id, statuses, MAX_WAITING)
  return rejectionApprovalSeconds === null
    ? waiting
    : waiting.filter(({ status, updated_at }) => status !== 'rejected' || updated_at >= started_at)
}

async function moveOrders(tx: Transaction, pilot: RunningAutopilot, { at, orders }: Plan): Promise<string[]> {
  const did: string[] = []
  for (const order of orders) {
    const command = commandFor(pilot, order)
    const ids = demoIds(`autopilot/${pilot.seed}/${order.id}/${order.move_count}`)
    const key = { brandId: pilot.brand_id, orderId: order.id }
    const by = { party: partyOf(command), applicationId: null }
    const reason = reasonFor(pilot, command, order)
    const moved = await inSavepoint(tx, (step) =>
      commandWithParcels({ db: step, clock: clockAt(at), ids }, key, { command, by, reason }),
    )
    did.push(moved ? command : 'refused')
  }
  return did
}

async function submitOrders(
  { db: tx, config }: { db: Transaction } & Pick<Platform, 'config'>,
  pilot: RunningAutopilot,
  { at, arrivals }: Plan,
): Promise<string[]> {
  if (arrivals === 0) return []
  const did: string[] = []
  const walk = { cursor: undefined, backwards: false, limit: MAX_RETAILERS }
  const retailers = await listRetailers(tx, {}, walk)
  const withAddress = retailers.filter(({ address }) => address !== null)
  for (let i = 0; i < arrivals; i++) {
    const name = `${pilot.seed}/${pilot.brand_id}/${at.getTime()}/${i}`
    // Read again for each order, as the one before it has reduced the stock.
    const lines = basketOf(name, await listOrderableVariants(tx, pilot.brand_id, MAX_VARIANTS))
    const retailer = retailerFor(name, withAddress)
    const ids = demoIds(`autopilot/${name}`)
    const wanted = { id: ids.next(), brandId: pilot.brand_id, retailerId: retailer?.id ?? '', lines }
    const by = { party: 'retailer', applicationId: null } as const
    const submitted =
      retailer && lines.length > 0
        ? await inSavepoint(tx, (step) =>
            submitOrder({ db: step, clock: clockAt(at), ids, config }, wanted, by),
          )
        : undefined
    // An order that exists already was created before the clock was set back.
    did.push(submitted?.created ? 'submit' : 'refused')
  }
  return did
}

/** Runs in a savepoint: a refused command is rolled back alone, and the step continues. */
async function inSavepoint<T>(
  tx: Transaction,
  work: (step: Transaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return (await tx.savepoint((step) => work(step as Transaction))) as T
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function addCounts(done: Readonly<Record<string, number>>, did: readonly string[]): Record<string, number> {
  const sums = { ...done }
  for (const what of did) sums[what] = (sums[what] ?? 0) + 1
  return sums
}
