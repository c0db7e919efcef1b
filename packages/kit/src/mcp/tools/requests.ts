/** Requests to the API, with the credentials of a demo account. */
import { type Method, type PlainResponse, ResponseError } from '@tradehall/client'
import { type Static, Type } from 'typebox'
import { responseText } from '../failure.ts'
import { defineTool, type ToolCall } from '../tool.ts'
import { ToolRefused } from '../tool-refused.ts'
import { account } from './fields.ts'

const queryValue = Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean()])

const common = {
  path: Type.String({
    minLength: 1,
    maxLength: 4000,
    description: 'Path of the API, such as /api/v1/orders; a link of an earlier response works too.',
    examples: ['/api/v1/orders'],
  }),
  query: Type.Optional(
    Type.Record(
      Type.String({ maxLength: 200 }),
      Type.Union([queryValue, Type.Array(queryValue, { maxItems: 500 })]),
      {
        description: 'Query parameters by name, values not yet encoded.',
        examples: [{ 'filter[status]': 'ankor_confirmed', 'page[limit]': 5 }],
      },
    ),
  ),
  headers: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
      description: 'More headers, such as If-Match. Token and media types are set.',
    }),
  ),
  as: account,
}
const strict = { additionalProperties: false }
const getInput = Type.Object(common, strict)

export const get = defineTool({
  name: 'get',
  title: 'Read from the API',
  description:
    'Sends a GET request to the sandbox and returns status and body as they are. Lists have pages: set page[limit], and follow links.next.',
  input: getInput,
  effect: 'reads',
  run: async (input, call) => await send('GET', input, call),
})

export const sendRequest = defineTool({
  name: 'send_request',
  title: 'Change something through the API',
  description:
    'Sends a POST, PATCH or DELETE request to the sandbox and returns status and body as they are. Errors of the API come back verbatim.',
  input: Type.Object(
    {
      method: Type.Enum(['POST', 'PATCH', 'DELETE']),
      ...common,
      body: Type.Optional(
        Type.Unknown({ description: 'The JSON document to send, as read_operation describes it.' }),
      ),
    },
    strict,
  ),
  effect: 'changes',
  run: async ({ method, body, ...input }, call) => await send(method as Method, input, call, body),
})

async function send(
  method: Method,
  { path, query = {}, headers = {}, as }: Static<typeof getInput>,
  { sandbox, signal }: ToolCall,
  body?: unknown,
): Promise<string> {
  const { baseUrl } = await sandbox.connection(as)
  const inputs = {
    account: as,
    query,
    headers: sendable(headers),
    signal,
    ...(body !== undefined && { body }),
  }
  try {
    return describe(await sandbox.send(method, pathIn(path, baseUrl, query), inputs))
  } catch (error) {
    // Also that of a request for a token, which in other tools is a failure of the tool.
    throw error instanceof ResponseError ? new ToolRefused(responseText(error)) : error
  }
}

/** Credentials are sent to the sandbox only. */
function pathIn(text: string, baseUrl: string, query: object): string {
  const path = text.startsWith(`${baseUrl}/`) ? text.slice(baseUrl.length) : text
  if (path.includes('?') && Object.keys(query).length > 0)
    throw new ToolRefused(
      'path has a query of its own: add the parameters of `query` to it, or leave it out.',
    )
  if (path.startsWith('/') && !/[\s#]/.test(path)) return path
  throw new ToolRefused(
    `path must begin with a slash, or be a link of the sandbox (${baseUrl}), and have no spaces; it is "${text.slice(0, 200)}".`,
  )
}

const OWN_HEADERS = ['authorization', 'cookie', 'host', 'content-length', 'connection', 'transfer-encoding']

function sendable(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value))
      throw new ToolRefused(`The header ${name.slice(0, 50)} has characters that headers do not have.`)
    if (OWN_HEADERS.includes(name.toLowerCase()))
      throw new ToolRefused(`The header ${name} is set by the tool: choose the account with \`as\`.`)
  }
  return headers
}

const SHOWN_HEADERS = [
  'content-type',
  'x-request-id',
  'etag',
  'location',
  'deprecation',
  'sunset',
  'x-ratelimit-remaining',
  'x-ignored-members',
]

function describe({ status, headers, text }: PlainResponse): string {
  const shown = SHOWN_HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return [`Status ${status}`, ...shown, '', bodyText(headers.get('content-type') ?? '', text)].join('\n')
}

function bodyText(type: string, text: string): string {
  if (text === '') return '(no body)'
  if (/json|^text\/|xml/.test(type)) return text
  return `(${text.length} characters of ${type || 'an unknown type'}, which is no text)`
}
