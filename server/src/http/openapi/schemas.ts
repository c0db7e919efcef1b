/** The schemas of the OpenAPI document. Schemas that recur become components. */
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
  /** The schema components so far, by name. */
  components: Record<string, Json>
  print(schema: TSchema): Json
  /** Adds a component under the first name that is free or has an equal schema, and returns a reference to it. */
  addComponent(names: readonly string[], printed: Json): Json
  /** Adds the component of a resource and returns a reference to it. */
  refer(resource: Resource, context?: string): TSchema
  /** Prints the schema of a document that refers to the components of its resources. */
  printDocument(resource: Resource, options: DocumentOptions): Json
}

export function createSchemas(lookup: ResourceLookup): Schemas {
  const components: Record<string, Json> = {}

  function addComponent(names: readonly string[], printed: Json): Json {
    const fits = (name: string) =>
      components[name] === undefined || isDeepStrictEqual(components[name], printed)
    const name = names.find(fits)
    if (name === undefined)
      throw new TypeError(`Different schemas of the API have the same name: ${names.join(', ')}.`)
    components[name] = printed
    return { $ref: `#/components/schemas/${name}` }
  }

  const print = (schema: TSchema) => printSchema(schema, (title, printed) => addComponent([title], printed))

  function refer(resource: Resource, context?: string): TSchema {
    const schema = resourceSchema(resource, {
      context,
      lookup,
      referToPart: (of, part, schema) =>
        Type.Unsafe(addComponent(namesOf(of, context, `-${part}`), print(schema))),
    })
    return Type.Unsafe(addComponent(namesOf(resource, context), print(schema)))
  }

  return {
    lookup,
    components,
    print,
    addComponent,
    refer,
    printDocument: (resource, options) =>
      print(documentSchema(resource, { ...options, refer: (each) => refer(each, options.context) }, lookup)),
  }
}

/** A resource whose type differs in a context, or that links to such a resource, has a component of its own there. */
function namesOf({ name, types }: Resource, context: string | undefined, part = ''): string[] {
  const plain = pascalCase(name + part)
  if (context === undefined) return [plain]
  const inContext = pascalCase(`${name}${part}-in-${context}`)
  const isSpelledDifferently = Object.hasOwn(types, context) && (part === '' || part === '-identifier')
  return isSpelledDifferently ? [inContext] : [plain, inContext]
}

/** Converts `page[limit]`, `page-limit` and `page limit` into `PageLimit`. */
export const pascalCase = (words: string) =>
  words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())
