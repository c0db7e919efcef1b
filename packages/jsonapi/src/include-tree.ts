/** Trees of include paths: which an endpoint allows, and which a request asks for. */
import type { Relationship, Resource } from './resource.ts'

/** Requested relationships by canonical name, each with the relationships requested of its targets. */
export interface IncludeTree {
  readonly [relationship: string]: IncludeTree
}

export const noIncludes: IncludeTree = Object.freeze(Object.create(null) as IncludeTree)

export type ResourceLookup = (name: string) => Resource

/** The includes that an endpoint allows, with all aliases resolved. */
export interface AllowedIncludes {
  readonly resource: Resource
  readonly children: Map<string, { name: string; allowed: AllowedIncludes }>
}

export function allowIncludes(
  root: Resource,
  paths: readonly string[],
  lookup: ResourceLookup,
): AllowedIncludes {
  const allowed: AllowedIncludes = { resource: root, children: new Map() }
  for (const path of paths) {
    let node = allowed
    for (const name of path.split('.')) {
      const relationship = includableRelationship(node.resource, name)
      if (relationship === undefined) {
        throw new TypeError(`include ${path}: ${node.resource.name} has no relationship ${name}`)
      }
      let child = node.children.get(name)
      if (child === undefined) {
        child = { name, allowed: { resource: lookup(relationship.target), children: new Map() } }
        node.children.set(name, child)
        for (const alias of relationship.aliases ?? []) node.children.set(alias, child)
      }
      node = child.allowed
    }
  }
  return allowed
}

/** Every resource that a response of the endpoint can contain. */
export function reachableResources(allowed: AllowedIncludes, found = new Set<Resource>()): Set<Resource> {
  found.add(allowed.resource)
  for (const child of allowed.children.values()) reachableResources(child.allowed, found)
  return found
}

/** Canonical paths, parents before children. */
export function allowedPaths(allowed: AllowedIncludes, prefix = ''): string[] {
  const paths: string[] = []
  for (const [key, { name, allowed: next }] of allowed.children) {
    if (key === name) paths.push(prefix + name, ...allowedPaths(next, `${prefix}${name}.`))
  }
  return paths
}

/** The longest paths of a tree: a longer path implies its parents. */
export function treePaths(tree: IncludeTree, prefix = ''): string[] {
  return Object.keys(tree).flatMap((name) => {
    const deeper = treePaths(tree[name]!, `${prefix}${name}.`)
    return deeper.length > 0 ? deeper : [prefix + name]
  })
}

export function includableRelationship(resource: Resource, name: string): Relationship | undefined {
  if (!Object.hasOwn(resource.relationships, name)) return undefined
  const relationship = resource.relationships[name]!
  return relationship.kind === 'toMany' && 'along' in relationship.source ? undefined : relationship
}

/** The target of the last relationship of a path. */
export function endOfPath(start: Resource, along: readonly string[], lookup: ResourceLookup): Resource {
  let here = start
  for (const step of along) {
    const relationship = includableRelationship(here, step)
    if (!relationship) {
      throw new TypeError(
        `${start.name} along ${along.join('.')}: ${here.name} has no relationship ${step} to follow`,
      )
    }
    here = lookup(relationship.target)
  }
  return here
}

export function hasPath(tree: IncludeTree, path: readonly string[]): boolean {
  let node = tree
  for (const name of path) {
    if (!Object.hasOwn(node, name)) return false
    node = node[name]!
  }
  return true
}

/** Every resource that can be in `included`; the root only if a path leads back to it. */
export function includableResources(
  root: Resource,
  paths: readonly string[],
  lookup: ResourceLookup,
): Resource[] {
  const found = new Set<Resource>()
  for (const child of allowIncludes(root, paths, lookup).children.values()) {
    reachableResources(child.allowed, found)
  }
  return [...found]
}
