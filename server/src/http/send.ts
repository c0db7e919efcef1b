import { JSON_API } from '@tradehall/jsonapi'
import type { FastifyReply } from 'fastify'

const asItIs = (document: unknown) => document as string

/**
 * Sends a rendered document. Without a serializer of our own the framework would add a charset to the media type, and
 * JSON:API allows no such parameter; as bytes it would go out in two writes instead of one.
 */
export function sendJsonApi(reply: FastifyReply, document: string): FastifyReply {
  return reply.header('content-type', JSON_API).serializer(asItIs).send(document)
}
