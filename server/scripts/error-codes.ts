/** The codes of errors, as the modules declare them: a table for documents, and a type for the client library. */
import { declaredCodes } from '@tradehall/jsonapi'
import '../src/composition.ts'

export const printErrorCodes = (): string =>
  [
    '| Code | Status | What it means |',
    '|---|---|---|',
    ...declaredCodes().map(({ code, status, meaning }) => `| \`${code}\` | ${status} | ${meaning} |`),
  ].join('\n')

export const printErrorCodeType = (): string =>
  [
    '/** Codes of errors, written by `npm run generate`; a newer server may send others. */',
    'export type ErrorCode =',
    ...declaredCodes().map(({ code }) => `  | '${code}'`),
    '  | (string & {})',
    '',
  ].join('\n')
