/** The types of the API for the client library, from the OpenAPI document. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import type { Json } from '../../src/http/openapi/print-schema.ts'
import { type ClientDocument, openValues } from './open-values.ts'

const PROCESS = fileURLToPath(new URL('./types-process.ts', import.meta.url))
const HEADER =
  '/** Types of the API, written by `npm run generate` with openapi-typescript. Change the operations of the server. */\n\n'

/** The output is about a megabyte. */
const MAX_BYTES = 20_000_000

export async function printClientTypes(document: OpenApiDocument): Promise<string> {
  const running = promisify(execFile)(process.execPath, [PROCESS], { maxBuffer: MAX_BYTES })
  const slim = withoutDetails(document)
  openValues(slim)
  running.child.stdin?.end(JSON.stringify(slim))
  const { stdout } = await running
  return HEADER + stdout
}

/**
 * Drops what the client has no types for: responses to errors, which have one class hierarchy, headers, which have one
 * reader, and examples.
 */
function withoutDetails(document: OpenApiDocument): ClientDocument {
  const slim = strip(document) as ClientDocument
  for (const methods of Object.values({ ...slim.paths, ...slim.webhooks })) {
    for (const operation of Object.values(methods as Record<string, { responses: Json }>)) {
      for (const status of Object.keys(operation.responses)) {
        if (!status.startsWith('2')) delete operation.responses[status]
      }
    }
  }
  slim.components.responses = usedResponses(slim)
  return slim
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([name, member]) => !isDetail(name, member))
  return Object.fromEntries(members.map(([name, member]) => [name, strip(member)]))
}

/** A property of a schema may have the same name; then it is a schema, so it has a type or a reference. */
const isDetail = (name: string, member: unknown) =>
  name === 'example' || name === 'examples' || (name === 'headers' && !isSchema(member))

const isSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && ('type' in value || '$ref' in value)

function usedResponses({ paths, components }: ClientDocument): Json {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(components.responses as Json).filter(([name]) =>
      text.includes(`"#/components/responses/${name}"`),
    ),
  )
}
