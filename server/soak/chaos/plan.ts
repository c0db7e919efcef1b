/**
 * The faults of a run, drawn from its seed: the same seed gives the same faults at the same moments.
 *
 * Faults are drawn like cards. Each deck has all kinds in their shares, so that a run of some minutes has each of them, and
 * each seed has them in another order, against other targets, and overlapping in other ways.
 */

import { APIS, PROCESSES } from '../fleet/processes.ts'

export interface Fault {
  number: number
  kind: KindName
  target: string
  atMs: number
  /** 0: it is over at once. */
  forMs: number
}

interface Kind {
  /** What it does, for the help and the report. */
  meaning: string
  /** One of these is the target of a fault. */
  targets: readonly string[]
  /** The number of cards in a deck. */
  cards: number
  /** The longest duration, in a run of five minutes or more. */
  longestSeconds: number
  /** A resource that only one fault may use at a time; by default the target of this kind. */
  holds?: string
}

const SESSIONS = ['tradehall api', 'tradehall worker', 'tradehall queue', 'tradehall heartbeat']
const TABLES = [
  ...['webhooks.attempts', 'webhooks.deliveries', 'webhooks.subscriptions', 'webhooks.tallies'],
  ...['platform.outbox', 'platform.signals', 'platform.workers', 'graphile_worker._private_jobs'],
  ...['ordering.orders', 'ordering.moves', 'stock.levels', 'stock.postings', 'catalog.products'],
  ...['integrations.operations', 'integrations.results', 'billing.exports', 'billing.export_chunks'],
  ...['shipping.shipments', 'shipping.labels', 'identity.applications'],
]

const DATABASE = 'the database'

export const KINDS = {
  kill: {
    meaning: 'SIGKILL',
    targets: [...PROCESSES, ...APIS.map((name) => `${name} child`)],
    cards: 4,
    longestSeconds: 0,
  },
  freeze: { meaning: 'SIGSTOP, and SIGCONT', targets: PROCESSES, cards: 3, longestSeconds: 40 },
  cancel: {
    meaning: 'pg_cancel_backend for all statements of such connections, again and again',
    targets: [...SESSIONS, 'tradehall %'],
    cards: 3,
    longestSeconds: 15,
  },
  terminate: {
    meaning: 'pg_terminate_backend for all such connections, again and again',
    targets: SESSIONS,
    cards: 3,
    longestSeconds: 10,
  },
  lock: {
    meaning: 'a table that another session locks',
    targets: TABLES.flatMap((table) => [`exclusive ${table}`, `access exclusive ${table}`]),
    cards: 4,
    longestSeconds: 90,
  },
  'stop-database': {
    meaning: 'PostgreSQL is stopped, and started again',
    targets: ['fast', 'immediate'],
    cards: 2,
    longestSeconds: 60,
    holds: DATABASE,
  },
  'kill-database': {
    meaning: 'SIGKILL of PostgreSQL, or of the process of one connection, after which it recovers',
    targets: ['all', 'a connection'],
    cards: 2,
    longestSeconds: 0,
    holds: DATABASE,
  },
  'freeze-database': {
    meaning: 'SIGSTOP of all processes of PostgreSQL, and SIGCONT',
    targets: ['all'],
    cards: 1,
    longestSeconds: 30,
    holds: DATABASE,
  },
  'fill-disk': {
    meaning: 'no room on the disk of PostgreSQL and of the labels',
    targets: ['all'],
    cards: 1,
    longestSeconds: 30,
    holds: DATABASE,
  },
  'stop-redis': {
    meaning: 'Redis is killed and started again, or frozen',
    targets: ['kill', 'freeze'],
    cards: 1,
    longestSeconds: 60,
    holds: 'Redis',
  },
  'exhaust-descriptors': {
    meaning: 'a process may open no further file or connection',
    targets: PROCESSES,
    cards: 1,
    longestSeconds: 30,
  },
  'move-clock': {
    meaning: 'the clock of the sandbox is moved by so many minutes',
    targets: ['10', '60', '180', '-30'],
    cards: 1,
    longestSeconds: 0,
  },
} satisfies Record<string, Kind>

