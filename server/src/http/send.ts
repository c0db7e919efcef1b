import { JSON_API } from '@tradehall/jsonapi'
import type { FastifyReply } from 'fastify'

/** Sends bytes, because to a string the framework would add a charset, and JSON:API allows no such parameter. */
export function sendJsonApi(reply: FastifyReply, document: string): FastifyReply {
  return reply.header('content-type', JSON_API).send(Buffer.from(document))
}
