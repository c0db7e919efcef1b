/**
 * Entity tags (RFC 9110, section 8.8.3). All are strong. The tag of a representation is a base, and a suffix for its content
 * coding: `"…"`, `"…-gzip"`.
 */
import { hash } from 'node:crypto'
import { CONTENT_CODINGS, type ContentCoding } from '../answers/accept-encoding.ts'

/** 132 bits, so that no two bodies of an address share a tag. */
const LENGTH = 22

/** The base of a response that is identified by its body. */
export const bodyTag = (body: string | Buffer): string => hash('sha256', body, 'base64url').slice(0, LENGTH)

export const encodedTag = (base: string, coding: ContentCoding | undefined): string =>
  coding === undefined ? `"${base}"` : `"${base}-${coding}"`

const TAG = /"([\x21\x23-\x7e\x80-\xff]*)"/g

/**
 * Returns the tag in `If-None-Match` that identifies a current representation which the client accepts; undefined if there
 * is none. The mark of weak tags is ignored (weak comparison). A malformed header lists no such tag.
 */
export function currentTag(
  header: string | undefined,
  base: string,
  accepted: readonly ContentCoding[],
): string | undefined {
  if (header === undefined) return undefined
  if (header.trim() === '*') return encodedTag(base, undefined)
  for (const [quoted, tag] of header.matchAll(TAG)) {
    if (tag === base || accepted.some((coding) => tag === `${base}-${coding}`)) return quoted
  }
  return undefined
}

export const isContentCoding = (text: unknown): text is ContentCoding =>
  (CONTENT_CODINGS as readonly unknown[]).includes(text)
