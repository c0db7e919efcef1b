/**
 * A request waits for the database for a limited time in all: to find out who asks, and for everything that its handler
 * asks. The time in which its body arrives does not count.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../platform/database.ts'
import type { DatabaseWait } from '../platform/sql/time-limit.ts'

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/** `admit` is what every request goes through before its body is read. */
export function limitDatabaseWaits(app: FastifyInstance, { limit }: Database, admit: Admit): void {
  app.decorateRequest('databaseWait', null)
  app.addHook('onRequest', (request, reply, done) => {
    const wait = limit.newWait()
    request.databaseWait = wait
    const admitted = limit.run(wait, () => admit(request, reply))
    return admitted ? admitted.finally(() => limit.pause(wait)) : done()
  })
  app.addHook('preHandler', ({ databaseWait }, _reply, done) =>
    databaseWait ? limit.run(databaseWait, done) : done(),
  )
  app.addHook('onResponse', (request, _reply, done) => {
    endDatabaseWait(request)
    done()
  })
}

/** What is asked from now on, such as the rest of a long file, is not part of the wait: each statement has its own limit. */
export function endDatabaseWait({ databaseWait }: FastifyRequest): void {
  if (databaseWait) databaseWait.isOver = true
}

declare module 'fastify' {
  interface FastifyRequest {
    databaseWait: DatabaseWait | null
  }
}
