/** Finds the operations at a path whatever the method, for requests that match no route. */
import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'

/** Matches a path whose parameters have any value, from its start; the pattern has no end. */
export const patternOf = (path: string): string => `^${path.replaceAll(/\{\w+\}/g, '[^/]+')}`

export class OperationPaths {
  readonly #entries: { operation: Operation; pattern: RegExp }[] = []

  add(operation: Operation): void {
    this.#entries.push({ operation, pattern: new RegExp(`${patternOf(operation.path)}$`) })
  }

  at(path: string): Operation[] {
    return this.#entries.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation)
  }
}

/** The decoded path, as the router matches it. A path with invalid percent-encoding is returned as it was sent. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
