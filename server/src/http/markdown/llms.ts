/** `llms.txt` (llmstxt.org), the entry point for coding tools, and `llms-full.txt`, all of its pages in one. */
import type { OpenApiDocument } from '@tradehall/kit/openapi'

export interface Page {
  path: string
  title: string
  /** A sentence for the list of pages. */
  about: string
  group: 'guide' | 'reference' | 'optional'
  text: string
}

const GROUPS = [
  ['Guides', 'guide'],
  ['Reference', 'reference'],
  ['Optional', 'optional'],
] as const

export function llmsText(document: OpenApiDocument, pages: readonly Page[]): string {
  const url = baseUrl(document)
  const lists = GROUPS.map(([heading, group]) => {
    const listed = pages.filter((page) => page.group === group)
    return [
      `## ${heading}\n`,
      ...listed.map((page) => `- [${page.title}](${url}${page.path}): ${page.about}`),
    ]
  })
  return `${[header(document), ...lists.map((lines) => lines.join('\n'))].join('\n\n')}\n`
}

export function llmsFullText(document: OpenApiDocument, pages: readonly Page[]): string {
  const url = baseUrl(document)
  const inOrder = GROUPS.flatMap(([, group]) => pages.filter((page) => page.group === group))
  const documents = inOrder.map(
    ({ path, title, text }) => `<doc title="${title}" url="${url}${path}">\n\n${text.trim()}\n\n</doc>`,
  )
  return `${[header(document), ...documents].join('\n\n')}\n`
}

const baseUrl = ({ servers: [server] }: OpenApiDocument) => server?.url ?? ''

/** What a program must know before its first request. The introduction explains all of it. */
function header(document: OpenApiDocument): string {
  const url = baseUrl(document)
  const isSandbox = document.tags.some(({ name }) => name === 'Testing')
  return `# ${document.info.title}

> The API of a wholesale marketplace. Brands keep their catalog, stock and prices up to date with it, accept, ship and track orders, and are told of changes by webhooks.

Know this before the first request; the [introduction](${url}/docs/guides/introduction.md) explains it:

- **Base URL**: ${url}. The OpenAPI document is ${url}/openapi.json, and all pages below are in one file, ${url}/llms-full.txt.
- **Token**: \`POST /oauth/token\`, a form with \`grant_type=client_credentials\`, \`client_id\`, \`client_secret\` and \`scope=*\`. Send \`Authorization: Bearer <access_token>\`. Keep the token for its 3600 seconds, because the endpoint takes 60 requests an hour; on a 401 fetch a new one and repeat the request once.
- **Media type**: JSON:API 1.0. \`Accept: application/vnd.api+json\` with every request but those for tokens and files, else 406; \`Content-Type: application/vnd.api+json\` with every JSON body, else 415. Amounts are integers in minor units, times ISO 8601 in UTC, ids UUIDs. Ignore members and values that you do not know.
- **Errors**: \`errors\` is a list; decide by \`status\` and \`code\`, never by texts; \`source\` names the field. Unknown parameters are a 400. Retry 429 after \`Retry-After\` seconds, and 500 and 503 with growing waits; read the resource again after a 409 or 412. Quote \`X-Request-Id\` in reports.
- **Pages**: follow \`links.next\` until it is absent; \`page[limit]\` has a maximum. To poll, use \`filter[updatedAfter]\` and keep \`meta.updatedUntil\`.
- **Rate limits**: 600 requests a minute, 24 000 an hour and 288 000 a day for each application. At a 429 stop all requests for \`Retry-After\` seconds.
- **Idempotency**: send an id of your own (a UUID) as \`data.id\` of a \`POST\` that lists 200 and 201; repeated, it answers with the stored resource. \`If-Match\` with the \`ETag\` of the resource protects writes against lost updates.
- **Webhooks**: verify \`signature\`, the HMAC with SHA-256 of the raw body in hexadecimal, with the \`signingSecret\` of the subscription as the key, before parsing. Answer 2xx at once; events may come twice and out of order, so remember \`meta.event.id\`.
${isSandbox ? SANDBOX : PRODUCTION}
- **Deprecated** operations say so, and those with an end answer 410 from then on: write nothing new with them.`
}

const SANDBOX = `- **Sandbox**: this server is one, with demo data. The Testing operations (\`/api/testing\`) create orders, act for retailers and carriers, make requests fail and reset everything; production does not have them.
- **Clock**: deadlines follow the clock of the server, which \`POST /api/testing/clock/-actions/advance\` moves and \`GET /api/testing/clock\` shows. Tokens expire in real time.`

const PRODUCTION = `- **Sandbox**: this server is production. \`npx tradehall start\` starts a sandbox, the same API with demo data, test operations and a movable clock: develop against that.
- **Clock**: deadlines follow the clock of the server.`
