/**
 * Limits the total time that a request waits for the database, during authentication and in its handler. The time in
 * which the body arrives does not count.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database.ts'
import type { DatabaseWait } from '../../platform/sql/time-limit.ts'

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

/** `admit` runs before the body is read. */
export function limitDatabaseWaits(app: FastifyInstance, { limit }: Database, admit: Admit): void {
  app.decorateRequest('databaseWait', null)
  app.addHook('onRequest', (request, reply, done) => {
    const wait = limit.newWait()
    request.databaseWait = wait
    return limit.run(wait, () => {
      const admitted = admit(request, reply)
      return admitted ? admitted.finally(() => limit.pause(wait)) : done()
    })
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { databaseWait, routeOptions } = request
    if (routeOptions.config.operation?.longRunning) endDatabaseWait(request)
    return databaseWait ? limit.run(databaseWait, done) : done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    endDatabaseWait(request)
    done()
  })
}

/** Later statements, such as those that stream a long file, no longer count: each has a limit of its own. */
export function endDatabaseWait({ databaseWait }: FastifyRequest): void {
  if (databaseWait) databaseWait.isOver = true
}

declare module 'fastify' {
  interface FastifyRequest {
    databaseWait: DatabaseWait | null
  }
}
