/** What each include path leads to, for the types of the client library, from the declared operations and resources. */
import type { Relationship, Resource } from '@tradehall/jsonapi'
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import type { Http } from '../../src/http/http.ts'
import type { Json } from '../../src/http/openapi/print-schema.ts'
import { contextOf, type Operation } from '../../src/http/operation.ts'

const HEADER = `/** What include paths lead to, written by \`npm run generate\`. Change the resources of the server. */
import type { components } from './api.ts'

type Schemas = components['schemas']

export interface One<Resource> {
  one: Resource
}

export interface Many<Resource> {
  many: Resource
}
`

export function printIncludes({ operations, renderer }: Http, document: OpenApiDocument): string {
  const listed = [...operations]
    .filter(({ query }) => query?.resource && (query.include?.length ?? 0) > 0)
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const maps = new Map<string, string>()
  const entries = listed.map((operation) => {
    const members = includesOf(operation, renderer.resource, document)
    const text = members.map(([path, target]) => `  ${quoted(path)}: ${target}\n`).join('')
    const name = maps.get(text) ?? nameFor(operation, maps)
    maps.set(text, name)
    return `  '${keyOf(operation)}': ${name}\n`
  })
  const interfaces = [...maps].map(([text, name]) => `interface ${name} {\n${text}}\n`)
  return [
    HEADER,
    ...interfaces,
    `/** By method and path of the operation: the resource at the end of each include path. */\nexport interface IncludePaths {\n${entries.join('')}}\n`,
    printSingleOnly(operations, renderer.resource),
  ].join('\n')
}

const keyOf = ({ method, path }: Operation) => `${method} ${path}`
const quoted = (name: string) => (/^\w+$/.test(name) ? name : `'${name}'`)

function nameFor({ query }: Operation, taken: Map<string, string>): string {
  const name = query?.resource?.name ?? ''
  const base = `IncludesOf${name[0]?.toUpperCase()}${name.slice(1)}`
  const names = [...taken.values()]
  for (let i = 1; ; i++) {
    const candidate = i === 1 ? base : `${base}${i}`
    if (!names.includes(candidate)) return candidate
  }
}

type Lookup = (name: string) => Resource

/** Every path that may be asked for, prefixes included, in the order of their names. */
function includesOf(operation: Operation, lookup: Lookup, document: OpenApiDocument): [string, string][] {
  const targets = new Map<string, string>()
  const context = contextOf(operation)
  for (const path of operation.query?.include ?? []) {
    let here = operation.query?.resource as Resource
    const names = path.split('.')
    for (const [i, name] of names.entries()) {
      const relationship = here.relationships[name] as Relationship
      here = lookup(relationship.target)
      const schema = schemaOf(typeOf(here, context), operation, document)
      const kind = relationship.kind === 'toOne' ? 'One' : 'Many'
      targets.set(names.slice(0, i + 1).join('.'), `${kind}<Schemas['${schema}']>`)
    }
  }
  return [...targets].sort(([one], [other]) => (one < other ? -1 : 1))
}

const typeOf = ({ type, types }: Resource, context: string | undefined) =>
  (context === undefined ? undefined : types[context]) ?? type

/** The schema of the response that has this type of resource. */
function schemaOf(type: string, { method, path, id }: Operation, document: OpenApiDocument): string {
  const { paths, components } = document
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const schemas = components.schemas as Record<string, { properties?: { type?: { const?: string } } }>
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2')) continue
    const name = '$ref' in response ? response.$ref.split('/').at(-1) : undefined
    const text = JSON.stringify(name === undefined ? response : (components.responses as Json)[name])
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, schema = '']) => schema)
    const found = named.find((schema) => schemas[schema]?.properties?.type?.const === type)
    if (found) return found
  }
  throw new Error(`The response of ${id} has no resource of the type ${type}.`)
}

function printSingleOnly(operations: readonly Operation[], lookup: Lookup): string {
  const byType = new Map<string, Set<string>>()
  for (const resource of resourcesOf(operations, lookup)) {
    const names = Object.entries(resource.attributes)
      .filter(([, { options }]) => options.only === 'single')
      .map(([name]) => name)
    for (const type of [resource.type, ...Object.values(resource.types)]) {
      if (names.length > 0) byType.set(type, new Set([...(byType.get(type) ?? []), ...names]))
    }
  }
  const lines = [...byType]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([type, names]) => `  ${quoted(type)}: ${[...names].map((name) => `'${name}'`).join(' | ')}\n`)
  return `/** By type of resource: attributes that only the single resource has, not lists and includes. */\nexport interface SingleOnly {\n${lines.join('')}}\n`
}

function resourcesOf(operations: readonly Operation[], lookup: Lookup): Set<Resource> {
  const found = new Set(
    operations.flatMap(({ answers }) =>
      answers.flatMap((answer) => ('resource' in answer ? [answer.resource] : [])),
    ),
  )
  for (const { relationships } of found) {
    for (const { target } of Object.values(relationships)) found.add(lookup(target))
  }
  return found
}
