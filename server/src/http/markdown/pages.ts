/** Everything that the server serves as Markdown, by path, from the OpenAPI document and the guides. */
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import { titleOf, type WrittenGuide } from './guides.ts'
import { guidePath, serveLinks } from './links.ts'
import { llmsFullText, llmsText, type Page } from './llms.ts'
import { referenceSections, sectionPath, sectionText } from './reference.ts'

export function markdownPages(
  document: OpenApiDocument,
  guides: readonly WrittenGuide[],
): ReadonlyMap<string, string> {
  const pages = [
    introductionPage(document),
    ...guides.map((guide) => guidePage(guide, guides)),
    ...referencePages(document),
  ]
  return new Map([
    ['/llms.txt', llmsText(document, pages)],
    ['/llms-full.txt', llmsFullText(document, pages)],
    ...pages.map(({ path, text }) => [path, text] as const),
  ])
}

function introductionPage({ info }: OpenApiDocument): Page {
  return {
    path: guidePath({ name: 'introduction' }),
    title: 'Introduction',
    about: 'Tokens, media types, pages, includes, filters, errors, limits, ids, webhooks and the sandbox.',
    group: 'guide',
    text: `# Introduction\n\n${info.description}`,
  }
}

function guidePage(guide: WrittenGuide, guides: readonly WrittenGuide[]): Page {
  return {
    path: guidePath(guide),
    title: titleOf(guide),
    about: guide.about,
    group: guide.isForOperators ? 'optional' : 'guide',
    text: serveLinks(guide.text, guide.file, guides),
  }
}

function referencePages(document: OpenApiDocument): Page[] {
  return referenceSections(document).map((section) => ({
    path: sectionPath(section),
    title: section.tag,
    about: `${section.description} ${countOf(section.operationCount)}.`,
    group: 'reference',
    text: sectionText(document, section),
  }))
}

const countOf = (operations: number) => (operations === 1 ? '1 operation' : `${operations} operations`)
