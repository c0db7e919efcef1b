/** Searches the OpenAPI document of the running server. */

import MiniSearch from 'minisearch'
import {
  locatedOperations,
  type OpenApiDocument,
  type OperationEntry,
  operationIndex,
  operationText,
} from '../openapi/index.ts'

export class Reference {
  readonly #document: OpenApiDocument
  readonly #operations: readonly OperationEntry[]
  readonly #index = new MiniSearch<Indexed>({
    fields: ['id', 'path', 'summary', 'tag', 'description'],
    tokenize,
  })

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#operations = operationIndex(document)
    const described = locatedOperations(document)
    this.#index.addAll(
      this.#operations.map((each, i) => ({
        ...each,
        description: described[i]?.operation.description ?? '',
      })),
    )
  }

  get tags(): readonly string[] {
    return [...new Set(this.#operations.map(({ tag }) => tag))]
  }

  /** Best first; all of them without words. */
  search(query: string): readonly OperationEntry[] {
    if (query.trim() === '') return this.#operations
    const byId = new Map(this.#operations.map((each) => [each.id, each]))
    const found = this.#index.search(query, {
      boost: { id: 4, summary: 4, path: 2, tag: 2 },
      boostDocument: (id) => (byId.get(id)?.deprecated ? DEPRECATED : 1),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    })
    return found.flatMap(({ id }) => byId.get(id) ?? [])
  }

  /** By the id of the operation, or by its method and path, as in `POST /api/v1/orders/{order}`. */
  find(name: string): OperationEntry | undefined {
    const [method = '', path = ''] = name.trim().split(/\s+/)
    return this.#operations.find(
      (each) =>
        each.id === name.trim() || (each.method === method.toUpperCase() && isSamePath(each.path, path)),
    )
  }

  text(id: string): string | undefined {
    return operationText(this.#document, id)
  }
}

/** Deprecated operations come after those that replace them. */
const DEPRECATED = 0.3

interface Indexed extends OperationEntry {
  description: string
}

/** `createTestOrder` is found by each of its words. */
function tokenize(text: string): string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Parameters match whatever their names or values are. */
function isSamePath(template: string, given: string): boolean {
  const [wanted, parts] = [template.split('/'), given.split('/')]
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i] !== ''))
  )
}
