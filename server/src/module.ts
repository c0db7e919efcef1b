/** What a module gives to the composition root, and how the background work of all modules is put together. */
import type { Loader, Resource } from '@tradehall/jsonapi'
import type { Registry } from 'prom-client'
import type { Ctx } from './http/operation.ts'
import type { Http } from './http/server.ts'
import type { Platform } from './platform/index.ts'
import type { JobKind } from './platform/jobs.ts'
import { mailConsumers, sendMailJob } from './platform/mail.ts'
import type { Consumer, Consumers } from './platform/outbox.ts'

export interface Module {
  name: string
  resources?: readonly Resource[]
  /** By the name of a resource, or of a relationship's loader: loads the rows of a set of ids, so that other modules can include them. */
  loaders?: Record<string, Loader<Ctx>>
  jobs?: readonly JobKind[]
  /** By event type: what this module does when it happened, also in another module. */
  consumers?: Consumers
  /** Adds the figures of this module. */
  metrics?: (platform: Platform, registry: Registry) => void
  routes?: (http: Http) => void
}

/** The jobs and consumers of all modules, and the platform's own. */
export function backgroundWork(modules: readonly Module[]): { jobs: JobKind[]; consumers: Consumers } {
  const consumers: Record<string, readonly Consumer[]> = {}
  for (const own of [mailConsumers, ...modules.map((module) => module.consumers ?? {})]) {
    for (const [type, list] of Object.entries(own)) consumers[type] = [...(consumers[type] ?? []), ...list]
  }
  return { jobs: [sendMailJob, ...modules.flatMap((module) => module.jobs ?? [])], consumers }
}
