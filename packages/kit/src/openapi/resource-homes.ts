/** Finds, for each resource of the OpenAPI document, the operation whose text describes all of its fields. */
import {
  type DescribedResponse,
  type LocatedOperation,
  locatedOperations,
  type OpenApiDocument,
  resolve,
  type Schema,
} from './parsed-document.ts'

/** By the reference to the schema of the resource. */
export type Homes = ReadonlyMap<string, LocatedOperation>

/** The first operation that reads one such resource, or else many, or else returns it after a write, or else includes it. */
export function findHomes(document: OpenApiDocument): Homes {
  const homes = new Map<string, LocatedOperation>()
  const found = locatedOperations(document).map((located) => ({ located, ...returned(document, located) }))
  const settle = (reference: string | undefined, located: LocatedOperation) => {
    if (reference !== undefined && !homes.has(reference)) homes.set(reference, located)
  }
  for (const { located, one } of found) settle(one, located)
  for (const { located, many } of found) settle(many, located)
  for (const { located, written } of found) settle(written, located)
  for (const { located, included } of found) for (const each of included) settle(each, located)
  return homes
}

interface Returned {
  one?: string | undefined
  many?: string | undefined
  written?: string | undefined
  included: readonly (string | undefined)[]
}

/** The resources of the first successful response. */
function returned(document: OpenApiDocument, { method, operation }: LocatedOperation): Returned {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const [media] = Object.values((success && resolve<DescribedResponse>(document, success).content) ?? {})
  const { data, included: list } = (media && resolve<Schema>(document, media.schema).properties) ?? {}
  const { items = {} } = list ?? {}
  const included = (items.anyOf ?? [items]).map(({ $ref }) => $ref)
  if (method !== 'GET') return { written: data?.$ref ?? data?.items?.$ref, included }
  return { one: data?.$ref, many: data?.items?.$ref, included }
}
