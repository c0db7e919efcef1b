/** Loads the related resources of a document, level by level. */
import type { IncludeTree, ResourceLookup } from './include-tree.ts'
import { endOfPath, hasPath, includableRelationship } from './include-tree.ts'
import type { Relationship, RelationshipPath, Resource } from './resource.ts'
import type { Related } from './serializer.ts'

/** Loads resources by their own ids, or, under a `by` name, children by the ids of their parents. */
export type Loader<Ctx> = (ctx: Ctx, ids: readonly string[]) => Promise<readonly { id: string }[]>

export type ResourceRow = { id: string }

/** An include tree with all names resolved; it is the same for every row of the resource. */
export interface IncludePlan {
  readonly resource: Resource
  readonly steps: readonly IncludeStep[]
  /** Relationships by path whose whole path is in the tree. */
  readonly paths: readonly IncludePath[]
  readonly preloads: readonly PlannedPreload[]
  /** The names of the steps and paths, sorted. */
  readonly included: readonly string[]
}

interface IncludeStep {
  readonly name: string
  readonly relationship: Relationship
  /** The includes of the targets, if any. */
  readonly plan: IncludePlan | undefined
}

interface IncludePath {
  readonly name: string
  readonly along: readonly Relationship[]
}

interface PlannedPreload {
  readonly target: Resource
  /** The column of the keys. */
  readonly ids: string
  /** The name of the loader that takes the keys; the target's own by default. */
  readonly by: string | undefined
  /** The resources that each row of the loader contains under their names; rows of the target by default. */
  readonly of: readonly Resource[] | undefined
}

/** A resource of the document, however many paths lead to it. */
export interface Entity {
  readonly resource: Resource
  readonly row: ResourceRow
  /** The plans of the paths that lead to it, without duplicates. */
  readonly plans: IncludePlan[]
  /** The number of plans that have been followed. */
  followedCount: number
  isReached: boolean
  related: Related | undefined
}

export interface Graph {
  primary: Entity[]
  /** Included resources that primary data refer to directly. */
  near: Entity[]
  /** Included resources that only other included resources refer to. */
  far: Entity[]
}

/** The entities that each entity links to; collected only on request. */
export type Links = Map<Entity, Set<Entity>>

/** All entities reachable from `start`, the nearest first. */
export function reachableFrom(start: Entity, links: Links): Entity[] {
  const reached = new Set<Entity>([start])
  for (const entity of reached) {
    for (const target of links.get(entity) ?? []) reached.add(target)
  }
  reached.delete(start)
  return [...reached]
}

/** The rows to load concurrently for one level. */
class LoadBatch {
  /** By resource name; may contain ids that are loaded already. */
  readonly ids = new Map<string, string[]>()
  /** By the name of the loader: rows of `target` that have one of `ids` in their column `parent`. */
  readonly children = new Map<string, { target: string; parent: string; ids: Set<string> }>()
  /** By the name of the loader. */
  readonly preloads = new Map<string, { preload: PlannedPreload; keys: Set<string> }>()
}

export function planIncludes(resource: Resource, tree: IncludeTree, lookup: ResourceLookup): IncludePlan {
  const steps = Object.entries(tree).map(([name, subtree]): IncludeStep => {
    const relationship = includableRelationship(resource, name)
    if (!relationship) throw new TypeError(`${resource.name} has no relationship ${name}`)
    const isEnd = Object.keys(subtree).length === 0
    const plan = isEnd ? undefined : planIncludes(lookup(relationship.target), subtree, lookup)
    return { name, relationship, plan }
  })
  const paths = resource.paths
    .filter(({ along }) => hasPath(tree, along))
    .map(({ name, along }) => ({ name, along: relationshipsAlong(resource, along, lookup) }))
  const preloads = resource.preloads
    .filter(({ along }) => hasPath(tree, along))
    .map(({ along, ids, by, of }) => ({
      target: endOfPath(resource, along, lookup),
      ids,
      by,
      of: of?.map(lookup),
    }))
  const included = [...steps, ...paths].map(({ name }) => name).sort()
  return { resource, steps, paths, preloads, included }
}

function relationshipsAlong(
  start: Resource,
  along: RelationshipPath,
  lookup: ResourceLookup,
): Relationship[] {
  let here = start
  return along.map((name) => {
    const relationship = here.relationships[name]!
    here = lookup(relationship.target)
    return relationship
  })
}

/**
 * Follows a plan level by level; each level costs one loader call per target. Declared preloads of a resource are loaded with
 * the next level, however long their path is.
 */
