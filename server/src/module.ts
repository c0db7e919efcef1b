/** The interface of a module, and the combined background work of all modules. */
import type { Loader, Resource } from '@tradehall/jsonapi'
import { StartRefused } from '@tradehall/kit/failures'
import type { CarrierConfig } from './config.ts'
import type { Account } from './domain/actor.ts'
import type { Http, Webhooks } from './http/http.ts'
import type { CollectMetrics } from './http/monitoring/metrics.ts'
import type { Ctx, Operation } from './http/operation.ts'
import type { Fragment, Queryable, Transaction } from './platform/database.ts'
import type { DemoTime } from './platform/demo-time.ts'
import { type Consumers, type Consumption, consumersOf, type EventType } from './platform/events/outbox.ts'
import type { Extension, ExtensionPoint } from './platform/extension-points.ts'
import type { BrandId } from './platform/ids.ts'
import type { Platform } from './platform/index.ts'
import type { JobKind } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { mailRequested, mailTexts, sendMailJob, sendRequestedMails } from './platform/mail.ts'
import type { Backlog, ProcessRow } from './platform/processes/heartbeats.ts'
import type { OpenSince } from './platform/queries/changes.ts'
import type { KeyedHashes, ProtectedValues, SealedColumn } from './platform/secrets/sealed-columns.ts'
import type { Work } from './platform/work.ts'

export interface RunningQueue {
  stop(): Promise<void>
  /** Results that it has and could not record yet. */
  backlog?(): Backlog
}

/** A work queue in a table of the module, in addition to the job queue. */
export interface OwnQueue {
  /** Processes the queue in every worker until it is stopped. `only`: claims of other workers were left by a crash. */
  start(platform: Platform, options: { only: boolean }): Promise<RunningQueue>
  /** Processes all due items in this process and returns their number. */
  runDue(platform: Platform): Promise<number>
}

/** Something that does not work at present, and that the account can repair. */
export interface Failure {
  type: string
  id: string
  sentence: string
  since: Date
}

/** What clients that poll learn of a resource type (`modules/activity`). */
export interface ActivitySource {
  type: string
  /**
   * Null for accounts that have no resources of the type. The version differs after every change that the account can
   * see. It is read every few seconds by every open page, so it must be cheap. Where it follows from the time of the latest
   * change, it is made of `latestChange` (`platform/queries/changes.ts`).
   */
  read: (
    ctx: Ctx,
    openSince: OpenSince,
  ) => Promise<{ version: string; failures?: readonly Omit<Failure, 'type'>[] } | null>
}

export const HEALTH_STATES = ['ok', 'warning', 'failing'] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/** How a part of the server is doing. */
export interface Health {
  state: HealthState
  /** For people, as one or two sentences. */
  sentence: string
  /** For people and programs; the unit is the end of the name, as in `oldestDueSeconds`. */
  figures: Readonly<Record<string, string | number | boolean | null>>
}

/** A check of the health of the server (`modules/system`). It is given up after a second. */
export interface HealthCheck {
  /** Names it in the API, such as `database`. */
  name: string
  /** What is checked, for the reference. */
  description: string
  /** `processes` has all processes of all nodes, or this one alone while the database does not answer. */
  read: (platform: Platform, processes: Promise<readonly ProcessRow[]>) => Promise<Health>
}

/** Who asks for pending work, and when. */
export interface PendingRequest {
  account: Account
  now: Date
  /** The operations of the server, for work that they cause. */
  operations: readonly Operation[]
}

/** A kind of work that waits for somebody (`modules/overview`). The queries of all kinds are sent together. */
export interface PendingWork {
  /** Names the kind in the API, such as `orders-to-accept`. */
  kind: string
  /** What waits and where it is decided, for the reference. */
  description: string
  /**
   * Selects all work of the kind, with these columns: `id` and `name` of what waits, `about` whom or what it concerns,
   * `since` when it waits, and `due_on`, the day until which it should be done. Null for accounts that have no such work.
   * It is counted as well: what `name` and `about` read should be subqueries, which counting leaves out.
   */
  select: (db: Queryable, asked: PendingRequest) => Fragment | null
  /** The column that decides what comes first. */
  firstBy: 'since' | 'due_on'
  /** Whether it reads tables that a distributed database keeps on the coordinator: it gets a statement of its own. */
  isOnCoordinator?: true
  /** Whether it is about orders, by whose ids it is named: they are shown with their amounts and goods. */
  isAboutOrders?: boolean
}

/** What was sent to the systems of a brand in one hour (`modules/overview`). */
export interface AttemptsOfHour {
  startsAt: string
  deliveredCount: number
  undeliveredCount: number
}

/** A subquery with a JSON array of them, oldest first; hours without an attempt are left out. */
export type SelectAttemptsByHour = (db: Queryable, brandId: BrandId, since: Date) => Fragment

