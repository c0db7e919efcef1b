/** Parses parameters that belong to no family. */
import type { TArray, TSchema } from 'typebox'
import { problem } from './errors.ts'
import type { ParameterReader } from './reader.ts'
import { compileText, type TextValue } from './text-value.ts'
import { cutText } from './wording.ts'

export interface ParameterSpec {
  /** For an array, the parameter is repeated, each time with one item. */
  schema: TSchema
  required?: boolean
  description: string
}

const badParameter = problem(null, 400, 'Bad Request')

export function compilePlain(
  specs: Record<string, ParameterSpec>,
): ParameterReader<Record<string, unknown>> & { names: ReadonlySet<string> } {
  const known = new Map(Object.entries(specs).map(([name, spec]) => [name, { ...spec, ...compileOne(spec) }]))
  return {
    names: new Set(known.keys()),
    read(given, report) {
      const parameters: Record<string, unknown> = Object.create(null)
      for (const [name, values] of Map.groupBy(given, ({ name }) => name)) {
        const { text, most } = known.get(name)!
        if (values.length > (most ?? 1)) {
          const times = most === undefined ? 'once' : `at most ${most} times`
          const detail = `Expected ${name} ${times}, but saw it ${most === undefined ? 'several' : values.length} times.`
          report(badParameter(detail, { parameter: name }))
          continue
        }
        const parsed = values.flatMap(({ value }) => {
          const one = text.parse(value)
          if (one !== undefined) return [one]
          report(badParameter(`Expected ${text.expected}, but saw "${cutText(value)}".`, { parameter: name }))
          return []
        })
        if (parsed.length === values.length) parameters[name] = most === undefined ? parsed[0] : parsed
      }
      const seen = new Set(given.map(({ name }) => name))
      for (const [name, { required, text }] of known) {
        if (!required || seen.has(name)) continue
        report(badParameter(`Expected ${text.expected}, but saw no ${name}.`, { parameter: name }))
      }
      return parameters
    },
  }
}

/** `most` is how often a parameter may be repeated; undefined if it may not. */
function compileOne({ schema }: ParameterSpec): { text: TextValue; most?: number } {
  if (!isRepeated(schema)) return { text: compileText(schema) }
  if (schema.maxItems === undefined) throw new TypeError('a parameter that is repeated needs maxItems')
  return { text: compileText(schema.items), most: schema.maxItems }
}

export const isRepeated = (schema: TSchema): schema is TArray & { maxItems?: number } =>
  (schema as { type?: string }).type === 'array'
