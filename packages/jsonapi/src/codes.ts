/** The codes of errors: stable names for programs, each declared once with what it means. */

export interface DeclaredCode {
  code: string
  status: number
  /** A sentence for documents. */
  meaning: string
}

const declared = new Map<string, DeclaredCode>()

/** Declares a code where its problem is declared. Two problems may share a code only if it means the same. */
export function declareCode(declaration: DeclaredCode): void {
  const known = declared.get(declaration.code)
  if (known && (known.meaning !== declaration.meaning || known.status !== declaration.status)) {
    throw new TypeError(`The code ${declaration.code} is declared with two meanings.`)
  }
  declared.set(declaration.code, declaration)
}

/** Every code that the loaded modules declare, by name. */
export const declaredCodes = (): DeclaredCode[] =>
  [...declared.values()].sort((one, other) => (one.code < other.code ? -1 : 1))

/** Why a value does not match its schema. `meta` of such an error has the limits by the names of JSON Schema. */
const MISTAKES = {
  VALUE_MISSING: 'A member that must be there is missing.',
  VALUE_INVALID: 'The value is not possible there; `detail` says why.',
  VALUE_NOT_LISTED: 'The value is none of `meta.allowed`.',
  TEXT_TOO_SHORT: 'The text has fewer characters than `meta.minLength`.',
  TEXT_TOO_LONG: 'The text has more characters than `meta.maxLength`.',
  FORMAT_INVALID:
    'The text is not of the form that is expected, such as an email address; `meta.format` names it.',
  NUMBER_TOO_SMALL: 'The number is below `meta.minimum`, or not above `meta.exclusiveMinimum`.',
  NUMBER_TOO_LARGE: 'The number is above `meta.maximum`, or not below `meta.exclusiveMaximum`.',
  LIST_TOO_SHORT: 'The array has fewer items than `meta.minItems`.',
  LIST_TOO_LONG: 'The array has more items than `meta.maxItems`.',
  MEMBER_UNKNOWN: 'The member is unknown there, and seems to be a misspelt or misplaced one.',
} as const

export type MistakeCode = keyof typeof MISTAKES

for (const [code, meaning] of Object.entries(MISTAKES)) declareCode({ code, status: 422, meaning })
