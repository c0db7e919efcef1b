import type { TSchema } from 'typebox'
import { problem } from './errors.ts'
import type { Reader } from './reader.ts'
import { compileText } from './text-value.ts'
import { cutText } from './wording.ts'

export interface ParameterSpec {
  schema: TSchema
  required?: boolean
  description: string
}

const badParameter = problem(null, 400, 'Bad Request')

export function compilePlain(
  specs: Record<string, ParameterSpec>,
): Reader<Record<string, unknown>> & { names: ReadonlySet<string> } {
  const known = new Map(
    Object.entries(specs).map(([name, spec]) => [name, { ...spec, text: compileText(spec.schema) }]),
  )
  return {
    names: new Set(known.keys()),
    read(given, report) {
      const parameters: Record<string, unknown> = Object.create(null)
      const seen = new Set<string>()
      for (const { name, value } of given) {
        const { text } = known.get(name)!
        const parsed = text.parse(value)
        if (seen.has(name)) {
          report(badParameter(`Expected ${name} once, but saw it several times.`, { parameter: name }))
        } else if (parsed === undefined) {
          const detail = `Expected ${text.expected}, but saw "${cutText(value)}".`
          report(badParameter(detail, { parameter: name }))
        } else parameters[name] = parsed
        seen.add(name)
      }
      for (const [name, { required, text }] of known) {
        if (!required || seen.has(name)) continue
        report(badParameter(`Expected ${text.expected}, but saw no ${name}.`, { parameter: name }))
      }
      return parameters
    },
  }
}
