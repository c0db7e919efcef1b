import type { IncludeTree, Lookup } from './include-tree.ts'
import { endOfPath, hasPath, includableRelationship } from './include-tree.ts'
import type { Relationship, RelationshipPath, Resource } from './resource.ts'
import type { Related } from './serializer.ts'

/** Loads resources by their own ids, or, under a `by` name, children by the ids of their parents. */
export type Loader<Ctx> = (ctx: Ctx, ids: readonly string[]) => Promise<readonly { id: string }[]>

export type Row = { id: string }

/** One resource of the document, however many paths lead to it. */
export interface Entity {
  readonly resource: Resource
  readonly row: Row
  /** Relationships that some path asked for on this entity. */
  readonly included: Set<string>
  related: Related | undefined
}

export interface Graph {
  primary: Entity[]
  /** What primary data lead to themselves. */
  near: Entity[]
  /** What is reached through others only. */
  far: Entity[]
}

interface Step {
  entity: Entity
  name: string
  relationship: Relationship
  subtree: IncludeTree
}

/** A relationship along a path that some include asked for in full. */
interface Path {
  entity: Entity
  name: string
  along: RelationshipPath
}

/** Rows that a level asks for before the way has led to them. */
interface Early {
  target: Resource
  /** The name of the loader that takes the ids, where that is not the target's own. */
  by: string | undefined
  ids: readonly string[]
}

/**
 * Follows an include tree level by level; each level costs one loader call per target. What a resource declares to
 * preload is loaded with the level after it, however far away it is.
 */
export async function loadGraph<Ctx>(
  ctx: Ctx,
  loaders: ReadonlyMap<string, Loader<Ctx>>,
  lookup: Lookup,
  start: { resource: Resource; rows: readonly Row[]; tree: IncludeTree },
): Promise<Graph> {
  const store = new Store(ctx, loaders, lookup)
  const primary = start.rows.map((row) => store.add(start.resource, row))
  const near: Entity[] = []
  const far: Entity[] = []
  let found = near
  const reached = new Set(primary)
  const paths: Path[] = []
  let frontier = new Map(primary.map((entity) => [entity, new Set([start.tree])]))
  while (frontier.size > 0) {
    const steps = [...frontier].flatMap(([entity, trees]) =>
      [...trees].flatMap((tree) => stepsOf(entity, tree)),
    )
    for (const [entity, trees] of frontier) {
      if (entity.resource.paths.length > 0) paths.push(...pathsOf(entity, trees))
    }
    const early = [...frontier].flatMap(([entity, trees]) => earlyOf(entity, trees, lookup))
    await store.load(steps, early)
    frontier = new Map()
    for (const step of steps) {
      for (const target of store.follow(step)) {
        if (!reached.has(target)) {
          reached.add(target)
          found.push(target)
        }
        if (Object.keys(step.subtree).length === 0) continue
        const trees = frontier.get(target)
        if (trees) trees.add(step.subtree)
        else frontier.set(target, new Set([step.subtree]))
      }
    }
    found = far
  }
  for (const path of paths) store.followPath(path)
  return { primary, near, far }
}

function stepsOf(entity: Entity, tree: IncludeTree): Step[] {
  return Object.entries(tree).map(([name, subtree]) => {
    const relationship = includableRelationship(entity.resource, name)
    if (!relationship) throw new TypeError(`${entity.resource.name} has no relationship ${name}`)
    entity.included.add(name)
    return { entity, name, relationship, subtree }
  })
}

function pathsOf(entity: Entity, trees: ReadonlySet<IncludeTree>): Path[] {
  return entity.resource.paths.flatMap(({ name, along }) => {
    if (![...trees].some((tree) => hasPath(tree, along))) return []
    entity.included.add(name)
    return [{ entity, name, along }]
  })
}

