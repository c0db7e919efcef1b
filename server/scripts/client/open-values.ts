/**
 * Leaves the unions of values that the server sends open, because it may send some that are newer than the library, and requests
 * that take the same values, so that they can be sent back. What only requests have stays closed: a mistake does not compile.
 */
import type { Json } from '../../src/http/openapi/print-schema.ts'

export interface ClientDocument {
  paths: Json
  webhooks: Json
  components: Json
}

/** Any text, beside the literals of a union. It is added as a value, and printed without quotes. */
export const ANY_OTHER = '(string & {})'

export function openValues({ paths, webhooks, components }: ClientDocument): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as Record<string, Json>))
  const responses = operations.map(({ responses }) => responses)
  const sent = [Object.keys(webhooks), ...enumerationsIn([responses, webhooks], components)].map(keyOf)
  for (const values of enumerationsIn([paths, webhooks], components)) {
    if (sent.includes(keyOf(values))) values.push(ANY_OTHER)
  }
}

/** The same for the same values, with null or without. */
const keyOf = (values: readonly unknown[]) => values.filter(isText).sort().join()

const isText = (value: unknown) => typeof value === 'string'

/** The enumerations of texts in a value and in the components that it refers to, each once. */
function* enumerationsIn(value: unknown, components: Json, seen = new Set<unknown>()): Generator<unknown[]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { $ref, enum: values } = value as Json
  if (Array.isArray(values) && values.some(isText)) yield values
  const [, , section = '', name = ''] = isText($ref) ? $ref.split('/') : []
  yield* enumerationsIn((components[section] as Json | undefined)?.[name], components, seen)
  for (const member of Object.values(value)) yield* enumerationsIn(member, components, seen)
}
