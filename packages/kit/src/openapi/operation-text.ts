/** Operations of the OpenAPI document as Markdown, for programs that read one operation at a time. */
import {
  type DescribedOperation,
  type DescribedParameter,
  type LocatedOperation,
  locatedOperations,
  type OpenApiDocument,
  type Requirement,
  resolve,
  type Schema,
} from './parsed-document.ts'
import { findHomes, type Homes } from './resource-homes.ts'
import { responsesText } from './response-text.ts'
import { fieldLines, oneLine, typeText } from './schema-text.ts'

export interface OperationEntry {
  id: string
  /** In upper case. */
  method: string
  path: string
  tag: string
  summary: string
  deprecated: boolean
}

/** All operations, in the order of the document. */
export function operationIndex(document: OpenApiDocument): readonly OperationEntry[] {
  return locatedOperations(document).map(({ method, path, operation }) => ({
    id: operation.operationId,
    method,
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    deprecated: operation.deprecated ?? false,
  }))
}

/** Everything that an integrator has to know about an operation; undefined if there is no operation with this id. */
export function operationText(document: OpenApiDocument, operationId: string): string | undefined {
  return operationTexts(document, ({ operation }) => operation.operationId === operationId)[0]
}

/** The texts of many operations at once. */
export function operationTexts(
  document: OpenApiDocument,
  isWanted: (located: LocatedOperation) => boolean,
): string[] {
  const homes = findHomes(document)
  return locatedOperations(document)
    .filter(isWanted)
    .map((located) => printOperation(document, homes, located))
}

function printOperation(document: OpenApiDocument, homes: Homes, located: LocatedOperation): string {
  const { method, path, operation } = located
  const sections = [
    `# ${method} ${path}`,
    `${operation.summary}. Operation \`${operation.operationId}\` of ${operation.tags.join(', ')}.`,
    deprecationText(operation),
    operation.description,
    accessText(operation, document),
    parametersText(operation, document),
    bodyText(operation, document),
    responsesText(operation, document, homes),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function deprecationText({ deprecated, 'x-sunset': sunset }: DescribedOperation): string {
  if (!deprecated) return ''
  return sunset ? `**Deprecated, ends at ${sunset}.**` : '**Deprecated, without an end date.**'
}

function accessText(operation: DescribedOperation, document: OpenApiDocument): string {
  const {
    security = document.security,
    'x-tradehall-roles': roles = [],
    'x-tradehall-support-session': support,
    'x-tradehall-password-confirmation': isConfirmed,
  } = operation
  const ways = security.map((requirement) => wayIn(requirement, roles))
  const facts = [
    `Access: ${ways.length > 0 ? ways.join(', or ') : 'no credentials'}.`,
    support && `Support sessions: ${support}.`,
    isConfirmed && 'A session must have given its password within ten minutes.',
  ]
  return facts.filter((fact) => fact).join(' ')
}

function wayIn(requirement: Requirement, roles: readonly string[]): string {
  const [scheme] = Object.keys(requirement)
  if (scheme === undefined) return 'no credentials in the header'
  if (scheme === 'bearer') return 'access token'
  if (scheme === 'basic') return 'HTTP Basic with client id and client secret'
  const whose = roles.length > 0 ? ` (${roles.join(', ')})` : ''
  return scheme === 'cookie' ? `session${whose}` : `HTTP Basic with email address and password${whose}`
}

function parametersText({ parameters = [] }: DescribedOperation, document: OpenApiDocument): string {
  const resolved = parameters.map((parameter) => resolve<DescribedParameter>(document, parameter))
  if (resolved.length === 0) return ''
  const [fields = [], others = []] = [true, false].map((isFields) =>
    resolved.filter(({ name }) => name.startsWith('fields[') === isFields),
  )
  return [
    '## Parameters',
    '',
    ...others.map((parameter) => parameterLine(parameter, document)),
    ...(fields.length > 0 ? [sparseFieldsLine(fields)] : []),
  ].join('\n')
}

/** One line for all types, whose fields are listed with the response. */
function sparseFieldsLine(fields: readonly DescribedParameter[]): string {
  const names = fields.map(({ name }) => `\`${name}\``).join(', ')
  return `- ${names} (query, list separated by commas): The only fields of that type to return, attributes and relationships by their names in the response.`
}

function parameterLine(parameter: DescribedParameter, document: OpenApiDocument): string {
  const { name, in: place, required, description, schema, explode } = parameter
  const isList = [resolve(document, schema).type].flat().includes('array')
  const facts = [
    place,
    ...(required ? ['required'] : []),
    typeText(document, schema),
    ...(isList && place === 'query' ? [explode ? 'repeated' : 'separated by commas'] : []),
  ]
  return `- \`${name}\` (${facts.join(', ')}): ${oneLine(description)}`
}

function bodyText({ requestBody }: DescribedOperation, document: OpenApiDocument): string {
  if (!requestBody) return ''
  const { required, content } = resolve(document, requestBody)
  const types = Object.keys(content).map((type) => `\`${type}\``)
  const [media] = Object.values(content)
  if (!media) return ''
  const lines = fieldLines(document, media.schema, { isRequest: true })
  return [
    '## Body',
    `${types.join(' or ')}, ${required ? 'required' : 'optional'}${shapeOf(document, media.schema)}.`,
    lines.join('\n'),
    media.example === undefined ? '' : `\`\`\`json\n${JSON.stringify(media.example)}\n\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The type of a body that is or may be a list. */
function shapeOf(document: OpenApiDocument, schema: Schema): string {
  const type = typeText(document, schema)
  return type.includes('list of') ? `: ${type}` : ''
}
