/**
 * What the autopilot does and when, without I/O. Time goes in steps of one hour of the marketplace's life, at the same
 * moments for everybody, and every choice is a throw of dice that bear a name. So the same seed always does the same,
 * however often and by whomever it is looked after.
 */
import { createHash } from 'node:crypto'
import type { SandboxAutopilotsRow } from '../../../platform/rows.ts'
import type { OrderableVariant } from '../../catalog/index.ts'
import type { Command, NewOrderLine, Status, WaitingOrder } from '../../ordering/index.ts'

const HOUR_MS = 3_600_000
/** What a year has. A longer absence is not made up for: a clock can jump by a century. */
export const MAX_STEPS = 366 * 24

type Share = 'refuse_reception' | 'approve_rejection' | 'approve_refusal'
export type Settings = Pick<SandboxAutopilotsRow, 'brand_id' | 'seed' | 'orders_per_day' | 'speed' | Share>
/** An autopilot that is on. */
export type Pilot = Settings & { started_at: Date; next_at: Date }

interface Habit {
  /** How long an order waits, from the shortest to the longest. */
  hours: readonly [from: number, to: number]
  command: Command
  /** What happens to a share of the orders instead. */
  instead?: { command: Command; share: Share }
}

/** What is not here waits for the brand, for its labels, or for the warehouse. */
export const HABITS = {
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
} as const satisfies Partial<Record<Status, Habit>>

const habitOf = (status: Status): Habit => HABITS[status as keyof typeof HABITS]

/** A number from 0 to just below 1 that follows from its name alone. */
export function dice(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32
}

const pick = <T>(list: readonly T[], name: string): T => list[Math.floor(dice(name) * list.length)] as T

export const stepMs = (speed: number): number => Math.round(HOUR_MS / speed)

/** The last step at or before a moment. */
const stepAt = (moment: Date, speed: number): number =>
  Math.floor(moment.getTime() / stepMs(speed)) * stepMs(speed)

/** The first step after a moment. */
export const stepAfter = (moment: Date, speed: number): Date =>
  new Date(stepAt(moment, speed) + stepMs(speed))

/** What is to be done at one step. */
export interface Plan {
  at: Date
  orders: readonly WaitingOrder[]
  arrivals: number
}

/** The first step until then at which there is something to do. */
export function planNext(pilot: Pilot, waiting: readonly WaitingOrder[], until: Date): Plan | undefined {
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

/** Nobody hurries because of what lay there when the autopilot was switched on. */
function dueAt(pilot: Pilot, { id, move_count, status, updated_at }: WaitingOrder): number {
  const { hours } = habitOf(status)
  const since = updated_at > pilot.started_at ? updated_at : pilot.started_at
  const [shortest, longest] = hours
  const wait =
    shortest + Math.floor(dice(`${pilot.seed}/${id}/${move_count}/wait`) * (longest - shortest + 1))
  return stepAt(since, pilot.speed) + wait * stepMs(pilot.speed)
}

function nextArrival(pilot: Pilot, from: number, until: number): number {
  if (pilot.orders_per_day === 0) return Number.POSITIVE_INFINITY
  let at = from
  while (at <= until && arrivalsAt(pilot, at) === 0) at += stepMs(pilot.speed)
  return at
}

function arrivalsAt({ seed, brand_id, orders_per_day }: Pilot, at: number): number {
  const rate = orders_per_day / 24
  const more = dice(`${seed}/${brand_id}/${at}/arrivals`) < rate % 1 ? 1 : 0
  return Math.floor(rate) + more
}

export function commandFor(pilot: Settings, { id, move_count, status }: WaitingOrder): Command {
  const { command, instead } = habitOf(status)
  if (!instead) return command
  return dice(`${pilot.seed}/${id}/${move_count}/decision`) < pilot[instead.share] ? instead.command : command
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

/** Some of what there is, and never more of it than there is. */
export function basketOf(name: string, variants: readonly OrderableVariant[]): NewOrderLine[] {
  const left = [...variants]
  const lines = Math.min(1 + Math.floor(dice(`${name}/lines`) * MAX_LINES), left.length)
  return Array.from({ length: lines }, (_, i) => {
    const [variant] = left.splice(Math.floor(dice(`${name}/${i}/variant`) * left.length), 1)
    const most = Math.min(MAX_PACKS, variant?.available ?? MAX_PACKS)
    return {
      productVariantId: variant?.id ?? '',
      quantity: 1 + Math.floor(dice(`${name}/${i}/quantity`) * most),
    }
  })
}

export const retailerFor = <T>(name: string, retailers: readonly T[]): T | undefined =>
  retailers.length === 0 ? undefined : pick(retailers, `${name}/retailer`)
