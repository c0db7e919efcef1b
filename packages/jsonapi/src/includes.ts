import type { IncludeTree, Lookup } from './include-tree.ts'
import { endOfPath, hasPath, includableRelationship } from './include-tree.ts'
import type { Relationship, RelationshipPath, Resource } from './resource.ts'
import type { Related } from './serializer.ts'

/** Loads resources by their own ids, or, under a `by` name, children by the ids of their parents. */
export type Loader<Ctx> = (ctx: Ctx, ids: readonly string[]) => Promise<readonly { id: string }[]>

export type Row = { id: string }

/** What an include tree asks of a resource, with all names looked up; it is the same for every row. */
export interface Plan {
  readonly resource: Resource
  readonly steps: readonly Step[]
  /** Relationships along a path that the tree asks for in full. */
  readonly paths: readonly Path[]
  /** What is loaded before the way has led to it. */
  readonly preloads: readonly Preload[]
  /** The names of the steps and paths, sorted. */
  readonly included: readonly string[]
}

interface Step {
  readonly name: string
  readonly relationship: Relationship
  /** What is asked of the targets, if anything. */
  readonly plan: Plan | undefined
}

interface Path {
  readonly name: string
  readonly along: readonly Relationship[]
}

interface Preload {
  readonly target: Resource
  /** The column of the keys. */
  readonly ids: string
  /** The name of the loader that takes them, where that is not the target's own. */
  readonly by: string | undefined
  /** What that loader finds, by names under which each of its rows has one, where that is not the target alone. */
  readonly of: readonly Resource[] | undefined
}

/** One resource of the document, however many paths lead to it. */
export interface Entity {
  readonly resource: Resource
  readonly row: Row
  /** What paths ask of it, each once. */
  readonly asked: Plan[]
  /** How many of those have been followed. */
  followed: number
  isReached: boolean
  related: Related | undefined
}

export interface Graph {
  primary: Entity[]
  /** What primary data lead to themselves. */
  near: Entity[]
  /** What is reached through others only. */
  far: Entity[]
}

/** What each entity leads to; noted only where somebody needs to know it. */
export type Links = Map<Entity, Set<Entity>>

/** Everything that an entity leads to, the nearest first. */
export function reachableFrom(start: Entity, links: Links): Entity[] {
  const reached = new Set<Entity>([start])
  for (const entity of reached) {
    for (const target of links.get(entity) ?? []) reached.add(target)
  }
  reached.delete(start)
  return [...reached]
}

/** What is to be loaded at once. */
class Level {
  /** By resource name, also with ids that are there already. */
  readonly ids = new Map<string, string[]>()
  /** By the name of their loader: rows of `target` that name one of `ids` in their column `parent`. */
  readonly children = new Map<string, { target: string; parent: string; ids: Set<string> }>()
  /** By the name of their loader. */
  readonly early = new Map<string, { preload: Preload; keys: Set<string> }>()
}

