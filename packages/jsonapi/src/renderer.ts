/** Renders rows as JSON:API documents. */
import { endOfPath, type IncludeTree, type ResourceLookup } from './include-tree.ts'
import {
  type Entity,
  type IncludePlan,
  type Links,
  type Loader,
  loadGraph,
  planIncludes,
  type ResourceRow,
  reachableFrom,
} from './includes.ts'
import type { Query } from './query.ts'
import type { Resource, RowOf } from './resource.ts'
import { compileSerializer, type RenderForm, type Serialize, type Shape } from './serializer.ts'

export interface RenderRequest<R extends Resource = Resource> {
  resource: R
  data: RowOf<R> | readonly RowOf<R>[] | null
  /** The attributes of primary data; 'list' for arrays and 'single' otherwise by default. */
  form?: RenderForm
  /**
   * The attributes of included resources that primary data refer to directly; 'list' by default. Resources further away
   * always have those of lists.
   */
  includedForm?: RenderForm
  /** Selects the spelling of types. */
  context?: string
  query?: Pick<Query, 'include' | 'fields'>
  meta?: object
  links?: object
}

export interface Renderer<Ctx> {
  render<R extends Resource>(ctx: Ctx, request: RenderRequest<R>): Promise<string>
  /** Each row as the parts of a document of its own; what they include is loaded for all of them together. */
  renderEach<R extends Resource>(ctx: Ctx, request: EachRequest<R>): Promise<RenderedParts[]>
  /** For documents without includes. */
  renderSync<R extends Resource>(request: RenderRequest<R>, ctx?: Ctx): string
  /** One resource object without a document, for bodies that contain several. */
  renderObject<R extends Resource>(
    resource: R,
    row: RowOf<R>,
    form: RenderForm,
    options?: { context?: string; ctx?: Ctx },
  ): string
  /** The same for many rows: looks up the serializer once. */
  objectRenderer<R extends Resource>(resource: R, form: RenderForm): (row: RowOf<R>, ctx?: Ctx) => string
  resource(name: string): Resource
}

interface EachRequest<R extends Resource = Resource> {
  resource: R
  rows: readonly RowOf<R>[]
  form: RenderForm
  include: IncludeTree
  context?: string
}

export interface RenderedParts {
  id: string
  data: string
  /** An array of resources; undefined when nothing is included. */
  included: string | undefined
}

// Clients choose sparse fieldsets, so the number of cached combinations must be bounded.
const MAX_SERIALIZERS = 500

export function createRenderer<Ctx>(options: {
  resources: readonly Resource[]
  loaders: Record<string, Loader<Ctx>>
}): Renderer<Ctx> {
  const registry = registerResources(options.resources)
  const loaders = new Map(Object.entries(options.loaders))

  function lookup(name: string): Resource {
    const resource = registry.get(name)
    if (!resource) throw new TypeError(`no resource is named ${name}`)
    return resource
  }

  const serializerFor = cacheSerializers(lookup)
  const planOf = cachePlans(lookup)

  function renderSync<R extends Resource>(request: RenderRequest<R>, ctx?: Ctx): string {
    const { resource, data, context, query } = request
    if (data === null) return wrapDocument('null', undefined, request)
    const form = request.form ?? (Array.isArray(data) ? 'list' : 'single')
    const fields = fieldsOf(resource, query)
    const serialize = serializerFor({ resource, form, context, fields, included: [] })
    if (!Array.isArray(data)) return wrapDocument(serialize(data, undefined, ctx), undefined, request)
    return wrapDocument(
      joinArray(data as readonly ResourceRow[], (row) => serialize(row, undefined, ctx)),
      undefined,
      request,
    )
  }

  async function render<R extends Resource>(ctx: Ctx, request: RenderRequest<R>): Promise<string> {
    const { resource, data, query, includedForm = 'list' } = request
    const tree = query?.include
    if (!tree || Object.keys(tree).length === 0) return renderSync(request, ctx)
    const many = Array.isArray(data)
    const rows = (many ? data : data === null ? [] : [data]) as readonly ResourceRow[]
    const graph = await loadGraph(ctx, loaders, lookup, { plan: planOf(resource, tree), rows })
    const write = entityWriter(ctx, request, serializerFor)
    const form = request.form ?? (many ? 'list' : 'single')
    const primary = many
      ? joinArray(graph.primary, (entity) => write(entity, form))
      : data === null
        ? 'null'
        : write(graph.primary[0]!, form)
    const near = graph.near.map((entity) => write(entity, includedForm))
    const far = graph.far.map((entity) => write(entity, 'list'))
    return wrapDocument(primary, `[${[...near, ...far].join(',')}]`, request)
  }

  async function renderEach<R extends Resource>(
    ctx: Ctx,
    { resource, rows, form, include, context }: EachRequest<R>,
  ): Promise<RenderedParts[]> {
    const plan = planOf(resource, include)
    const links: Links = new Map()
    const { primary } = await loadGraph(ctx, loaders, lookup, {
      plan,
      rows: rows as readonly ResourceRow[],
      links,
    })
    const write = entityWriter(ctx, { ...(context !== undefined && { context }) }, serializerFor)
    return primary.map((entity) => ({
      id: entity.row.id,
      data: write(entity, form),
      included:
        plan.steps.length === 0
          ? undefined
          : joinArray(reachableFrom(entity, links), (target) => write(target, 'list')),
    }))
  }

  function renderObject<R extends Resource>(
    resource: R,
    row: RowOf<R>,
    form: RenderForm,
    { context, ctx }: { context?: string; ctx?: Ctx } = {},
  ): string {
    const shape: Shape = { resource, form, context, fields: undefined, included: [] }
    return serializerFor(shape)(row, undefined, ctx)
  }

  function objectRenderer<R extends Resource>(
    resource: R,
    form: RenderForm,
  ): (row: RowOf<R>, ctx?: Ctx) => string {
    const serialize = serializerFor({ resource, form, context: undefined, fields: undefined, included: [] })
    return (row, ctx) => serialize(row, undefined, ctx)
  }

  return { render, renderEach, renderSync, renderObject, objectRenderer, resource: lookup }
}