export async function loadGraph<Ctx>(
  ctx: Ctx,
  loaders: ReadonlyMap<string, Loader<Ctx>>,
  lookup: ResourceLookup,
  { plan, rows, links }: { plan: IncludePlan; rows: readonly ResourceRow[]; links?: Links },
): Promise<Graph> {
  const store = new EntityStore(ctx, loaders, lookup)
  const near: Entity[] = []
  const far: Entity[] = []
  let found = near
  let frontier: Entity[] = []
  const primary = rows.map((row) => store.add(plan.resource, row))
  for (const entity of primary) {
    entity.isReached = true
    addPlan(entity, plan, frontier)
  }
  const paths: { entity: Entity; path: IncludePath }[] = []
  while (frontier.length > 0) {
    const followedSteps: { entity: Entity; step: IncludeStep }[] = []
    const batch = new LoadBatch()
    for (const entity of frontier) {
      for (; entity.followedCount < entity.plans.length; entity.followedCount++) {
        const next = entity.plans[entity.followedCount]!
        for (const step of next.steps) {
          followedSteps.push({ entity, step })
          store.request(batch, entity.row, step.relationship)
        }
        for (const preload of next.preloads) store.requestPreload(batch, entity.row, preload)
        for (const path of next.paths) paths.push({ entity, path })
      }
    }
    await store.load(batch)
    frontier = []
    for (const { entity, step } of followedSteps) {
      for (const target of store.follow(entity, step)) {
        if (links) getOrAdd(links, entity, newSet).add(target)
        if (!target.isReached) {
          target.isReached = true
          found.push(target)
        }
        if (step.plan) addPlan(target, step.plan, frontier)
      }
    }
    found = far
  }
  for (const { entity, path } of paths) store.followPath(entity, path)
  return { primary, near, far }
}

/** Adds the entity to the next level once, whatever the number of its new plans. */
function addPlan(entity: Entity, plan: IncludePlan, next: Entity[]): void {
  if (entity.plans.includes(plan)) return
  if (entity.plans.length === entity.followedCount) next.push(entity)
  entity.plans.push(plan)
}

class EntityStore<Ctx> {
  readonly #ctx: Ctx
  readonly #loaders: ReadonlyMap<string, Loader<Ctx>>
  readonly #lookup: ResourceLookup
  /** By resource name and id; undefined marks an id that was loaded and not found. */
  readonly #entities = new Map<string, Map<string, Entity | undefined>>()
  /** Ids of children by loader name and parent id, in the order of the loader. */
  readonly #children = new Map<string, Map<string, Set<string>>>()

  constructor(ctx: Ctx, loaders: ReadonlyMap<string, Loader<Ctx>>, lookup: ResourceLookup) {
    this.#ctx = ctx
    this.#loaders = loaders
    this.#lookup = lookup
  }

