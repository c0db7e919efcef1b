/** What the server gives to those who register something with it. */
import type { QuerySpec, Renderer } from '@tradehall/jsonapi'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { ApplicationId } from '../platform/ids.ts'
import type { Platform } from '../platform/index.ts'
import type { EventType } from '../platform/outbox.ts'
import type { Tokens } from './actor.ts'
import type { Deprecation } from './deprecation.ts'
import type { Ctx, Operation, Params } from './operation.ts'

export interface Webhooks {
  events: readonly EventType[]
  /** How types are spelled in what is sent. */
  context: string
  /** The body of an event under one of its names, around the resource and those that it includes. */
  body(name: string, resource: TSchema, included: readonly TSchema[]): TSchema
}

/** The id is that of the operation, or of a use of it: `operation/use`. */
export type DeprecatedCall = Pick<Operation, 'id' | 'method' | 'path'>
export type DeprecatedCallListener = (called: DeprecatedCall, applicationId: ApplicationId) => void

export interface Http {
  app: FastifyInstance
  platform: Platform
  operations: readonly Operation[]
  /** What is told to those who subscribe, and how it is written: the `webhooks` of the OpenAPI document. */
  webhooks: Webhooks | null
  /** The sections of the OpenAPI document, with a sentence each. */
  tags: Readonly<Record<string, string>>
  /** Registers an endpoint. */
  operation<const P extends Params, const Q extends QuerySpec, B extends TSchema>(
    operation: Operation<P, Q, B>,
  ): void
  /** All that is at a path and below it ends, also where no operation is. */
  endBelow(path: string, deprecation: Deprecation): void
  /** Called after each answer of a deprecated operation to a known application; others cost nothing. */
  onDeprecatedCall(note: DeprecatedCallListener): void
  renderer: Renderer<Ctx>
  tokens: Tokens
  /** Runs the background work that is due, in this process, and waits for it. */
  runDueJobs(): Promise<{ ran: number; failed: number }>
  /** The address that the client of a request uses, for links. */
  publicUrl(request: FastifyRequest): string
}