function cacheSerializers(lookup: ResourceLookup): (shape: Shape) => Serialize {
  const serializers = new Map<string, Serialize>()
  /** Serializers without a client's choices; they are few and never evicted. */
  const defaultSerializers = new Map<string, Serialize>()

  return (shape) => {
    const { resource, form, context, fields, included } = shape
    if (!fields && included.length === 0) {
      const key = `${form} ${resource.name} ${context}`
      const serialize = defaultSerializers.get(key) ?? compileSerializer(shape, lookup)
      defaultSerializers.set(key, serialize)
      return serialize
    }
    const key = JSON.stringify([resource.name, form, context, fields && [...fields].sort(), included])
    const found = serializers.get(key)
    const serialize = found ?? compileSerializer(shape, lookup)
    // Least recently used entries are evicted first, so a flood of unusual fieldsets does not evict those in use.
    if (found) serializers.delete(key)
    else if (serializers.size >= MAX_SERIALIZERS) serializers.delete(serializers.keys().next().value!)
    serializers.set(key, serialize)
    return serialize
  }
}

function cachePlans(lookup: ResourceLookup): (resource: Resource, tree: IncludeTree) => IncludePlan {
  /** Parsed queries are cached, so the same tree object occurs repeatedly. */
  const plans = new WeakMap<IncludeTree, IncludePlan>()
  return (resource, tree) => {
    const known = plans.get(tree)
    if (known?.resource === resource) return known
    const plan = planIncludes(resource, tree, lookup)
    plans.set(tree, plan)
    return plan
  }
}

/** Entities with the same plan share a serializer; a lookup by key for each entity would cost more than serializing it. */
function entityWriter(
  ctx: unknown,
  { context, query }: Pick<RenderRequest, 'context' | 'query'>,
  serializerFor: (shape: Shape) => Serialize,
): (entity: Entity, form: RenderForm) => string {
  const recent = { single: new Map<object, Serialize>(), list: new Map<object, Serialize>() }
  return ({ resource, row, plans, related }, form) => {
    const known = plans.length > 1 ? undefined : (plans[0] ?? resource)
    let serialize = known && recent[form].get(known)
    if (!serialize) {
      const included = plans.length === 1 ? plans[0]!.included : namesIn(plans)
      serialize = serializerFor({ resource, form, context, fields: fieldsOf(resource, query), included })
      if (known) recent[form].set(known, serialize)
    }
    return serialize(row, related, ctx)
  }
}

function registerResources(resources: readonly Resource[]): Map<string, Resource> {
  const registry = new Map<string, Resource>()
  // Placeholders come first, so that the actual resource replaces them.
  for (const resource of [...resources].sort((a, b) => Number(b.standIn) - Number(a.standIn))) {
    const known = registry.get(resource.name)
    if (known && !known.standIn) throw new TypeError(`two resources are named ${resource.name}`)
    registry.set(resource.name, resource)
  }
  for (const resource of registry.values()) {
    for (const [name, { target }] of Object.entries(resource.relationships)) {
      if (!registry.has(target))
        throw new TypeError(`${resource.name}.${name} leads to the unknown ${target}`)
    }
  }
  for (const resource of registry.values()) checkPaths(resource, registry)
  return registry
}

function checkPaths(resource: Resource, registry: ReadonlyMap<string, Resource>): void {
  const lookup = (name: string) => registry.get(name)!
  for (const { name, along } of resource.paths) {
    const end = endOfPath(resource, along, lookup)
    const { target } = resource.relationships[name]!
    if (end.name !== target) {
      throw new TypeError(`${resource.name}.${name} leads to ${target}, but its path to ${end.name}`)
    }
  }
  for (const { along, of } of resource.preloads) {
    endOfPath(resource, along, lookup)
    for (const name of of ?? []) {
      if (!registry.has(name)) throw new TypeError(`${resource.name} preloads the unknown ${name}`)
    }
  }
}

function fieldsOf(
  resource: Resource,
  query: Pick<Query, 'fields'> | undefined,
): readonly string[] | undefined {
  const fields = query?.fields
  return fields && Object.hasOwn(fields, resource.type) ? fields[resource.type] : undefined
}

/** Sorted, without duplicates. */
const namesIn = (plans: readonly IncludePlan[]) =>
  [...new Set(plans.flatMap(({ included }) => included))].sort()

function joinArray<T>(items: readonly T[], write: (item: T) => string): string {
  let text = '['
  for (let i = 0; i < items.length; i++) text += i === 0 ? write(items[i]!) : `,${write(items[i]!)}`
  return `${text}]`
}

function wrapDocument(
  data: string,
  included: string | undefined,
  { resource, data: row, meta, links = selfOf(resource, row) }: RenderRequest,
): string {
  let text = `{"jsonapi":{"version":"1.0"},"data":${data}`
  if (included !== undefined) text += `,"included":${included}`
  if (meta !== undefined) text += `,"meta":${JSON.stringify(meta)}`
  if (links !== undefined) text += `,"links":${JSON.stringify(links)}`
  return `${text}}`
}

/** The links of a document with a single resource. */
function selfOf({ self }: Resource, row: RenderRequest['data']): object | undefined {
  return self && row !== null && !Array.isArray(row) ? { self: self(row as never) } : undefined
}
