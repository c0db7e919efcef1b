/** Finds texts that PostgreSQL cannot store: those with a NUL or a lone surrogate. */

/** JSON can escape these characters; valid UTF-8 bytes contain no surrogates, and JSON no unescaped NUL. */
const FLAWED_TEXT = /\\u(?:0000|d[89a-f])/i

/** A fast check whether serialized JSON may contain a text for which `textFlaw` returns a description. */
export const mayHoldFlawedText = (json: string): boolean => FLAWED_TEXT.test(json)

/** Describes the invalid character of a text, or returns undefined for a valid text. */
export function textFlaw(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character'
  return text.isWellFormed() ? undefined : 'a surrogate without its other half'
}
