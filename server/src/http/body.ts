/** Reading JSON bodies: strictly UTF-8, bounded in shape, and with an error that says where the text breaks. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { badRequest, unprocessable } from '../domain/problems.ts'

/** Deeper than any document of this API, and far from what could exhaust the stack of code that walks it. */
const MAX_DEPTH = 64
/**
 * Several times what the largest resource has, with room for what clients add. Reading, checking and logging an object
 * costs more with each member, and a body of thousands would keep everybody else waiting.
 */
const MAX_MEMBERS = 200
/** As many as any answer lists. */
const MAX_ERRORS = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What JSON can spell although it is no text: a NUL, or a half of a surrogate pair. The bytes themselves hold neither. */
const FLAWED_TEXT = /\\u(?:0000|d[89a-f])/i

/** Whether JSON may hold a text that `textFlaw` finds something wrong with. */
export const mayHoldFlawedText = (json: string): boolean => FLAWED_TEXT.test(json)

/** `anyText`: the operation itself judges texts that are not Unicode. */
export function parseJsonBody(bytes: Buffer, { anyText = false } = {}): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  refuseShape(text)
  const value = parse(text)
  if (!anyText && mayHoldFlawedText(text)) refuseNoText(value)
  return value
}

/** Fields and files, as the platform itself reads them. */
export async function parseMultipartBody(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw badRequest('The body is not valid multipart/form-data.', { cause: error })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}.`, { cause: error })
  }
}

/** PostgreSQL stores neither a NUL nor half a character, and would refuse them late or replace them silently. */
function refuseNoText(value: unknown): void {
  const problems: Problem[] = []
  collectNoText(value, '', problems)
  if (problems.length > 0) throw joinProblems(problems)
}

function collectNoText(value: unknown, pointer: string, problems: Problem[]): void {
  if (problems.length >= MAX_ERRORS) return
  if (typeof value === 'string') {
    const flaw = textFlaw(value)
    if (flaw) problems.push(unprocessable(`A text must not contain ${flaw}.`, { pointer }))
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const flaw = textFlaw(name)
    // The pointer is that of the object: with the name in it, the answer itself would be no text.
    if (flaw) problems.push(unprocessable(`The name of a member must not contain ${flaw}.`, { pointer }))
    else collectNoText(member, pointer === '' ? name : `${pointer}.${name}`, problems)
  }
}

export function textFlaw(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character'
  return text.isWellFormed() ? undefined : 'a surrogate without its other half'
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw badRequest('The body is not valid UTF-8.', { cause: error })
  }
}

/** Looks at the text, before anything is made of it. */
function refuseShape(text: string): void {
  const members = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) throw badRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`)
      members[depth] = 0
    } else if (char === 0x7d || char === 0x5d) depth--
    // Each member has one colon outside of texts.
    else if (char === 0x3a && ++members[depth]! > MAX_MEMBERS)
      throw badRequest(`The body has an object of more than ${MAX_MEMBERS} members.`)
  }
}
