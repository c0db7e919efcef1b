/**
 * Decides what the autopilot does and when, without I/O. Time advances in steps of one simulated hour, at the same moments
 * for every brand, and every choice is a random number seeded with a name. So the result depends on the seed alone, not on
 * how often or by which worker the autopilot runs.
 */
import { createHash } from 'node:crypto'
import type { SandboxAutopilotsRow } from '../../../platform/rows.ts'
import type { OrderableVariant } from '../../catalog/index.ts'
import type { Command, NewOrderLine, Status, WaitingOrder } from '../../ordering/index.ts'

const HOUR_MS = 3_600_000
/** The steps of a year. Earlier ones are skipped, as the clock can jump by a century. */
export const MAX_STEPS = 366 * 24

type ShareSetting = 'refuse_reception' | 'approve_rejection' | 'approve_refusal'
export type Settings = Pick<
  SandboxAutopilotsRow,
  'brand_id' | 'seed' | 'orders_per_day' | 'speed' | ShareSetting
>
/** An autopilot that is on. */
export type RunningAutopilot = Settings & { started_at: Date; next_at: Date }

interface Behaviour {
  /** The range of the delay. */
  hours: readonly [from: number, to: number]
  command: Command
  /** The command that a share of the orders gets instead. */
  instead?: { command: Command; share: ShareSetting }
}

/** By the status of an order. In all other statuses it waits for the brand, its labels, or the warehouse. */
export const BEHAVIOURS = {
  rejected: {
    hours: [2, 24],
    command: 'refuse-rejection',
    instead: { command: 'approve-rejection', share: 'approve_rejection' },
  },
  shipping_labels_generated: { hours: [4, 24], command: 'scan-parcel' },
  shipped: {
    hours: [24, 96],
    command: 'acknowledge-reception',
    instead: { command: 'refuse-reception', share: 'refuse_reception' },
  },
  reception_refused: {
    hours: [12, 72],
    command: 'settle-refusal',
    instead: { command: 'approve-refusal', share: 'approve_refusal' },
  },
  received: { hours: [1, 24], command: 'issue-invoice' },
  invoiced: { hours: [48, 120], command: 'pay-brand' },
} as const satisfies Partial<Record<Status, Behaviour>>

const behaviourOf = (status: Status): Behaviour => BEHAVIOURS[status as keyof typeof BEHAVIOURS]

/** A number from 0 to just below 1 that depends on the name alone. */
export function seededRandom(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
}

const pick = <T>(list: readonly T[], name: string): T =>
  list[Math.floor(seededRandom(name) * list.length)] as T

export const stepMs = (speed: number): number => Math.round(HOUR_MS / speed)

/** The last step at or before a moment. */
const stepAt = (moment: Date, speed: number): number =>
  Math.floor(moment.getTime() / stepMs(speed)) * stepMs(speed)

/** The first step after a moment. */
export const stepAfter = (moment: Date, speed: number): Date =>
  new Date(stepAt(moment, speed) + stepMs(speed))

/** The work of one step. */
export interface Plan {
  at: Date
  orders: readonly WaitingOrder[]
  arrivals: number
}

/** The first step with work, up to `until`. */
export function planNext(
  pilot: RunningAutopilot,
  waiting: readonly WaitingOrder[],
  until: Date,
): Plan | undefined {
  const oldest = stepAt(until, pilot.speed) - MAX_STEPS * stepMs(pilot.speed)
  const from = Math.max(pilot.next_at.getTime(), oldest)
  const due = waiting.map((order) => ({ order, at: Math.max(dueAt(pilot, order), from) }))
  const at = Math.min(nextArrival(pilot, from, until.getTime()), ...due.map((one) => one.at))
  if (at > until.getTime()) return undefined
  return {
    at: new Date(at),
    orders: due.filter((one) => one.at === at).map(({ order }) => order),
    arrivals: arrivalsAt(pilot, at),
  }
}

/** The delay of an order from before the start begins when the autopilot is switched on. */
function dueAt(pilot: RunningAutopilot, { id, move_count, status, updated_at }: WaitingOrder): number {
  const { hours } = behaviourOf(status)
  const since = updated_at > pilot.started_at ? updated_at : pilot.started_at
  const [shortest, longest] = hours
  const wait =
    shortest + Math.floor(seededRandom(`${pilot.seed}/${id}/${move_count}/wait`) * (longest - shortest + 1))
  return stepAt(since, pilot.speed) + wait * stepMs(pilot.speed)
}

function nextArrival(pilot: RunningAutopilot, from: number, until: number): number {
  if (pilot.orders_per_day === 0) return Number.POSITIVE_INFINITY
  let at = from
  while (at <= until && arrivalsAt(pilot, at) === 0) at += stepMs(pilot.speed)
  return at
}

function arrivalsAt({ seed, brand_id, orders_per_day }: RunningAutopilot, at: number): number {
  const rate = orders_per_day / 24
  const extra = seededRandom(`${seed}/${brand_id}/${at}/arrivals`) < rate % 1 ? 1 : 0
  return Math.floor(rate) + extra
}

export function commandFor(pilot: Settings, { id, move_count, status }: WaitingOrder): Command {
  const { command, instead } = behaviourOf(status)
  if (!instead) return command
  return seededRandom(`${pilot.seed}/${id}/${move_count}/decision`) < pilot[instead.share]
    ? instead.command
    : command
}

const REASONS: Partial<Record<Command, readonly string[]>> = {
  'refuse-rejection': ['The retailer has agreed to wait.', 'There is enough in stock.'],
  'refuse-reception': [
    'Half of it is broken.',
    'It came too late for the season.',
    'It is not what we ordered.',
  ],
}

export function reasonFor({ seed }: Settings, command: Command, { id, move_count }: WaitingOrder) {
  const reasons = REASONS[command]
  return reasons && pick(reasons, `${seed}/${id}/${move_count}/reason`)
}

const MAX_LINES = 4
const MAX_PACKS = 6

/** A random selection within the available stock. */
export function basketOf(name: string, variants: readonly OrderableVariant[]): NewOrderLine[] {
  const left = [...variants]
  const lines = Math.min(1 + Math.floor(seededRandom(`${name}/lines`) * MAX_LINES), left.length)
  return Array.from({ length: lines }, (_, i) => {
    const [variant] = left.splice(Math.floor(seededRandom(`${name}/${i}/variant`) * left.length), 1)
    const most = Math.min(MAX_PACKS, variant?.available ?? MAX_PACKS)
    return {
      productVariantId: variant?.id ?? '',
      quantity: 1 + Math.floor(seededRandom(`${name}/${i}/quantity`) * most),
    }
  })
}

export const retailerFor = <T>(name: string, retailers: readonly T[]): T | undefined =>
  retailers.length === 0 ? undefined : pick(retailers, `${name}/retailer`)
