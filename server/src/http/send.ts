import { JSON_API } from '@tradehall/jsonapi'
import type { FastifyReply } from 'fastify'

const asItIs = (document: unknown) => document as string

/**
 * Sends a rendered document, with the extension that it follows, if any. Without a serializer of our own the framework would add a charset to the media type, and
 * JSON:API allows no such parameter; as bytes it would go out in two writes instead of one.
 */
export function sendJsonApi(reply: FastifyReply, document: string, extension?: string): FastifyReply {
  const contentType = extension === undefined ? JSON_API : `${JSON_API}; ext="${extension}"`
  return reply.header('content-type', contentType).serializer(asItIs).send(document)
}
