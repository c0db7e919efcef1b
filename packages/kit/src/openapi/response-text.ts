/** The responses of an operation as Markdown: fields of successes, one line for each other status. */
import { JSON_API } from '@tradehall/jsonapi'
import {
  type DescribedOperation,
  type DescribedResponse,
  type OpenApiDocument,
  resolve,
  type Schema,
} from './parsed-document.ts'
import type { Homes } from './resource-homes.ts'
import { fieldLines, oneLine, typeText } from './schema-text.ts'

export function responsesText(
  operation: DescribedOperation,
  document: OpenApiDocument,
  homes: Homes,
): string {
  const told = new Map<string, string>()
  const lines = Object.entries(operation.responses).flatMap(([status, referable]) => {
    const response = resolve<DescribedResponse>(document, referable)
    const fields = status.startsWith('2') ? successLines(response, { document, homes, operation }) : []
    const text = fields.join('\n')
    const earlier = told.get(text)
    if (text !== '') told.set(text, earlier ?? status)
    return [
      statusLine(status, response, earlier),
      ...(earlier === undefined ? fields.map((line) => `  ${line}`) : []),
    ]
  })
  return ['## Responses', '', ...lines].join('\n')
}

interface Surroundings {
  document: OpenApiDocument
  homes: Homes
  operation: DescribedOperation
}

/** The media type of errors is left out where it is that of JSON:API. */
function statusLine(status: string, response: DescribedResponse, sameAs: string | undefined): string {
  const { description, headers = {}, content = {} } = response
  const types = Object.keys(content).filter((type) => status.startsWith('2') || type !== JSON_API)
  const media = types.length > 0 ? ` (${types.map((type) => `\`${type}\``).join(' or ')})` : ''
  const own = Object.keys(headers).filter((name) => !EVERYWHERE.includes(name))
  const facts = [
    oneLine(description),
    own.length > 0 && `Headers: ${own.map((name) => `\`${name}\``).join(', ')}.`,
    sameAs && `Fields as of ${sameAs}.`,
  ]
  return `- **${status}**${media}: ${facts.filter((fact) => fact).join(' ')}`
}

/** Headers of all responses, which `llms.txt` and the introduction tell. */
const EVERYWHERE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Request-Id', 'X-Ignored-Members']

function successLines({ content = {} }: DescribedResponse, surroundings: Surroundings): string[] {
  const { document } = surroundings
  const [media] = Object.values(content)
  if (!media) return []
  const schema = resolve<Schema>(document, media.schema)
  // The version of JSON:API is the same everywhere.
  const { jsonapi: _, data, included, ...members } = schema.properties ?? {}
  const rest = fieldLines(document, { ...schema, properties: members }, { isRequest: false })
  return [
    ...(data ? dataLines(schema, data, surroundings) : []),
    ...rest,
    ...(included ? includedLines(resolve(document, included), surroundings) : []),
  ]
}

/** Resources that another operation describes are summarized, because many operations return them. */
function dataLines(schema: Schema, data: Schema, { document, homes, operation }: Surroundings): string[] {
  const { items, description = '' } = resolve<Schema>(document, data)
  const resource = items ?? data
  const home = resource.$ref ? homes.get(resource.$ref) : undefined
  if (!home || home.operation === operation)
    return fieldLines(document, { ...schema, properties: { data } }, { isRequest: false })
  const told = description === '' ? '' : `: ${oneLine(description)}`
  return [
    `- \`data\` (${items ? 'list of resources' : 'resource'})${told} Described with \`${home.operation.operationId}\`.`,
    `  - ${inBrief(resource, document)}`,
  ]
}

function includedLines({ items = {} }: Schema, surroundings: Surroundings): string[] {
  const { anyOf = [items] } = resolve<Schema>(surroundings.document, items)
  return [
    '- `included` (list of resources): what `include` asks for',
    ...anyOf.flatMap((branch) => includedResource(branch, surroundings)).map((line) => `  ${line}`),
  ]
}

function includedResource(resource: Schema, { document, homes, operation }: Surroundings): string[] {
  const home = resource.$ref ? homes.get(resource.$ref) : undefined
  if (home && home.operation !== operation)
    return [`- ${inBrief(resource, document)}. Described with \`${home.operation.operationId}\`.`]
  const { properties = {}, description = '' } = resolve<Schema>(document, resource)
  return [
    `- ${typeText(document, properties.type ?? {})}: ${oneLine(description)}`,
    ...fieldLines(document, resource, { isRequest: false }).map((line) => `  ${line}`),
  ]
}

/** The names and types of the fields of a resource. */
function inBrief(resource: Schema, document: OpenApiDocument): string {
  const membersOf = (schema: Schema = {}) =>
    Object.entries(resolve<Schema>(document, schema).properties ?? {})
  const { type = {}, attributes, relationships } = Object.fromEntries(membersOf(resource))
  const fields = membersOf(attributes).map(([name, field]) => `\`${name}\` (${typeText(document, field)})`)
  const related = membersOf(relationships).map(([name]) => `\`${name}\``)
  return [
    `${typeText(document, type)}: ${fields.length > 0 ? fields.join(', ') : 'no attributes'}`,
    ...(related.length > 0 ? [`relationships ${related.join(', ')}`] : []),
  ].join('; ')
}
