/** What a module gives to the composition root, and how the work of all modules is put together. */
import type { Loader, Resource } from '@tradehall/jsonapi'
import type { Registry } from 'prom-client'
import type { CarrierConfig } from './config.ts'
import type { Http, Webhooks } from './http/http.ts'
import type { Ctx } from './http/operation.ts'
import type { Transaction } from './platform/database.ts'
import type { Extension, ExtensionPoint } from './platform/extension-points.ts'
import type { Platform } from './platform/index.ts'
import type { JobKind } from './platform/jobs.ts'
import { mailRequested, sendMailJob, sendRequestedMails } from './platform/mail.ts'
import { type Consumers, type Consumption, consumersOf, type EventType } from './platform/outbox.ts'

/** Work that a module takes from a table of its own, beside the job queue. */
export interface OwnQueue {
  /** Works in every worker until it is stopped. `only`: what others hold was left by a crash. */
  start(platform: Platform, options: { only: boolean }): Promise<{ stop(): Promise<void> }>
  /** Does what is due now, in this process, and says how much that was. */
  runDue(platform: Platform): Promise<number>
}

/** A module is its folder and its line in `composition.ts`; everything else about it is declared here. */
export interface Module {
  name: string
  /** Where modules after it may take part in its work. */
  offers?: readonly ExtensionPoint<unknown>[]
  /** How it takes part in the work of modules before it. */
  fills?: readonly Extension[]
  /** The schemas of the database whose tables this module alone names in SQL. */
  schemas: readonly string[]
  /** Sections that it opens in the OpenAPI document, with a sentence each. */
  tags?: Readonly<Record<string, string>>
  /** What can happen here and be told to others. */
  events?: readonly EventType[]
  resources?: readonly Resource[]
  /** By the name of a resource, or of a relationship's loader: loads the rows of a set of ids, so that other modules can include them. */
  loaders?: Record<string, Loader<Ctx>>
  routes?: (http: Http) => void
  /** Routes below `/api/testing`, which the sandbox registers with its own. */
  testingRoutes?: (http: Http) => void
  /** For the one module that tells others of events. */
  webhooks?: Webhooks
  jobs?: readonly JobKind[]
  queue?: OwnQueue
  /** What it does when something happened, also in another module. */
  consumers?: readonly Consumption[]
  /** Adds the figures of this module. */
  metrics?: (platform: Platform, registry: Registry) => void
  /** Inserts its part of the demo data, after the modules before it. */
  demo?: (tx: Transaction, config: CarrierConfig) => Promise<void>
}

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
