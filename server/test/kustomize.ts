/**
 * Renders an overlay in `deploy/kubernetes` as `kubectl kustomize` does, where neither is installed. It knows what those files use,
 * and refuses everything else (docs/decisions/0041-kustomize.md).
 */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own members; the schemas of the kinds check them.
  [member: string]: any
}

interface Operation {
  op: string
  path: string
  value?: unknown
}

const MEMBERS = ['apiVersion', 'kind', 'resources', 'patches']
const TARGET = ['kind', 'name']

export function render(folder: string): Manifest[] {
  const file = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  allowOnly(MEMBERS, file, folder)
  const resources: Manifest[] = file.resources.flatMap((name: string) => read(join(folder, name)))
  const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  if (new Set(names).size < names.length) throw new Error(`${folder} has a resource twice.`)
  for (const { target, patch, ...other } of file.patches ?? []) {
    allowOnly([], other, folder)
    allowOnly(TARGET, target, folder)
    const targets = resources.filter(
      ({ kind, metadata }) => kind === target.kind && [undefined, metadata.name].includes(target.name),
    )
    // Kustomize accepts a patch of nothing; here it would be a mistake.
    if (targets.length === 0)
      throw new Error(`${folder} has a patch without a target: ${JSON.stringify(target)}.`)
    for (const one of targets) for (const operation of parse(patch)) apply(one, operation)
  }
  return resources
}

function read(path: string): Manifest[] {
  if (lstatSync(path).isDirectory()) return render(path)
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS() as Manifest
  })
}

function allowOnly(known: readonly string[], object: object, folder: string): void {
  const unknown = Object.keys(object).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${folder} uses ${unknown.join(', ')}, which is not rendered here.`)
}

/** JSON Patch (RFC 6902). */
function apply(manifest: Manifest, { op, path, value, ...other }: Operation): void {
  allowOnly([], other, path)
  const names = path
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop() as string
  // biome-ignore lint/suspicious/noExplicitAny: a path leads through objects of any kind.
  const parent: any = names.reduce((at: any, name) => at?.[name], manifest)
  if (typeof parent !== 'object' || parent === null || (op !== 'add' && !(last in parent)))
    throw new Error(`Nothing is at ${path} of ${manifest.metadata.name}.`)
  if (Array.isArray(parent) && op !== 'replace') throw new Error(`${path}: lists are replaced only.`)
  if (op === 'remove') delete parent[last]
  else if (op === 'add' || op === 'replace') parent[last] = value
  else throw new Error(`The operation ${op} is not rendered here.`)
}
