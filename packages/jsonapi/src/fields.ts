/** Parses sparse fieldsets. */
import { problem } from './errors.ts'
import { type AllowedIncludes, reachableResources } from './include-tree.ts'
import type { ParameterReader } from './reader.ts'
import { type Resource, typeIn } from './resource.ts'
import { cutText } from './wording.ts'

const badFields = problem(null, 400, 'Bad Request')

type Fieldsets = Record<string, readonly string[]>

/** Parses `fields[type]`. The result is keyed by the default output type, whichever spelling the client used. */
export function compileFields(
  allowed: AllowedIncludes | undefined,
  context: string | undefined,
): ParameterReader<Fieldsets> {
  let compiled: KnownTypes | undefined
  return {
    read(given, report) {
      const fieldsets: Fieldsets = Object.create(null)
      if (given.length === 0) return fieldsets
      compiled ??= compileTypes(allowed, context)
      const { spelled, known } = compiled
      for (const { name, path, value } of given) {
        const at = { parameter: name }
        const type = path[1]!
        const targets = path.length === 2 ? spelled.get(type) : undefined
        if (targets === undefined) {
          const expected =
            known === '' ? 'no fields parameter here' : `fields[type] with a type among ${known}`
          report(badFields(`Expected ${expected}, but saw "${cutText(name)}".`, at))
          continue
        }
        const names = value === '' ? [] : [...new Set(value.split(','))]
        for (const field of names) {
          if (targets.some((target) => hasField(target, field))) continue
          const fields = [...new Set(targets.flatMap(fieldNames))].join(', ')
          report(badFields(`Expected fields among ${fields}, but saw "${cutText(field)}".`, at))
        }
        for (const key of new Set(targets.map((target) => target.type))) {
          if (key in fieldsets) {
            report(badFields(`Expected fields[${type}] once, but saw the type several times.`, at))
          }
          const owners = targets.filter((target) => target.type === key)
          fieldsets[key] = names.filter((field) => owners.some((owner) => hasField(owner, field)))
        }
      }
      return fieldsets
    },
  }
}

interface KnownTypes {
  spelled: Map<string, readonly Resource[]>
  /** For error messages. */
  known: string
}

/** At the first use, because a server has hundreds of endpoints, and most processes use few. */
function compileTypes(allowed: AllowedIncludes | undefined, context: string | undefined): KnownTypes {
  const resources = allowed ? [...reachableResources(allowed)] : []
  return {
    spelled: resourcesBySpelling(resources, context),
    known: resources.map((resource) => typeIn(resource, context)).join(', '),
  }
}

/** An output spelling takes precedence over another resource's accepted spelling, so that output types are unambiguous. */
function resourcesBySpelling(
  resources: readonly Resource[],
  context: string | undefined,
): Map<string, readonly Resource[]> {
  const spelled = new Map<string, readonly Resource[]>()
  for (const spelling of resources.flatMap((resource) => resource.spellings)) {
    const owners = resources.filter((resource) => typeIn(resource, context) === spelling)
    const accepting = resources.filter((resource) => resource.spellings.includes(spelling))
    spelled.set(spelling, owners.length > 0 ? owners : accepting)
  }
  return spelled
}

export function fieldNames(resource: Resource): string[] {
  return [resource.attributes, resource.relationships, resource.linked].flatMap(Object.keys)
}

function hasField(resource: Resource, name: string): boolean {
  return [resource.attributes, resource.relationships, resource.linked].some((fields) =>
    Object.hasOwn(fields, name),
  )
}
