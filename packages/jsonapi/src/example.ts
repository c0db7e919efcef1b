/** Example values of schemas. */
import type { TSchema } from 'typebox'
import { choicesOf, viewOf } from './wording.ts'

/** An example value of a schema, deterministic, so that documents built from it can be compared. */
export function exampleOf(schema: TSchema): unknown {
  const view = viewOf(schema)
  if (view.examples?.length) return view.examples[0]
  if (view.default !== undefined) return view.default
  const choices = choicesOf(schema)
  if (choices?.length) return choices[0]
  if (view.anyOf?.length) return exampleOf(view.anyOf[0]!)
  if (view.allOf?.length === 1) return exampleOf(view.allOf[0]!)
  if (view.allOf?.length) return Object.assign({}, ...view.allOf.map(exampleOf))
  switch (view.type) {
    case 'string':
      return FORMATS[view.format ?? ''] ?? exampleText(view.minLength ?? 0, view.maxLength ?? 20)
    case 'integer':
    case 'number':
      return exampleNumber(view)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: view.minItems ?? Math.min(1, view.maxItems ?? 1) }, () =>
        exampleOf(view.items ?? {}),
      )
    case 'object':
      return Object.fromEntries(
        Object.entries(view.properties ?? {})
          .filter(([name, property]) => view.required?.includes(name) || !isOpen(property))
          .map(([name, property]) => [name, exampleOf(property)]),
      )
    default:
      return null
  }
}

/** An object without declared properties, for which an example is useless. */
function isOpen(schema: TSchema): boolean {
  const { type, items, properties } = viewOf(schema)
  if (type === 'array') return items !== undefined && isOpen(items)
  return type === 'object' && Object.keys(properties ?? {}).length === 0
}

const FORMATS: Record<string, string> = {
  uuid: '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30',
  date: '2026-01-05',
  'date-time': '2026-01-05T17:02:41Z',
  time: '17:02:41Z',
  email: 'someone@example.test',
  uri: 'https://example.test/',
  url: 'https://example.test/',
}

function exampleText(min: number, max: number): string {
  return 'text'.padEnd(min, '.').slice(0, max)
}

function exampleNumber(view: ReturnType<typeof viewOf>): number {
  const lowest = view.minimum ?? (view.exclusiveMinimum === undefined ? 1 : view.exclusiveMinimum + 1)
  return view.maximum !== undefined && lowest > view.maximum ? view.maximum : lowest
}
