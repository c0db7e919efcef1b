/** Finds the operations at a path whatever the method, for requests that match no route. */
import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'

export class OperationPaths {
  readonly #entries: { operation: Operation; pattern: RegExp }[] = []

  add(operation: Operation): void {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    this.#entries.push({ operation, pattern })
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
