import { endOfPath, type IncludeTree } from './include-tree.ts'
import {
  type Entity,
  type Links,
  type Loader,
  loadGraph,
  type Plan,
  planIncludes,
  type Row,
  reachableFrom,
} from './includes.ts'
import type { Query } from './query.ts'
import type { Resource, RowOf } from './resource.ts'
import { compileSerializer, type Form, type Serialize, type Shape } from './serializer.ts'

export interface RenderRequest<R extends Resource = Resource> {
  resource: R
  data: RowOf<R> | readonly RowOf<R>[] | null
  /** Which attributes primary data have; by the shape of data unless told otherwise. */
  form?: Form
  /**
   * Which attributes included resources have that primary data lead to themselves; those of lists unless told otherwise.
   * What lies further away always has those of lists.
   */
  includedForm?: Form
  /** Which spelling the types have. */
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
  /** One resource object without a document around it, for bodies that carry several. */
  renderObject<R extends Resource>(
    resource: R,
    row: RowOf<R>,
    form: Form,
    shown?: { context?: string; ctx?: Ctx },
  ): string
  /** The same for many rows: finding out how to write one takes as long as a part of the writing. */
  objectRenderer<R extends Resource>(resource: R, form: Form): (row: RowOf<R>) => string
  resource(name: string): Resource
}

export interface EachRequest<R extends Resource = Resource> {
  resource: R
  rows: readonly RowOf<R>[]
  form: Form
  include: IncludeTree
  context?: string
}

export interface RenderedParts {
  id: string
  data: string
  /** An array of resources; undefined where the include asks for nothing. */
  included: string | undefined
}

// Sparse fieldsets come from clients, so their combinations must not fill the memory.
const MAX_SERIALIZERS = 500

export function createRenderer<Ctx>(options: {
  resources: readonly Resource[]
  loaders: Record<string, Loader<Ctx>>
}): Renderer<Ctx> {
  const registry = registerResources(options.resources)
  const loaders = new Map(Object.entries(options.loaders))
  const serializers = new Map<string, Serialize>()
  /** Of resources without anything that a client chooses; so few that they stay. */
  const wholes = new Map<string, Serialize>()
  /** Of trees that are asked for again. */
  const plans = new WeakMap<IncludeTree, Plan>()

  function lookup(name: string): Resource {
    const resource = registry.get(name)
    if (!resource) throw new TypeError(`no resource is named ${name}`)
    return resource
  }

  function serializerFor(shape: Shape): Serialize {
    const { resource, form, context, fields, included } = shape
    if (!fields && included.length === 0) {
      const key = `${form} ${resource.name} ${context}`
      const whole = wholes.get(key) ?? compileSerializer(shape, lookup)
      wholes.set(key, whole)
      return whole
    }
    const key = JSON.stringify([resource.name, form, context, fields && [...fields].sort(), included])
    const found = serializers.get(key)
    const serialize = found ?? compileSerializer(shape, lookup)
    // Least recently used goes first: a flood of odd fieldsets cannot push out what is in use.
    if (found) serializers.delete(key)
    else if (serializers.size >= MAX_SERIALIZERS) serializers.delete(serializers.keys().next().value!)
    serializers.set(key, serialize)
    return serialize
  }

  function planOf(resource: Resource, tree: IncludeTree): Plan {
    const known = plans.get(tree)
    if (known?.resource === resource) return known
    const plan = planIncludes(resource, tree, lookup)
    plans.set(tree, plan)
    return plan
  }

  function renderSync<R extends Resource>(request: RenderRequest<R>, ctx?: Ctx): string {
    const { resource, data, context, query } = request
    if (data === null) return wrapDocument('null', undefined, request)
    const form = request.form ?? (Array.isArray(data) ? 'list' : 'single')
    const fields = fieldsOf(resource, query)
    const serialize = serializerFor({ resource, form, context, fields, included: [] })
    if (!Array.isArray(data)) return wrapDocument(serialize(data, undefined, ctx), undefined, request)
    return wrapDocument(
      joinArray(data as readonly Row[], (row) => serialize(row, undefined, ctx)),
      undefined,
      request,
    )
  }

  async function render<R extends Resource>(ctx: Ctx, request: RenderRequest<R>): Promise<string> {
    const { resource, data, context, query, includedForm = 'list' } = request
    const tree = query?.include
    if (!tree || Object.keys(tree).length === 0) return renderSync(request, ctx)
    const many = Array.isArray(data)
    const rows = (many ? data : data === null ? [] : [data]) as readonly Row[]
    const graph = await loadGraph(ctx, loaders, lookup, { plan: planOf(resource, tree), rows })

    const write = entityWriter(ctx, context, query)
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
    const { primary } = await loadGraph(ctx, loaders, lookup, { plan, rows: rows as readonly Row[], links })
    const write = entityWriter(ctx, context)
    return primary.map((entity) => ({
      id: entity.row.id,
      data: write(entity, form),
      included:
        plan.steps.length === 0
          ? undefined
          : joinArray(reachableFrom(entity, links), (target) => write(target, 'list')),
    }))
  }

  /**
   * Entities of one resource of which the same is asked share a serializer; finding it by its key for each of them would
   * cost more than using it.
   */
  function entityWriter(ctx: Ctx, context: string | undefined, query?: Pick<Query, 'fields'>) {
    const recent = { single: new Map<object, Serialize>(), list: new Map<object, Serialize>() }
    return ({ resource, row, asked, related }: Entity, form: Form) => {
      const known = asked.length > 1 ? undefined : (asked[0] ?? resource)
      let serialize = known && recent[form].get(known)
      if (!serialize) {
        const included = asked.length === 1 ? asked[0]!.included : namesIn(asked)
        serialize = serializerFor({ resource, form, context, fields: fieldsOf(resource, query), included })
        if (known) recent[form].set(known, serialize)
      }
      return serialize(row, related, ctx)
    }
  }

  function renderObject<R extends Resource>(
    resource: R,
    row: RowOf<R>,
    form: Form,
    { context, ctx }: { context?: string; ctx?: Ctx } = {},
  ): string {
    const shape: Shape = { resource, form, context, fields: undefined, included: [] }
    return serializerFor(shape)(row, undefined, ctx)
  }

  function objectRenderer<R extends Resource>(resource: R, form: Form): (row: RowOf<R>) => string {
    const serialize = serializerFor({ resource, form, context: undefined, fields: undefined, included: [] })
    return (row) => serialize(row, undefined, undefined)
  }

  return { render, renderEach, renderSync, renderObject, objectRenderer, resource: lookup }
}

function registerResources(resources: readonly Resource[]): Map<string, Resource> {
  const registry = new Map<string, Resource>()
  // Whoever stands in comes first, so that the resource itself takes its place.
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

/** Sorted, and each once. */
const namesIn = (plans: readonly Plan[]) => [...new Set(plans.flatMap(({ included }) => included))].sort()

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

/** A document of one resource has its address. */
function selfOf({ self }: Resource, row: RenderRequest['data']): object | undefined {
  return self && row !== null && !Array.isArray(row) ? { self: self(row as never) } : undefined
}
