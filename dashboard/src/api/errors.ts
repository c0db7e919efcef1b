/** What an error says to the user, in the words of the API. */
import { ConnectionError, type ErrorEntry, RateLimitError, ResponseError } from '@tradehall/client'
import { words } from '../words/index.ts'

/** The name of the field that an entry is about: the last part of its pointer. */
const fieldOf = ({ source }: ErrorEntry) => (source?.pointer ?? source?.parameter)?.split(/[./]/).at(-1)

const sentenceOf = ({ detail, title }: ErrorEntry) => detail ?? title ?? ''

/** What is wrong with fields of a form, found before the API is asked. */
export class InvalidFields extends Error {
  readonly byField: Record<string, string>

  constructor(byField: Record<string, string>) {
    super(Object.values(byField).join(' '))
    this.byField = byField
  }
}

/** One sentence for each named field, and one for everything else. */
export function explain(error: unknown, fields: readonly string[] = []) {
  if (error instanceof InvalidFields) return { byField: error.byField, general: '' }
  const byField: Record<string, string> = {}
  if (!(error instanceof ResponseError)) return { byField, general: messageOf(error) }
  const others: string[] = []
  for (const entry of error.errors) {
    const field = fieldOf(entry)
    if (field !== undefined && fields.includes(field)) byField[field] ??= sentenceOf(entry)
    else others.push(sentenceOf(entry))
  }
  const isExplained = others.length > 0 || Object.keys(byField).length > 0
  return { byField, general: isExplained ? others.join(' ') : error.message }
}

export function messageOf(error: unknown): string {
  if (error instanceof RateLimitError && error.retryAfter) return words.form.tooManyAttempts(error.retryAfter)
  if (error instanceof ResponseError) return error.errors.map(sentenceOf).join(' ') || error.message
  if (error instanceof ConnectionError) return words.problems.unreachableTitle
  return error instanceof Error ? error.message : String(error)
}
