/** Parses request bodies. JSON must be valid UTF-8 and limited in depth and members; errors say where it is invalid. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { badRequest, unprocessable } from '../domain/problems.ts'
import { mayHoldFlawedText, textFlaw } from '../domain/texts.ts'

/** Deeper than any document of this API, and far below what exhausts the stack of a recursive function. */
const MAX_DEPTH = 64
/**
 * Several times the members of the largest resource. The cost of parsing, validating and logging an object grows with its
 * members, and a body with thousands of them would block the event loop.
 */
const MAX_MEMBERS = 200
/** The number of errors that a response lists at most. */
const MAX_ERRORS = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** `anyText`: the operation itself validates texts that are not well-formed Unicode. */
export function parseJsonBody(bytes: Buffer, { anyText = false } = {}): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  refuseShape(text)
  const value = parse(text)
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}.`, { cause: error })
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

/** Checks depth and members before parsing, so that an oversized body costs no memory. */
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
    // Each member has exactly one colon outside of strings.
    else if (char === 0x3a && ++members[depth]! > MAX_MEMBERS)
      throw badRequest(`The body has an object of more than ${MAX_MEMBERS} members.`)
  }
}