/** The first step of a path is loaded with this level anyway. */
function earlyOf({ resource, row }: Entity, trees: ReadonlySet<IncludeTree>, lookup: Lookup): Early[] {
  return resource.preloads.flatMap(({ along, ids, by }) => {
    if (![...trees].some((tree) => hasPath(tree, along))) return []
    // Not every query of a resource reads the column.
    const keys = (row as unknown as Record<string, string[] | null | undefined>)[ids] ?? []
    return keys.length === 0 ? [] : [{ target: endOfPath(resource, along, lookup), by, ids: keys }]
  })
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
    const entity = known.get(row.id) ?? { resource, row, included: new Set<string>(), related: undefined }
    known.set(row.id, entity)
    return entity
  }

  async load(steps: readonly Step[], early: readonly Early[]): Promise<void> {
    const parents = new Map<string, { target: string; parent: string; ids: Set<string> }>()
    const wanted = new Map<string, Set<string>>()
    for (const { entity, relationship } of steps) {
      const { target } = relationship
      if (relationship.kind === 'toMany' && 'by' in relationship.source) {
        const { by, parent } = relationship.source
        if (slot(this.#children, by).has(entity.row.id)) continue
        const asked = parents.get(by) ?? { target, parent, ids: new Set() }
        parents.set(by, asked)
        asked.ids.add(entity.row.id)
      } else {
        const ids = wanted.get(target) ?? new Set()
        wanted.set(target, ids)
        for (const id of idsIn(entity.row, relationship)) ids.add(id)
      }
    }
    const byKeys = new Map<string, { target: Resource; keys: Set<string> }>()
    for (const { target, by, ids } of early) {
      if (by === undefined) wanted.set(target.name, union(wanted.get(target.name), ids))
      else byKeys.set(by, { target, keys: union(byKeys.get(by)?.keys, ids) })
    }
    // Ids of a target that children are being loaded of wait, as they may be among those children.
    const targetsOfChildren = new Set([...parents.values()].map(({ target }) => target))
    const [waiting, free] = partition([...wanted], ([target]) => targetsOfChildren.has(target))
    await Promise.all([
      ...[...parents].map(([by, asked]) => this.#loadChildren(by, asked)),
      ...[...byKeys].map(([by, { target, keys }]) => this.#loadByKeys(by, target, keys)),
      ...free.map(([target, ids]) => this.#loadByIds(target, ids)),
    ])
    await Promise.all(waiting.map(([target, ids]) => this.#loadByIds(target, ids)))
  }

  /** Notes the linkage of a loaded step and returns the targets that exist. */
  follow({ entity, name, relationship }: Step): Entity[] {
    const ids = this.#idsOf(entity, relationship)
    if (relationship.kind === 'toMany' && 'by' in relationship.source) relate(entity, name, ids)
    return this.#found(relationship.target, ids)
  }

  /** Notes the linkage at the end of a path whose steps have all been followed. */
  followPath({ entity, name, along }: Path): void {
    let here = [entity]
    let { resource } = entity
    let ids: string[] = []
    for (const step of along) {
      const relationship = resource.relationships[step]!
      // Once each, or what many lead to would be followed as many times.
      ids = [...new Set(here.flatMap((one) => this.#idsOf(one, relationship)))]
      here = this.#found(relationship.target, ids)
      resource = this.#lookup(relationship.target)
    }
    relate(entity, name, ids)
  }

  #idsOf({ row }: Entity, relationship: Relationship): string[] {
    if (relationship.kind === 'toMany' && 'by' in relationship.source) {
      return [...(this.#children.get(relationship.source.by)?.get(row.id) ?? [])]
    }
    return idsIn(row, relationship)
  }

  #found(target: string, ids: readonly string[]): Entity[] {
    const known = slot(this.#entities, target)
    return ids.flatMap((id) => known.get(id) ?? [])
  }

  async #loadByIds(target: string, ids: ReadonlySet<string>): Promise<void> {
    const known = slot(this.#entities, target)
    const missing = [...ids].filter((id) => !known.has(id))
    if (missing.length === 0) return
    for (const id of missing) known.set(id, undefined)
    const rows = await this.#loader(target)(this.#ctx, missing)
    for (const row of rows) this.add(this.#lookup(target), row)
  }

  async #loadByKeys(by: string, target: Resource, keys: ReadonlySet<string>): Promise<void> {
    for (const row of await this.#loader(by)(this.#ctx, [...keys])) this.add(target, row)
  }

  async #loadChildren(
    by: string,
    asked: { target: string; parent: string; ids: Set<string> },
  ): Promise<void> {
    const children = slot(this.#children, by)
    for (const id of asked.ids) children.set(id, new Set())
    const target = this.#lookup(asked.target)
    for (const row of await this.#loader(by)(this.#ctx, [...asked.ids])) {
      const siblings = asked.ids.has(parentOf(row, asked.parent)) && children.get(parentOf(row, asked.parent))
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

function idsIn(row: Row, relationship: Relationship): string[] {
  const columns = row as unknown as Record<string, unknown>
  if (relationship.kind === 'toOne') {
    const id = columns[relationship.from]
    return id === null || id === undefined ? [] : [id as string]
  }
  return 'ids' in relationship.source ? ((columns[relationship.source.ids] as string[] | null) ?? []) : []
}

function parentOf(row: Row, column: string): string {
  return (row as unknown as Record<string, string>)[column]!
}

const union = (known: ReadonlySet<string> | undefined, more: readonly string[]) =>
  new Set([...(known ?? []), ...more])

function slot<K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let inner = map.get(key)
  if (!inner) {
    inner = new Map()
    map.set(key, inner)
  }
  return inner
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
