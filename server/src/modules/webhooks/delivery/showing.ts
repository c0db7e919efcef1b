/** The resources that tell of events, written as the API shows them to the brand. */
import { createRenderer, type Loader, type Resource, resourceSchema } from '@tradehall/jsonapi'
import type { TSchema } from 'typebox'
import { settledUrl } from '../../../http/addresses.ts'
import type { Ctx } from '../../../http/operation.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'

/** How types are spelled in what is sent. */
export const CONTEXT = 'webhooks'

export interface Showing {
  /** By their ids; what does not exist any more is left out. */
  show(
    tx: Transaction,
    platform: Platform,
    brandId: BrandId,
    wanted: { resource: string; ids: readonly string[] },
  ): Promise<Map<string, string>>
  schemaOf(resource: string): TSchema
}

export function createShowing(
  resources: readonly Resource[],
  loaders: Readonly<Record<string, Loader<Ctx>>>,
): Showing {
  const renderer = createRenderer<Ctx>({ resources, loaders })
  return {
    async show(tx, platform, brandId, { resource: name, ids }) {
      const load = loaders[name]
      invariant(load, `the resource ${name} has a loader of its name`)
      const resource = renderer.resource(name)
      const ctx = asBrand(tx, platform, brandId)
      const shown = { context: CONTEXT, ctx }
      const rows = await load(ctx, ids)
      return new Map(rows.map((row) => [row.id, renderer.renderObject(resource, row, 'single', shown)]))
    },
    schemaOf: (name) =>
      resourceSchema(renderer.resource(name), { context: CONTEXT, lookup: renderer.resource }),
  }
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
