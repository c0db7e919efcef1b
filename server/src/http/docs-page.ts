/** `/docs`: the reference of every operation, where requests can be tried. Nothing in it comes from another origin. */
import { hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { JSON_API } from '@tradehall/jsonapi'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Http } from './http.ts'
import { isOwnHost } from './public-url.ts'

interface DocsPageOptions {
  /** The application that requests from the page are sent for. In the sandbox only. */
  demoApplicationId: string
}

export function docsPage({ app, platform, tokens }: Http, { demoApplicationId }: DocsPageOptions): void {
  const { config } = platform
  /** A page under a name that somebody else made to lead here could read the token, as its own origin. */
  const issueToken = async (request: FastifyRequest) =>
    config.mode === 'sandbox' && isOwnHost(config, request)
      ? await tokens.issue(demoApplicationId)
      : undefined
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301))
  app.get('/docs', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const { version } = await loadOnce()
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .send(renderDocsPage({ nonce, version, token: await issueToken(request) }))
  })
  app.get(SCRIPT_PATH, async (request, reply) => sendScript(request, reply, await loadOnce()))
}

const SCRIPT_PATH = '/docs/reference.js'

/** No eval, no frames, and requests to this server alone. Scalar styles its elements in place, so styles may be inline. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface DocsPage {
  nonce: string
  /** Of the script. */
  version: string
  token: string | undefined
}

/** The address of the server is the one the page was opened at: any other is closed to its requests. */
function renderDocsPage({ nonce, version, token }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Tradehall API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same reference, for programs: <a href="/openapi.json">openapi.json</a>.</noscript>
    <div id="app"></div>
    <script nonce="${nonce}" src="${SCRIPT_PATH}?v=${version}"></script>
    <script nonce="${nonce}">
      const configuration = ${inlineJson(configuration(token))}
      ${ADD_ACCEPT}
      Scalar.createApiReference('#app', { ...configuration, customFetch, servers: [{ url: location.origin }] })
    </script>
  </body>
</html>
`
}

/**
 * Accept is no parameter of an OpenAPI document: clients derive it from the answers. But the examples of this page name
 * only declared headers, and a request that is copied from them has to work; so the page declares it for itself, where
 * the server insists on it.
 */
const ADD_ACCEPT = `
      const accept = ${inlineJson(acceptParameter())}
      async function customFetch(input, init) {
        const answer = await fetch(input, init)
        if (new URL(answer.url).pathname !== '/openapi.json') return answer
        const description = await answer.json()
        for (const operation of Object.values(description.paths).flatMap((path) => Object.values(path))) {
          if ('406' in operation.responses) operation.parameters = [...(operation.parameters ?? []), accept]
        }
        return Response.json(description)
      }
`.trim()

function acceptParameter(): object {
  return {
    name: 'Accept',
    in: 'header',
    required: true,
    description: 'The type of the answer.',
    schema: { type: 'string', const: JSON_API },
    example: JSON_API,
  }
}

/** Text in the page that no browser can take for the end of its script. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function configuration(token: string | undefined): object {
  return {
    url: '/openapi.json',
    ...(token && {
      authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
    }),
    // Scalar's own services: its proxy, fonts, statistics, assistant and hosted client.
    proxyUrl: '',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    customCss: CSS,
    // The document as it is served, not as this page shows it.
    documentDownloadType: 'direct',
    // Resources are described where they are used.
    hideModels: true,
  }
}

/**
 * No advertisement, and no frame around the section that an address names: it is focused, not a control. In tables of the
 * introduction words stay whole, also on a phone; only code is broken anywhere.
 */
const CSS = `
  a[href*="scalar.com"] { display: none }
  section:focus-visible { outline: none }
  .markdown :is(th, td) { overflow-wrap: break-word !important; word-break: normal !important }
  .markdown td code { overflow-wrap: anywhere !important; word-break: normal !important }
`

interface Script {
  gzipped: Buffer
  version: string
}

let script: Promise<Script> | undefined

/** Loaded when the page is first opened: most API processes never need these four megabytes. */
function loadOnce(): Promise<Script> {
  script ??= loadScript()
  return script
}

async function loadScript(): Promise<Script> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  await app.close()
  return {
    gzipped: await promisify(gzip)(rawPayload),
    version: hash('sha256', rawPayload, 'hex').slice(0, 16),
  }
}

async function sendScript(request: FastifyRequest, reply: FastifyReply, { gzipped, version }: Script) {
  const compressed = /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '')
  const etag = compressed ? `"${version}-gzip"` : `"${version}"`
  // An address with another version comes from a page of another release, so its answer must not be kept for good.
  const lasting = request.url.endsWith(`?v=${version}`)
  reply
    .header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', etag)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.header('content-type', 'text/javascript; charset=utf-8')
  if (!compressed) return reply.send(await promisify(gunzip)(gzipped))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
