/** The interface through which modules register operations and read shared parts of the HTTP server. */
import type { QuerySpec, Renderer } from '@tradehall/jsonapi'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Database } from '../platform/database.ts'
import type { EventType } from '../platform/events/outbox.ts'
import type { ApplicationId } from '../platform/ids.ts'
import type { Platform } from '../platform/index.ts'
import type { ProcessReporter } from '../platform/processes/heartbeats.ts'
import type { Sessions, Tokens } from './authentication.ts'
import type { Deprecation } from './deprecation/deprecation.ts'
import type { Ctx, Operation, Params } from './operation.ts'
import type { SessionCookies } from './sessions/cookie.ts'

export interface Webhooks {
  events: readonly EventType[]
  /** The naming context of resource types in webhook bodies. */
  context: string
  /** The schema of the body of an event under one of its names. */
  body(name: string, resource: TSchema, included: readonly TSchema[]): TSchema
}

/** `id` is the operation id or, for a deprecated use of an operation, `operation/use`. */
type DeprecatedCall = Pick<Operation, 'id' | 'method' | 'path'>
export type DeprecatedCallListener = (call: DeprecatedCall, applicationId: ApplicationId) => void

export type ArrivalListener = (request: FastifyRequest, reply: FastifyReply) => void

export interface Http {
  app: FastifyInstance
  platform: Platform
  operations: readonly Operation[]
  /** The events and bodies for the `webhooks` section of the OpenAPI document. */
  webhooks: Webhooks | null
  /** The sections of the OpenAPI document and their descriptions. */
  tags: Readonly<Record<string, string>>
  /** Registers an endpoint. */
  operation<const P extends Params, const Q extends QuerySpec, B extends TSchema>(
    operation: Operation<P, Q, B>,
  ): void
  /** Ends the path and everything below it, including paths without an operation. */
  endBelow(path: string, deprecation: Deprecation): void
  /** Ends the path alone, for when no operation is there. */
  endAt(path: string, deprecation: Deprecation): void
  /** The listener is called after each response of a deprecated operation to an authenticated application. */
  onDeprecatedCall(listener: DeprecatedCallListener): void
  /** The listener is called before anything can refuse the request, also for paths that no route can match. */
  onArrival(listener: ArrivalListener): void
  renderer: Renderer<Ctx>
  tokens: Tokens
  sessions: Sessions
  cookies: SessionCookies
  /** Measures this process, and reports it to the others once it is started. */
  reporter: ProcessReporter
  /** Reads the files of the TLS certificate again, if there are any. */
  reloadCertificate(): void
  /** Runs all due jobs in this process and waits for them. */
  runDueJobs(): Promise<{ ran: number; failed: number }>
  /** For work that takes longer than the statements of a request may: its statements have no timeout. */
  backgroundDb: Database
  /** The base URL under which the client reached this server, for links. */
  publicUrl(request: FastifyRequest): string
}
