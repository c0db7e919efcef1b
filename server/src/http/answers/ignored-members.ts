/** Tells the developer of a client which members of a request body were ignored; in the sandbox only. */
import { cutText, eachUnknown, mayIgnore, type Path } from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Operation } from '../operation.ts'

/** More are not helpful. */
const MAX_NAMES = 20
/** Headers of all kinds share the few kilobytes that proxies take. */
const MAX_CHARACTERS = 1000

/** The schema of a JSON body of which members may be ignored. */
export function openBodyOf({ body, documentedBody = body, media }: Operation): TSchema | undefined {
  if (!documentedBody || media === 'form' || media === 'multipart') return undefined
  return mayIgnore(documentedBody) ? documentedBody : undefined
}

/** Names the ignored members of a valid body in the response, and sets them for the request log. */
export function compileIgnored(operation: Operation) {
  const schema = openBodyOf(operation)
  if (!schema) return undefined
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const all = new Set<string>()
    eachUnknown(schema, request.body, ({ path, isFree }) => {
      if (!isFree && all.size <= MAX_NAMES) all.add(printPath(path))
    })
    if (all.size === 0) return
    const names = thatFit([...all].slice(0, MAX_NAMES))
    request.ignoredMembers = names
    reply.header('x-ignored-members', [...names, ...(names.length < all.size ? ['...'] : [])].join(', '))
  }
}

function thatFit(names: readonly string[]): string[] {
  let characters = 0
  return names.filter((name) => {
    characters += name.length + 2
    return characters <= MAX_CHARACTERS
  })
}

/** Indexes of lists become a `*`, so that a member that many items have is named once. */
const printPath = (path: Path): string =>
  path.map((part) => (typeof part === 'number' ? '*' : printName(part))).join('.')

/**
 * The name comes from the client, so all characters that could end a header or an item of its list are percent-encoded.
 */
const printName = (name: string): string => encodeURIComponent(cutText(name)).replaceAll('%3A', ':')

declare module 'fastify' {
  interface FastifyRequest {
    /** Paths of the members of the body that were ignored. */
    ignoredMembers?: readonly string[]
  }
}
