/**
 * Texts with the base URL of the server in them, which clients reach under several addresses. They are rendered and hashed
 * once, and split where the base URL of the caller is inserted.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyTag } from '../caching/etag.ts'
import type { Http } from '../http.ts'
import { isNotModified } from './representation.ts'

/** Placeholder for the base URL, which is known only when a request arrives. */
export const SERVER_URL = 'https://server-url.invalid'

export interface UrlText {
  parts: readonly string[]
  tag: string
}

export const urlText = (text: string): UrlText => ({ parts: text.split(SERVER_URL), tag: bodyTag(text) })

export function sendUrlText(
  { publicUrl }: Pick<Http, 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, tag }: UrlText,
): FastifyReply {
  const url = publicUrl(request)
  const isKnown = isNotModified(request, reply, bodyTag(`${tag}\n${url}`))
  return reply.send(isKnown ? '' : parts.join(url))
}
