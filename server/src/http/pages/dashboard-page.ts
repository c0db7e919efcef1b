/** Serves `/dashboard`: an HTML page that is rendered for each request, and static files that never change. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { notFound } from '../../domain/problems.ts'
import { acceptedCodings } from '../answers/accept-encoding.ts'
import type { Http } from '../http.ts'
import { STATIC_FILES } from '../limits/limits.ts'
import type { DashboardFiles, DashboardList } from './dashboard-files.ts'
import { pageHeaders } from './headers.ts'

const DASHBOARD = '/dashboard'
const ASSETS = `${DASHBOARD}/assets/`

const NOT_BUILT =
  'The dashboard is not built, so /dashboard is not available; run `npm run build:dashboard` and restart the server.'

export function dashboardPage(
  { app, platform: { clock, config, log } }: Pick<Http, 'app' | 'platform'>,
  files: DashboardFiles | undefined,
): void {
  if (!files) log.warn(NOT_BUILT)
  app.get('/', async (request, reply) => {
    reply.header('vary', 'Accept')
    if (!wantsPage(request)) throw notFound('There is nothing at /.')
    return reply.redirect(DASHBOARD, 302)
  })
  app.get(`${ASSETS}:name`, { config: { limit: STATIC_FILES } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const { accepted } = acceptedCodings(request.headers['accept-encoding'])
    const file = await files?.read(name, accepted)
    if (!file) throw notFound(`There is nothing at ${ASSETS}${name}.`)
    if (file.coding) reply.header('content-encoding', file.coding)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .header('content-type', file.type)
      .send(file.bytes)
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    reply.headers(pageHeaders(contentSecurityPolicy(config, nonce)))
    if (!files) return reply.code(503).send(notBuiltPage())
    const now = clock.now()
    const real = clock.toRealTime(now).getTime()
    const time = { real, offsetMs: now.getTime() - real }
    return reply.send(renderPage({ nonce, list: files.list, config, theme: themeOf(request), time }))
  }
  // Uncached and not tagged, because a nonce must not be used twice.
  for (const path of [DASHBOARD, `${DASHBOARD}/*`]) app.get(path, { config: { secret: true } }, sendPage)
}

/** Programs that ask for `/` get an error document, as everywhere. */
const wantsPage = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '')

/** Scripts, styles and requests of this server only. The nonce is for the styles that Mantine writes at run time. */
function contentSecurityPolicy({ imageHosts }: Config, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ['img-src', "'self'", ...imageHosts].join(' '),
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type Theme = 'light' | 'dark' | 'auto'

/** The user's choice, which the page stores in a cookie, so that the first paint has the right colours. */
function themeOf({ headers }: FastifyRequest): Theme {
  const [, chosen] = /(?:^|;\s*)tradehall-theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '') ?? []
  return (chosen as Theme | undefined) ?? 'auto'
}

interface Page {
  nonce: string
  list: DashboardList
  config: Pick<Config, 'mode' | 'imageHosts'>
  theme: Theme
  /** Of this server, so that ages are right from the first paint on, whatever clocks say elsewhere. */
  time: { real: number; offsetMs: number }
}

function renderPage({ nonce, list, config: { mode, imageHosts }, theme, time }: Page): string {
  const links = [
    ...list.styles.map((name) => `<link rel="stylesheet" href="${ASSETS}${name}">`),
    ...list.preloads.map((name) => `<link rel="modulepreload" href="${ASSETS}${name}">`),
  ]
  return `<!doctype html>
<html lang="en" data-theme="${theme}" data-mode="${mode}" data-real-time="${time.real}" data-clock-offset="${time.offsetMs}" data-image-hosts="${imageHosts.join(' ')}">
  <head>
    <meta charset="utf-8">
    <title>Tradehall</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
    <meta property="csp-nonce" nonce="${nonce}">
    <link rel="icon" href="${ASSETS}${list.icon}">
    ${links.join('\n    ')}
    <script type="module" src="${ASSETS}${list.entry}"></script>
  </head>
  <body>
    <noscript>The dashboard needs JavaScript. The API works without it: <a href="/docs">reference</a>.</noscript>
    <div id="root"></div>
  </body>
</html>
`
}

function notBuiltPage(): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Tradehall</title></head>
  <body>
    <h1>The dashboard is not built</h1>
    <p>Run <code>npm run build:dashboard</code> in the clone and restart the server. The API works meanwhile: see the
    <a href="/docs">reference</a>.</p>
  </body>
</html>
`
}