export function planIncludes(resource: Resource, tree: IncludeTree, lookup: Lookup): Plan {
  const steps = Object.entries(tree).map(([name, subtree]): Step => {
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

function relationshipsAlong(start: Resource, along: RelationshipPath, lookup: Lookup): Relationship[] {
  let here = start
  return along.map((name) => {
    const relationship = here.relationships[name]!
    here = lookup(relationship.target)
    return relationship
  })
}

/**
 * Follows a plan level by level; each level costs one loader call per target. What a resource declares to
 * preload is loaded with the level after it, however far away it is.
 */
export async function loadGraph<Ctx>(
  ctx: Ctx,
  loaders: ReadonlyMap<string, Loader<Ctx>>,
  lookup: Lookup,
  { plan, rows, links }: { plan: Plan; rows: readonly Row[]; links?: Links },
): Promise<Graph> {
  const store = new Store(ctx, loaders, lookup)
  const near: Entity[] = []
  const far: Entity[] = []
  let found = near
  let frontier: Entity[] = []
  const primary = rows.map((row) => store.add(plan.resource, row))
  for (const entity of primary) {
    entity.isReached = true
    ask(entity, plan, frontier)
  }
  const paths: { entity: Entity; path: Path }[] = []
  while (frontier.length > 0) {
    const taken: { entity: Entity; step: Step }[] = []
    const level = new Level()
    for (const entity of frontier) {
      for (; entity.followed < entity.asked.length; entity.followed++) {
        const asked = entity.asked[entity.followed]!
        for (const step of asked.steps) {
          taken.push({ entity, step })
          store.want(level, entity.row, step.relationship)
        }
        for (const preload of asked.preloads) store.wantEarly(level, entity.row, preload)
        for (const path of asked.paths) paths.push({ entity, path })
      }
    }
    await store.load(level)
    frontier = []
    for (const { entity, step } of taken) {
      for (const target of store.follow(entity, step)) {
        if (links) getOrAdd(links, entity, newSet).add(target)
        if (!target.isReached) {
          target.isReached = true
          found.push(target)
        }
        if (step.plan) ask(target, step.plan, frontier)
      }
    }
    found = far
  }
  for (const { entity, path } of paths) store.followPath(entity, path)
  return { primary, near, far }
}

/** However much is asked of an entity on the next level, it is there once. */
function ask(entity: Entity, plan: Plan, next: Entity[]): void {
  if (entity.asked.includes(plan)) return
  if (entity.asked.length === entity.followed) next.push(entity)
  entity.asked.push(plan)
}

class Store<Ctx> {
  readonly #ctx: Ctx
  readonly #loaders: ReadonlyMap<string, Loader<Ctx>>
  readonly #lookup: Lookup
  /** By resource name and id; undefined marks an id that was asked for and not found. */
  readonly #entities = new Map<string, Map<string, Entity | undefined>>()
  /** Children by `by` name and parent id, in the order of the loader. */
  readonly #children = new Map<string, Map<string, Set<string>>>()

  constructor(ctx: Ctx, loaders: ReadonlyMap<string, Loader<Ctx>>, lookup: Lookup) {
    this.#ctx = ctx
    this.#loaders = loaders
    this.#lookup = lookup
  }

  /** The first row of an id stays: the primary row may know more than a related one. */
  add(resource: Resource, row: Row): Entity {
    const known = slot(this.#entities, resource.name)
    let entity = known.get(row.id)
    if (!entity) {
      entity = { resource, row, asked: [], followed: 0, isReached: false, related: undefined }
      known.set(row.id, entity)
    }
    return entity
  }

  want({ children, ids }: Level, row: Row, relationship: Relationship): void {
    const { target } = relationship
    if (relationship.kind === 'toMany' && 'by' in relationship.source) {
      const { by, parent } = relationship.source
      if (slot(this.#children, by).has(row.id)) return
      const asked = getOrAdd(children, by, () => ({ target, parent, ids: new Set() }))
      asked.ids.add(row.id)
    } else {
      const wanted = getOrAdd(ids, target, newList)
      for (const id of idsIn(row, relationship)) wanted.push(id)
    }
  }

  wantEarly(level: Level, row: Row, preload: Preload): void {
    const { target, ids, by } = preload
    // Not every query of a resource reads the column.
    const keys = columnsOf<string[] | null | undefined>(row)[ids] ?? []
    if (keys.length === 0) return
    if (by === undefined) {
      getOrAdd(level.ids, target.name, newList).push(...keys)
    } else {
      const asked = getOrAdd(level.early, by, () => ({ preload, keys: new Set() }))
      for (const key of keys) asked.keys.add(key)
    }
  }

  async load({ children, early, ids }: Level): Promise<void> {
    const loading: Promise<void>[] = []
    const underWay = new Set<string>()
    for (const [by, asked] of children) {
      underWay.add(asked.target)
      loading.push(this.#loadChildren(by, asked))
    }
    for (const [by, { preload, keys }] of early) {
      for (const { name } of preload.of ?? []) underWay.add(name)
      loading.push(this.#loadByKeys(by, preload, keys))
    }
    // Ids of a target that others are being loaded of wait, as they may be among those.
    const waiting: [string, string[]][] = []
    for (const [target, wanted] of ids) {
      if (underWay.has(target)) waiting.push([target, wanted])
      else loading.push(this.#loadByIds(target, wanted))
    }
    await Promise.all(loading)
    if (waiting.length > 0) {
      await Promise.all(waiting.map(([target, wanted]) => this.#loadByIds(target, wanted)))
    }
  }

  /** Notes the linkage of a loaded step and returns the targets that exist. */
  follow(entity: Entity, { name, relationship }: Step): Entity[] {
    const ids = this.#idsOf(entity, relationship)
    if (relationship.kind === 'toMany' && 'by' in relationship.source) relate(entity, name, ids)
    return this.#found(relationship.target, ids)
  }

  /** Notes the linkage at the end of a path whose steps have all been followed. */
  followPath(entity: Entity, { name, along }: Path): void {
    let here = [entity]
    let ids: string[] = []
    for (const relationship of along) {
      // Once each, or what many lead to would be followed as many times.
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

  async #loadByKeys(by: string, { target, of }: Preload, keys: ReadonlySet<string>): Promise<void> {
    for (const row of await this.#loader(by)(this.#ctx, [...keys])) {
      if (!of) this.add(target, row)
      for (const resource of of ?? []) this.add(resource, columnsOf<Row>(row)[resource.name]!)
    }
  }

  async #loadChildren(
    by: string,
    asked: { target: string; parent: string; ids: ReadonlySet<string> },
  ): Promise<void> {
    const children = slot(this.#children, by)
    for (const id of asked.ids) children.set(id, new Set())
    const target = this.#lookup(asked.target)
    for (const row of await this.#loader(by)(this.#ctx, [...asked.ids])) {
      const parent = columnsOf<string>(row)[asked.parent]!
      const siblings = asked.ids.has(parent) && children.get(parent)
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

function idsIn(row: Row, relationship: Relationship): readonly string[] {
  const columns = columnsOf<unknown>(row)
  if (relationship.kind === 'toOne') {
    const id = columns[relationship.from]
    return id === null || id === undefined ? [] : [id as string]
  }
  return 'ids' in relationship.source ? ((columns[relationship.source.ids] as string[] | null) ?? []) : []
}

const columnsOf = <T>(row: Row) => row as unknown as Record<string, T>

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
