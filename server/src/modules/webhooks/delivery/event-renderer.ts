/** Renders the resource of an event as the API renders it for the brand. */
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
import type { EventType } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { WebhooksEventsRow } from '../../../platform/rows.ts'

/** The spelling context of resource types in webhook bodies. */
export const CONTEXT = 'webhooks'

/** The parts of a webhook body that depend on the resource, as JSON text. */
export type RenderedEvent = Pick<WebhooksEventsRow, 'resource' | 'included'>

export interface EventRenderer {
  /** Returns a map by the id of the subject, without subjects that no longer exist. */
  render(
    tx: Transaction,
    platform: Platform,
    brandId: BrandId,
    wanted: { event: RenderedType; ids: readonly string[] },
  ): Promise<Map<string, RenderedEvent>>
  /** A sample event, made of the examples in the schemas. */
  sample(event: RenderedType): RenderedEvent
}

type RenderedType = Pick<EventType, 'shows' | 'includes'>

export function createEventRenderer(
  resources: readonly Resource[],
  loaders: Readonly<Record<string, Loader<Ctx>>>,
): EventRenderer {
  const renderer = createRenderer<Ctx>({ resources, loaders })
  const trees = new WeakMap<readonly string[], IncludeTree>()
  const treeOf = (includes: readonly string[]): IncludeTree => {
    const tree = trees.get(includes) ?? Object.fromEntries(includes.map((name) => [name, {}]))
    // The renderer caches by the identity of the tree.
    trees.set(includes, tree)
    return tree
  }
  return {
    async render(tx, platform, brandId, { event: { shows, includes = NONE }, ids }) {
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

/** One resource for each relationship. All examples have the same id, so that the linkage is valid. */
function sampleOf(
  lookup: (name: string) => Resource,
  shows: string,
  includes: readonly string[],
): RenderedEvent {
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

/** Loaders apply the permissions of their caller. Here that is the notified brand, in the transaction of the relay. */
function asBrand(tx: Transaction, platform: Platform, brandId: BrandId): Ctx {
  const account = { kind: 'brand', brandId } as const
  const actor = { applicationId: '', userId: '', account, session: null }
  return {
    ...platform,
    db: tx as unknown as Ctx['db'],
    actor,
    person: { userId: '', account, role: 'owner' },
    requestId: '',
    address: '',
    publicUrl: settledUrl(platform.config),
  }
}