  /** The first row of an id is used: a primary row may have more columns than a related one. */
  add(resource: Resource, row: ResourceRow): Entity {
    const known = slot(this.#entities, resource.name)
    let entity = known.get(row.id)
    if (!entity) {
      entity = { resource, row, plans: [], followedCount: 0, isReached: false, related: undefined }
      known.set(row.id, entity)
    }
    return entity
  }

  request({ children, ids }: LoadBatch, row: ResourceRow, relationship: Relationship): void {
    const { target } = relationship
    if (relationship.kind === 'toMany' && 'by' in relationship.source) {
      const { by, parent } = relationship.source
      if (slot(this.#children, by).has(row.id)) return
      const group = getOrAdd(children, by, () => ({ target, parent, ids: new Set() }))
      group.ids.add(row.id)
    } else {
      const wanted = getOrAdd(ids, target, newList)
      for (const id of idsIn(row, relationship)) wanted.push(id)
    }
  }

  requestPreload(batch: LoadBatch, row: ResourceRow, preload: PlannedPreload): void {
    const { target, ids, by } = preload
    // Not every query of a resource selects the column.
    const keys = columnsOf<string[] | null | undefined>(row)[ids] ?? []
    if (keys.length === 0) return
    if (by === undefined) {
      getOrAdd(batch.ids, target.name, newList).push(...keys)
    } else {
      const group = getOrAdd(batch.preloads, by, () => ({ preload, keys: new Set() }))
      for (const key of keys) group.keys.add(key)
    }
  }

  async load({ children, preloads, ids }: LoadBatch): Promise<void> {
    const loading: Promise<void>[] = []
    const loadingTargets = new Set<string>()
    for (const [by, group] of children) {
      loadingTargets.add(group.target)
      loading.push(this.#loadChildren(by, group))
    }
    for (const [by, { preload, keys }] of preloads) {
      for (const { name } of preload.of ?? []) loadingTargets.add(name)
      loading.push(this.#loadByKeys(by, preload, keys))
    }
    // If rows of the same target are being loaded otherwise, the ids are loaded afterwards, because they may be among them.
    const deferred: [string, string[]][] = []
    for (const [target, wanted] of ids) {
      if (loadingTargets.has(target)) deferred.push([target, wanted])
      else loading.push(this.#loadByIds(target, wanted))
    }
    await Promise.all(loading)
    if (deferred.length > 0) {
      await Promise.all(deferred.map(([target, wanted]) => this.#loadByIds(target, wanted)))
    }
  }

  /** Records the linkage of a loaded step and returns the existing targets. */
  follow(entity: Entity, { name, relationship }: IncludeStep): Entity[] {
    const ids = this.#idsOf(entity, relationship)
    if (relationship.kind === 'toMany' && 'by' in relationship.source) relate(entity, name, ids)
    return this.#found(relationship.target, ids)
  }

  /** Records the linkage at the end of a path whose steps have all been followed. */
  followPath(entity: Entity, { name, along }: IncludePath): void {
    let here = [entity]
    let ids: string[] = []
    for (const relationship of along) {
      // Without duplicates, or shared targets would be followed several times.
      ids = [...new Set(here.flatMap((one) => this.#idsOf(one, relationship)))]
      here = this.#found(relationship.target, ids)
    }
    relate(entity, name, ids)
  }

  #idsOf({ row }: Entity, relationship: Relationship): readonly string[] {
    if (relationship.kind === 'toMany' && 'by' in relationship.source) {
      return [...(this.#children.get(relationship.source.by)?.get(row.id) ?? [])]
    }
    return idsIn(row, relationship)
  }

  #found(target: string, ids: readonly string[]): Entity[] {
    const known = slot(this.#entities, target)
    const found: Entity[] = []
    for (const id of ids) {
      const entity = known.get(id)
      if (entity) found.push(entity)
    }
    return found
  }

  async #loadByIds(target: string, ids: readonly string[]): Promise<void> {
    const known = slot(this.#entities, target)
    const missing: string[] = []
    for (const id of ids) {
      if (known.has(id)) continue
      known.set(id, undefined)
      missing.push(id)
    }
    if (missing.length === 0) return
    const resource = this.#lookup(target)
    for (const row of await this.#loader(target)(this.#ctx, missing)) this.add(resource, row)
  }

  async #loadByKeys(by: string, { target, of }: PlannedPreload, keys: ReadonlySet<string>): Promise<void> {
    for (const row of await this.#loader(by)(this.#ctx, [...keys])) {
      if (!of) this.add(target, row)
      for (const resource of of ?? []) this.add(resource, columnsOf<ResourceRow>(row)[resource.name]!)
    }
  }

  async #loadChildren(
    by: string,
    group: { target: string; parent: string; ids: ReadonlySet<string> },
  ): Promise<void> {
    const children = slot(this.#children, by)
    for (const id of group.ids) children.set(id, new Set())
    const target = this.#lookup(group.target)
    for (const row of await this.#loader(by)(this.#ctx, [...group.ids])) {
      const parent = columnsOf<string>(row)[group.parent]!
      const siblings = group.ids.has(parent) && children.get(parent)
      if (!siblings) continue
      siblings.add(row.id)
      this.add(target, row)
    }
  }

  #loader(name: string): Loader<Ctx> {
    const loader = this.#loaders.get(name)
    if (!loader) throw new TypeError(`no loader is named ${name}`)
    return loader
  }
}

function relate(entity: Entity, name: string, ids: readonly string[]): void {
  entity.related ??= Object.create(null) as Related
  entity.related[name] = ids
}

function idsIn(row: ResourceRow, relationship: Relationship): readonly string[] {
  const columns = columnsOf<unknown>(row)
  if (relationship.kind === 'toOne') {
    const id = columns[relationship.from]
    return id === null || id === undefined ? [] : [id as string]
  }
  return 'ids' in relationship.source ? ((columns[relationship.source.ids] as string[] | null) ?? []) : []
}

const columnsOf = <T>(row: ResourceRow) => row as unknown as Record<string, T>

const newSet = () => new Set<Entity>()
const newList = (): string[] => []

const slot = <K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> =>
  getOrAdd(maps, key, () => new Map<L, V>())

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
