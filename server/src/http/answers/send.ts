import { JSON_API } from '@tradehall/jsonapi'
import type { FastifyReply } from 'fastify'

const identity = (document: unknown) => document as string

/**
 * Sends a serialized document. With the serializer of the framework, the media type would get a charset parameter, which
 * JSON:API forbids; a Buffer would be sent in two writes instead of one.
 */
export function sendJsonApi(reply: FastifyReply, document: string, extension?: string): FastifyReply {
  const contentType = extension === undefined ? JSON_API : `${JSON_API}; ext="${extension}"`
  return reply.header('content-type', contentType).serializer(identity).send(document)
}
