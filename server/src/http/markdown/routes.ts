/** Serves the API reference and the guides as Markdown, for coding tools: `/llms.txt` lists the pages. */

import type { OpenApiDocument } from '@tradehall/kit/openapi'
import type { FastifyReply } from 'fastify'
import { SERVER_URL, sendUrlText, type UrlText, urlText } from '../answers/url-text.ts'
import type { Http } from '../http.ts'
import { openApiDocument } from '../openapi/document.ts'
import { pathOf } from '../operation-paths.ts'
import { readGuides } from './guides.ts'
import { markdownPages } from './pages.ts'

/** The names in paths are only looked up, so no request can lead to another file. */
const PATHS = ['/llms.txt', '/llms-full.txt', '/docs/guides/:name', '/docs/reference/:name']

export function markdownRoutes(http: Http): void {
  let pages: Promise<ReadonlyMap<string, UrlText>> | undefined
  for (const path of PATHS) {
    http.app.get(path, async (request, reply) => {
      // Rendered at the first request, because most API processes never serve them.
      pages ??= renderPages(http).catch((error) => {
        // The next request tries again, because a file may be readable then.
        pages = undefined
        throw error
      })
      const page = (await pages).get(pathOf(request))
      if (!page) return reply.callNotFound()
      return sendUrlText(http, request, withType(reply, path), page)
    })
  }
}

const withType = (reply: FastifyReply, path: string) =>
  reply.header('content-type', `text/${path.endsWith('.txt') ? 'plain' : 'markdown'}; charset=utf-8`)

async function renderPages(http: Http): Promise<ReadonlyMap<string, UrlText>> {
  const guides = await readGuides()
  // The document as it is served: JSON omits values of schemas that are undefined.
  const document = JSON.parse(JSON.stringify(openApiDocument(http, SERVER_URL))) as OpenApiDocument
  const pages = markdownPages(document, guides)
  return new Map([...pages].map(([path, text]) => [path, urlText(text)]))
}
