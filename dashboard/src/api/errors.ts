/** What an error says to the user: a sentence of the dashboard for each code of the API, and the API's own text as details. */
import {
  ConnectionError,
  type ErrorEntry,
  OutcomeUnknownError,
  RateLimitError,
  ResponseError,
  TradehallError,
} from '@tradehall/client'
import { FORMAT } from '../format.ts'
import { words } from '../words/index.ts'
import { PromptCancelled } from './password-prompt.ts'

const { errors } = words

/** Of an error with a code that has figures, such as the next actions of an order too. */
export function sentenceOf(entry: ErrorEntry): string {
  const { code = '', status, meta } = entry
  return (
    errors.codes[code]?.({ ...meta, field: fieldOf(entry) }, FORMAT) ??
    errors.statuses[Number(status)] ??
    errors.failed
  )
}

/** The name of the field that an entry is about: the last part of its pointer. */
const fieldOf = ({ source }: ErrorEntry) => (source?.pointer ?? source?.parameter)?.split(/[./]/).at(-1)

/** What is wrong with fields of a form, found before the API is asked. */
export class InvalidFields extends Error {
  readonly byField: Record<string, string>

  constructor(byField: Record<string, string>) {
    super(Object.values(byField).join(' '))
    this.byField = byField
  }
}

export interface Explanation {
  byField: Record<string, string>
  /** About no field of the form. */
  general: string
  error?: unknown
}

/** One sentence for each named field, and one for everything else. */
export function explain(error: unknown, fields: readonly string[] = []): Explanation {
  if (error instanceof InvalidFields) return { byField: error.byField, general: '' }
  if (error instanceof PromptCancelled) return { byField: {}, general: '' }
  const byField: Record<string, string> = {}
  if (!(error instanceof ResponseError)) return { byField, general: messageOf(error), error }
  const others: ErrorEntry[] = []
  for (const entry of error.errors) {
    const field = fieldOf(entry)
    if (field !== undefined && fields.includes(field)) byField[field] ??= sentenceOf(entry)
    else others.push(entry)
  }
  const isExplained = others.length > 0 || Object.keys(byField).length > 0
  return { byField, general: isExplained ? sentencesOf(others) : messageOf(error), error }
}

/** Each once: several entries may say the same of different places. */
const sentencesOf = (entries: readonly ErrorEntry[]) => [...new Set(entries.map(sentenceOf))].join(' ')

/** Empty where nothing is wrong. */
export function messageOf(error: unknown): string {
  if (error instanceof PromptCancelled) return ''
  if (error instanceof RateLimitError && error.retryAfter) return words.form.tooManyAttempts(error.retryAfter)
  if (error instanceof ResponseError)
    return sentencesOf(error.errors.length > 0 ? error.errors : [{ status: String(error.status) }])
  if (error instanceof OutcomeUnknownError) return errors.unknownOutcome
  if (error instanceof ConnectionError) return words.problems.unreachableTitle
  if (error instanceof TradehallError) return errors.failed
  return error instanceof Error ? error.message : String(error)
}

/** What the server said, for whoever helps. */
export function detailsOf(error: unknown): readonly string[] {
  if (!(error instanceof ResponseError)) return error instanceof TradehallError ? [error.message] : []
  const said = error.errors.map(({ code, detail, title }) =>
    [code, detail ?? title].filter(Boolean).join(': '),
  )
  return [...said, ...(error.requestId === undefined ? [] : [errors.request(error.requestId)])]
}
