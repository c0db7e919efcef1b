/** The resources that tell of events, written as the API shows them to the brand. */
import {
  createRenderer,
  exampleOf,
  type IncludeTree,
  type Loader,
  type Resource,
  resourceSchema,
} from '@tradehall/jsonapi'
import type { Ctx } from '../../../http/operation.ts'
import { settledUrl } from '../../../http/public-url.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { EventType } from '../../../platform/outbox.ts'
import type { WebhooksEventsRow } from '../../../platform/rows.ts'

/** How types are spelled in what is sent. */
export const CONTEXT = 'webhooks'

/** What of an event is sent, as text. */
export type Shown = Pick<WebhooksEventsRow, 'resource' | 'included'>

export interface Showing {
  /** By the ids of the subjects; what does not exist any more is left out. */
  show(
    tx: Transaction,
    platform: Platform,
    brandId: BrandId,
    wanted: { event: Shows; ids: readonly string[] },
  ): Promise<Map<string, Shown>>
  /** Invented, as the examples of the schemas are. */
  sample(event: Shows): Shown
}

type Shows = Pick<EventType, 'shows' | 'includes'>

export function createShowing(
  resources: readonly Resource[],
  loaders: Readonly<Record<string, Loader<Ctx>>>,
): Showing {
  const renderer = createRenderer<Ctx>({ resources, loaders })
  const trees = new WeakMap<readonly string[], IncludeTree>()
  const treeOf = (includes: readonly string[]): IncludeTree => {
    const tree = trees.get(includes) ?? Object.fromEntries(includes.map((name) => [name, {}]))
    // The renderer knows a tree again by its identity.
    trees.set(includes, tree)
    return tree
  }
  return {
    async show(tx, platform, brandId, { event: { shows, includes = NONE }, ids }) {
      const name = shows ?? ''
      const load = loaders[name]
      invariant(load, `the resource ${name} has a loader of its name`)
      const ctx = asBrand(tx, platform, brandId)
      const rendered = await renderer.renderEach(ctx, {
        resource: renderer.resource(name),
        rows: await load(ctx, ids),
        form: 'single',
        include: treeOf(includes),
        context: CONTEXT,
      })
      return new Map(
        rendered.map(({ id, data, included = null }) => [id, { resource: data, included }] as const),
      )
    },
    sample: ({ shows, includes = NONE }) => sampleOf(renderer.resource, shows ?? '', includes),
  }
}

const NONE: readonly string[] = []

/** One resource for each relationship; all examples have one id, so the linkage leads to them. */
function sampleOf(lookup: (name: string) => Resource, shows: string, includes: readonly string[]): Shown {
  const example = (resource: Resource) =>
    JSON.stringify(exampleOf(resourceSchema(resource, { context: CONTEXT, lookup })))
  const resource = lookup(shows)
  const included = includes.map((name) => {
    const relationship = resource.relationships[name]
    invariant(relationship, `${shows} has a relationship ${name}`)
    return example(lookup(relationship.target))
  })
  return { resource: example(resource), included: included.length > 0 ? `[${included.join()}]` : null }
}

/** Loaders see what their caller may see: here the brand that is told, inside of the relay's transaction. */
function asBrand(tx: Transaction, platform: Platform, brandId: BrandId): Ctx {
  const actor = { applicationId: '', userId: '', account: { kind: 'brand', brandId } as const }
  return {
    ...platform,
    db: tx as unknown as Ctx['db'],
    actor,
    person: actor,
    requestId: '',
    publicUrl: settledUrl(platform.config),
  }
}