/** Something that a request caused, for the request log of the sandbox. */
export interface Effect {
  /** The resource type, such as `order-moves`. */
  type: string
  id: string
  /** The command or the event. */
  name: string
  /** What it is about, such as an order. */
  subjectId: string
  /** The state of a delivery; null for what has none. */
  state: string | null
  at: Date
}

/** More than a request of one order causes, and few enough to be listed in one response. */
export const MAX_EFFECTS = 100

/** The effects of a request, oldest first: those on a brand, or for null on all. */
export type ReadEffects = (
  db: Queryable,
  brandId: BrandId | null,
  requestId: string,
) => Promise<readonly Effect[]>

/** What demo data are made with. */
export interface DemoRun {
  config: CarrierConfig
  time: DemoTime
  /** Of what the clock ends, and so never after that end. */
  endingTime: DemoTime
}

/** A module is its folder and its line in `composition.ts`; everything else about it is declared here. */
export interface Module {
  name: string
  /** The extension points that later modules may fill. */
  offers?: readonly ExtensionPoint<unknown>[]
  /** The extensions that it provides for earlier modules. */
  fills?: readonly Extension[]
  /** The database schemas that only this module accesses in SQL. */
  schemas: readonly string[]
  /** Its tags in the OpenAPI document, with their descriptions. */
  tags?: Readonly<Record<string, string>>
  /** The events that it records. */
  events?: readonly EventType[]
  resources?: readonly Resource[]
  /** Loaders by the name of a resource or of a relationship's loader, so that other modules can include its resources. */
  loaders?: Record<string, Loader<Ctx>>
  routes?: (http: Http) => void
  /** Routes below `/api/testing`, which the sandbox registers with its own. */
  testingRoutes?: (http: Http) => void
  /** Set by the one module that publishes events as webhooks. */
  webhooks?: Webhooks
  jobs?: readonly JobKind[]
  queue?: OwnQueue
  /** Its consumers of events, possibly of other modules. */
  consumers?: readonly Consumption[]
  /** What clients that poll learn of its resources. */
  activity?: readonly ActivitySource[]
  /** The work in it that waits for an account. */
  pending?: readonly PendingWork[]
  /** Of the one module that sends something to the systems of a brand. */
  attemptsByHour?: SelectAttemptsByHour
  /** How it is doing, beyond what the platform tells. */
  health?: readonly HealthCheck[]
  /** Its columns that are sealed with the secret key (`tradehall reseal`). */
  sealed?: readonly SealedColumn[]
  /** Its stored values that are hashed with the secret key. */
  hashed?: readonly KeyedHashes[]
  /** What requests caused in it. */
  effects?: ReadEffects
  /** Registers its metrics. One that cannot be collected at a scrape is left out of it. */
  metrics?: CollectMetrics
  /**
   * Keeps how long its work has still to wait when the clock of the sandbox goes back. By the clock it would wait for as
   * much longer, also work that was due already.
   */
  keepWaits?: (tx: Transaction, movedBackMs: number) => Promise<void>
  /** Keeps what has to be done later about its rows, before a reset of the sandbox deletes them. */
  beforeReset?: (tx: Transaction, now: Date) => Promise<void>
  /** Inserts its demo data, after those of earlier modules. */
  demo?: (tx: Transaction, run: DemoRun) => Promise<void>
  /** Gives a new brand of a test what the brands of the demo data have, after earlier modules; in the sandbox only. */
  equipTestBrand?: (work: Work, brandId: BrandId) => Promise<void>
  /** Adds generated products to a brand, for `tradehall seed --products` and the benchmarks. */
  generateProducts?: GenerateProducts
}

/** `onBatch` receives the number of products that are stored so far. */
export type GenerateProducts = (
  work: Work & { log?: Log },
  brandId: BrandId,
  options: { count: number; onBatch?: (done: number) => void },
) => Promise<{ variants: number }>

/** The jobs, queues and consumers of all modules, and the platform's own. */
export function backgroundWork(modules: readonly Module[]): {
  jobs: JobKind[]
  queues: OwnQueue[]
  consumers: Consumers
} {
  const events = modules.flatMap((module) => module.events ?? [])
  const consumptions = modules.flatMap((module) => module.consumers ?? [])
  return {
    jobs: [sendMailJob, ...modules.flatMap((module) => module.jobs ?? [])],
    queues: modules.flatMap((module) => module.queue ?? []),
    consumers: consumersOf([mailRequested, ...events], [sendRequestedMails, ...consumptions]),
  }
}

/** What the secret key protects in the database: the sealed columns and keyed hashes of all modules, and the platform's own. */
export function protectedValues(modules: readonly Module[]): ProtectedValues {
  return {
    sealed: [...modules.flatMap((module) => module.sealed ?? []), mailTexts],
    hashed: modules.flatMap((module) => module.hashed ?? []),
  }
}

export function productGenerator(modules: readonly Module[]): GenerateProducts {
  const generate = modules.find((module) => module.generateProducts)?.generateProducts
  if (generate) return generate
  throw new StartRefused('Products cannot be generated: no module of this server implements it.')
}
