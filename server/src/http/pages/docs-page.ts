/** Serves `/docs`, the interactive API reference. It loads nothing from other origins. */
import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { JSON_API } from '@tradehall/jsonapi'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { packagedFile } from '../../platform/packaged-file.ts'
import { acceptedCodings } from '../answers/accept-encoding.ts'
import { isNotModified } from '../answers/representation.ts'
import type { Http } from '../http.ts'
import { isOwnHost } from '../public-url.ts'
import { pageHeaders } from './headers.ts'

interface DocsPageOptions {
  /** The application whose token the page uses in the sandbox. */
  demoApplicationId: string
}

export function docsPage({ app, platform, tokens }: Http, { demoApplicationId }: DocsPageOptions): void {
  const { config } = platform
  /** Only for own host names: a foreign domain that resolves to this server could read the token (DNS rebinding). */
  const issueToken = async (request: FastifyRequest) =>
    config.mode === 'sandbox' && isOwnHost(config, request)
      ? await tokens.issue(demoApplicationId)
      : undefined
  app.get('/docs/', async (_request, reply) => reply.redirect('/docs', 301))
  // It contains a token in the sandbox, and a nonce that must not be used twice.
  app.get('/docs', { config: { secret: true } }, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    const { version } = await loadOnce()
    return reply
      .headers(pageHeaders(contentSecurityPolicy(nonce)))
      .send(renderDocsPage({ nonce, version, token: await issueToken(request) }))
  })
  app.get(SCRIPT_PATH, async (request, reply) => sendScript(request, reply, await loadOnce()))
}

const SCRIPT_PATH = '/docs/reference.js'

/** Forbids eval, frames and requests to other servers. Styles may be inline, because Scalar needs them. */
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
  /** The version of the script. */
  version: string
  token: string | undefined
}

/** Requests go to the origin of the page, because the content security policy forbids any other. */
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
    <noscript>This page needs JavaScript. The same reference as Markdown: <a href="/llms.txt">llms.txt</a>; for programs: <a href="/openapi.json">openapi.json</a>.</noscript>
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
 * OpenAPI forbids Accept as a parameter: clients derive it from the responses. The request examples of this page contain
 * declared headers only, and must work when they are copied. So the page adds the parameter to the operations that
 * require the header.
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

/** Serializes JSON without `<`, so that no text can close the script element. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function configuration(token: string | undefined): object {
  return {
    url: '/openapi.json',
    ...(token && {
      authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
    }),
    // Switches off the hosted services of Scalar: proxy, fonts, telemetry, assistant and client.
    proxyUrl: '',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    customCss: CSS,
    // Downloads the document as it is served, without the changes of this page.
    documentDownloadType: 'direct',
    // Operations include the schemas of their resources.
    hideModels: true,
  }
}

/**
 * Hides links to the vendor and the focus outline of sections, which are no controls. In tables of the introduction only
 * code may break inside a word, also on a phone.
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

/** Loads the script of four megabytes at the first request, because most API processes never serve it. */
function loadOnce(): Promise<Script> {
  script ??= loadScript()
  return script
}

async function loadScript(): Promise<Script> {
  const copy = packagedFile(REFERENCE_SCRIPT)
  const bytes = copy ? await readFile(copy) : await readReferenceScript()
  return {
    gzipped: await promisify(gzip)(bytes),
    version: hash('sha256', bytes, 'hex').slice(0, 16),
  }
}

/** The name of its copy in the published package. */
export const REFERENCE_SCRIPT = 'reference.js'

export async function readReferenceScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  await app.close()
  return rawPayload
}

async function sendScript(request: FastifyRequest, reply: FastifyReply, { gzipped, version }: Script) {
  const compressed = acceptedCodings(request.headers['accept-encoding']).accepted.includes('gzip')
  // A URL with another version comes from a page of another release, so its response must not be cached permanently.
  const isImmutable = request.url.endsWith(`?v=${version}`)
  reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    .header('vary', 'Accept-Encoding')
    .header('content-type', 'text/javascript; charset=utf-8')
  if (isNotModified(request, reply, version)) return reply.send('')
  if (!compressed) return reply.send(await promisify(gunzip)(gzipped))
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