export type KindName = keyof typeof KINDS

/** The load has begun by then. */
const FIRST_AT_MS = 3_000
const GAP_MS = { least: 2_000, most: 8_000 }
const SHORTEST_MS = 1_000
/** Faults of shorter runs are shorter in proportion. */
const WHOLE_MINUTES = 5

export function planFaults(seed: number, minutes: number): Fault[] {
  const chance = createChance(seed)
  const endMs = minutes * 60_000
  const scale = Math.min(1, minutes / WHOLE_MINUTES)
  const heldUntil = new Map<string, number>()
  const faults: Fault[] = []
  let deck: KindName[] = []
  let atMs = FIRST_AT_MS
  while (atMs + SHORTEST_MS < endMs) {
    if (deck.length === 0) deck = shuffled(wholeDeck(), chance)
    const fault = draw(deck, {
      atMs,
      endMs,
      scale,
      chance,
      isFree: (what) => (heldUntil.get(what) ?? 0) <= atMs,
    })
    if (fault) {
      faults.push({ number: faults.length + 1, ...fault })
      heldUntil.set(holdOf(fault.kind, fault.target), fault.atMs + fault.forMs + GAP_MS.least)
    }
    atMs += GAP_MS.least + chance(GAP_MS.most - GAP_MS.least)
  }
  return faults
}

interface Drawing {
  atMs: number
  endMs: number
  scale: number
  chance: Chance
  isFree: (what: string) => boolean
}

/** The first card with a free target; undefined if no card of the deck has one now. */
function draw(
  deck: KindName[],
  { atMs, endMs, scale, chance, isFree }: Drawing,
): Omit<Fault, 'number'> | undefined {
  for (const [place, kind] of deck.entries()) {
    const { targets, longestSeconds } = KINDS[kind]
    const free = targets.filter((target) => isFree(holdOf(kind, target)))
    const target = free[chance(free.length)]
    if (target === undefined) continue
    deck.splice(place, 1)
    return { kind, target, atMs, forMs: durationOf(longestSeconds * 1000 * scale, endMs - atMs, chance) }
  }
  return undefined
}

/** Half of the durations are distributed evenly, and half logarithmically, so that short ones are frequent. */
function durationOf(longestMs: number, leftMs: number, chance: Chance): number {
  if (longestMs === 0) return 0
  const range = Math.max(longestMs, SHORTEST_MS) / SHORTEST_MS
  const share = chance(1001) / 1000
  const length = chance(2) === 0 ? range ** share : 1 + (range - 1) * share
  return Math.round(Math.min(SHORTEST_MS * length, leftMs))
}

/** Two faults must not use the same process, table or server at a time: the end of one would end the other. */
function holdOf(kind: KindName, target: string): string {
  const { holds }: Kind = KINDS[kind]
  if (holds !== undefined) return holds
  const process = PROCESSES.find((name) => target.startsWith(name))
  return process ?? `${kind} ${target.split(' ').at(-1)}`
}

const wholeDeck = (): KindName[] =>
  (Object.keys(KINDS) as KindName[]).flatMap((kind) => Array.from({ length: KINDS[kind].cards }, () => kind))

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  const left = [...items]
  return items.map(() => left.splice(chance(left.length), 1)[0] as T)
}

/** A whole number below this one. */
type Chance = (below: number) => number

/** Mulberry32: neighbouring seeds give unrelated numbers. */
function createChance(seed: number): Chance {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(6)} s`

export const describeFault = ({ number, kind, target, atMs, forMs }: Fault): string =>
  `${String(number).padStart(3)}  at ${seconds(atMs)}  ${forMs === 0 ? '            ' : `for ${seconds(forMs)}`}  ${kind.padEnd(20)} ${target}`
