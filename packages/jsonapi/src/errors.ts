/** Problems that the caller can act on. A kind of problem is declared once; rules throw it. */
import { declareCode } from './codes.ts'

export interface ErrorSource {
  pointer?: string
  parameter?: string
  header?: string
}

export interface ErrorObject {
  status: string
  detail: string
  title?: string
  code?: string
  source?: ErrorSource
  meta?: object
}

export interface ProblemOptions extends ErrorSource {
  meta?: object
  cause?: unknown
  /** Headers of the response, for example Retry-After. */
  headers?: Record<string, string>
}

export type ProblemKind = (detail: string, at?: ProblemOptions) => Problem

export class Problem extends Error {
  readonly status: number
  readonly errors: readonly ErrorObject[]
  readonly headers: Record<string, string>

  constructor(
    status: number,
    errors: readonly ErrorObject[],
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(errors.map((error) => error.detail).join(' '), 'cause' in options ? { cause: options.cause } : {})
    this.name = 'Problem'
    this.status = status
    this.errors = errors
    this.headers = options.headers ?? {}
  }
}

/** Declares a kind of problem. With a code comes what the code means, for documents. */
export function problem(code: null, status: number, title: string | null): ProblemKind
export function problem(code: string, status: number, title: string | null, meaning: string): ProblemKind
export function problem(
  code: string | null,
  status: number,
  title: string | null,
  meaning?: string,
): ProblemKind {
  if (code !== null && meaning !== undefined) declareCode({ code, status, meaning })
  return kindOf(code, status, title)
}

/** A problem of the token endpoint, whose codes are those of OAuth 2.0 (RFC 6749, section 5.2). */
export const oauthProblem = (code: string, status: number): ProblemKind => kindOf(code, status, null)

function kindOf(code: string | null, status: number, title: string | null): ProblemKind {
  return (detail, at = {}) => {
    const { pointer, parameter, header, meta, cause, headers } = at
    const error: ErrorObject = { status: String(status), detail }
    if (title !== null) error.title = title
    if (code !== null) error.code = code
    const source: ErrorSource = {}
    if (pointer !== undefined) source.pointer = pointer
    if (parameter !== undefined) source.parameter = parameter
    if (header !== undefined) source.header = header
    if (Object.keys(source).length > 0) error.source = source
    if (meta !== undefined) error.meta = meta
    return new Problem(status, [error], {
      ...(headers && { headers }),
      ...(cause !== undefined && { cause }),
    })
  }
}

/** Combines the errors of several problems. The status is 400 for different client errors, and 500 if there is a server error. */
export function joinProblems(problems: readonly Problem[]): Problem {
  const [first, ...others] = problems
  if (first === undefined) throw new TypeError('joinProblems needs at least one problem')
  if (others.length === 0) return first
  const common = others.every((other) => other.status === first.status)
  const failed = problems.some((one) => one.status >= 500)
  return new Problem(
    common ? first.status : failed ? 500 : 400,
    problems.flatMap((one) => one.errors),
    { headers: Object.assign({}, ...problems.map((one) => one.headers)), cause: first.cause },
  )
}

export function errorDocument(errors: readonly ErrorObject[]): string {
  return `{"jsonapi":{"version":"1.0"},"errors":${JSON.stringify(errors)}}`
}
