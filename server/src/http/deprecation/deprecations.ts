/** The deprecated operations and paths of a server: announces them in responses and reports who still calls them. */
import type { Problem } from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { DeprecatedCallListener } from '../http.ts'
import type { Operation } from '../operation.ts'
import { type OperationPaths, patternOf } from '../operation-paths.ts'
import { type Deprecation, deprecationHeaders, endedProblem, hasEnded } from './deprecation.ts'

export class Deprecations {
  readonly #clock: Clock
  readonly #paths: OperationPaths
  readonly #endingPaths: { pattern: RegExp; deprecation: Deprecation }[] = []
  readonly #listeners: DeprecatedCallListener[] = []

  constructor(clock: Clock, paths: OperationPaths) {
    this.#clock = clock
    this.#paths = paths
  }

  endBelow(path: string, deprecation: Deprecation): void {
    this.#endingPaths.push({ pattern: new RegExp(`${patternOf(path)}(?:/|$)`), deprecation })
  }

  endAt(path: string, deprecation: Deprecation): void {
    this.#endingPaths.push({ pattern: new RegExp(`${patternOf(path)}$`), deprecation })
  }

  onCall(listener: DeprecatedCallListener): void {
    this.#listeners.push(listener)
  }

  /** Sets the deprecation headers. Returns the 410 problem if the end date has passed. */
  announce(deprecation: Deprecation | undefined, reply: FastifyReply): Problem | undefined {
    if (!deprecation) return undefined
    reply.headers(deprecationHeaders(deprecation))
    return deprecation.ends && hasEnded(deprecation, this.#clock.now())
      ? endedProblem(deprecation.ends)
      : undefined
  }

  /** Announces and reports a deprecated use of an operation whose other uses are not deprecated. */
  announceUse(operation: Operation, use: string, { actor }: FastifyRequest, reply: FastifyReply): void {
    const deprecation = operation.deprecatedUses?.[use]
    if (!deprecation) return
    const { id, method, path } = operation
    const call = { id: `${id}/${use}`, method, path }
    if (actor?.applicationId) for (const listener of this.#listeners) listener(call, actor.applicationId)
    const ended = this.announce(deprecation, reply)
    if (ended) throw ended
  }

  /** Reports the call of a deprecated operation after its response. */
  reportCall({ actor, routeOptions }: FastifyRequest): void {
    const { operation } = routeOptions.config
    if (!operation || !actor?.applicationId) return
    for (const listener of this.#listeners) listener(operation, actor.applicationId)
  }

  /**
   * The deprecation of a path that matches no route: all operations at this path end and the request has another method,
   * or the path belongs to a group that ends.
   */
  atPath(path: string): Deprecation | undefined {
    const operations = this.#paths.at(path)
    if (operations.length > 0) {
      const isEnding = operations.every(({ deprecated }) => deprecated?.ends)
      return isEnding ? operations[0]?.deprecated : undefined
    }
    return this.#endingPaths.find(({ pattern }) => pattern.test(path))?.deprecation
  }
}
