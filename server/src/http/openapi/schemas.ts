/** The schemas of the document: printed for generators, and kept once under a name where they recur. */
import { isDeepStrictEqual } from 'node:util'
import {
  type DocumentOptions,
  documentSchema,
  type Resource,
  type ResourceLookup,
  resourceSchema,
} from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { type Json, printSchema } from './print-schema.ts'

export interface Schemas {
  lookup: ResourceLookup
  /** What was printed under a name so far. */
  components: Record<string, Json>
  print(schema: TSchema): Json
  /** Keeps a schema under the first of the names that is free or has this very one, and gives what stands for it. */
  keep(names: readonly string[], printed: Json): Json
  /** A reference to a resource that is kept under its name. */
  refer(resource: Resource, context?: string): TSchema
  /** A document whose resources are kept under their names. */
  printDocument(resource: Resource, options: DocumentOptions): Json
}

export function createSchemas(lookup: ResourceLookup): Schemas {
  const components: Record<string, Json> = {}

  function keep(names: readonly string[], printed: Json): Json {
    const fits = (name: string) =>
      components[name] === undefined || isDeepStrictEqual(components[name], printed)
    const name = names.find(fits)
    if (name === undefined) throw new TypeError(`Two schemas of the API are called ${names.join(', ')}.`)
    components[name] = printed
    return { $ref: `#/components/schemas/${name}` }
  }

  const print = (schema: TSchema) => printSchema(schema, (title, printed) => keep([title], printed))

  function refer(resource: Resource, context?: string): TSchema {
    const schema = resourceSchema(resource, {
      context,
      lookup,
      referToPart: (of, part, schema) => Type.Unsafe(keep(namesOf(of, context, `-${part}`), print(schema))),
    })
    return Type.Unsafe(keep(namesOf(resource, context), print(schema)))
  }

  return {
    lookup,
    components,
    print,
    keep,
    refer,
    printDocument: (resource, options) =>
      print(documentSchema(resource, { ...options, refer: (each) => refer(each, options.context) }, lookup)),
  }
}

/** Another spelling of a type has a name of its own, and so has a resource that links to such a type. */
function namesOf({ name, types }: Resource, context: string | undefined, part = ''): string[] {
  const plain = pascalCase(name + part)
  if (context === undefined) return [plain]
  const inContext = pascalCase(`${name}${part}-in-${context}`)
  const isSpelledDifferently = Object.hasOwn(types, context) && (part === '' || part === '-identifier')
  return isSpelledDifferently ? [inContext] : [plain, inContext]
}

/** `page[limit]`, `page-limit` and `page limit` are all `PageLimit`. */
export const pascalCase = (words: string) =>
  words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())
