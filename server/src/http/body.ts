/** Parses request bodies. JSON must be valid UTF-8 and limited in depth and members; errors say where it is invalid. */
import { joinProblems, mayHoldFlawedText, type Problem, parseBoundedJson, textFlaw } from '@tradehall/jsonapi'
import { badRequest, unprocessable } from '../domain/problems.ts'

/** The number of errors that a response lists at most. */
const MAX_ERRORS = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** `anyText`: the operation itself validates texts that are not well-formed Unicode. */
export function parseJsonBody(bytes: Buffer, { anyText = false } = {}): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const parsed = parseBoundedJson(text)
  if ('flaw' in parsed) throw badRequest(`The body ${parsed.flaw}`, { cause: parsed.cause })
  const { value } = parsed
  if (!anyText && mayHoldFlawedText(text)) refuseFlawedTexts(value)
  return value
}

/** Parses fields and files with the parser of Node. */
export async function parseMultipartBody(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw badRequest('The body is not valid multipart/form-data.', { cause: error })
  }
}

/** PostgreSQL refuses a NUL, and a lone surrogate would be replaced silently when it is encoded as UTF-8. */
function refuseFlawedTexts(value: unknown): void {
  const problems: Problem[] = []
  collectFlawedTexts(value, '', problems)
  if (problems.length > 0) throw joinProblems(problems)
}

function collectFlawedTexts(value: unknown, pointer: string, problems: Problem[]): void {
  if (problems.length >= MAX_ERRORS) return
  if (typeof value === 'string') {
    const flaw = textFlaw(value)
    if (flaw) problems.push(unprocessable(`A text must not contain ${flaw}.`, { pointer }))
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const flaw = textFlaw(name)
    // The pointer is that of the object, because the name would make the response ill-formed too.
    if (flaw) problems.push(unprocessable(`The name of a member must not contain ${flaw}.`, { pointer }))
    else collectFlawedTexts(member, pointer === '' ? name : `${pointer}.${name}`, problems)
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw badRequest('The body is not valid UTF-8.', { cause: error })
  }
}
