/** The API reference as Markdown, one page for each section of the OpenAPI document. */
import { locatedOperations, type OpenApiDocument, operationTexts } from '@tradehall/kit/openapi'

export interface Section {
  /** Its path is `/docs/reference/<slug>.md`. */
  slug: string
  tag: string
  description: string
  operationCount: number
}

export function referenceSections(document: OpenApiDocument): Section[] {
  const tags = locatedOperations(document).map(({ operation }) => operation.tags[0])
  return document.tags.map(({ name, description }) => ({
    slug: name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'),
    tag: name,
    description,
    operationCount: tags.filter((tag) => tag === name).length,
  }))
}

export const sectionPath = ({ slug }: Pick<Section, 'slug'>) => `/docs/reference/${slug}.md`

export function sectionText(document: OpenApiDocument, { tag, description }: Section): string {
  const operations = operationTexts(document, ({ operation }) => operation.tags[0] === tag)
  return [
    `# ${tag}\n\n${description}\n`,
    ...operations.map((text) => text.replaceAll(/^#/gm, '##')),
    ...(tag === 'Webhooks' ? [eventsText(document)] : []),
  ].join('\n')
}

/** The events are requests of this server, so they are no operations. */
function eventsText({ webhooks = {} }: OpenApiDocument): string {
  const lines = Object.entries(webhooks).map(([name, { post }]) => {
    const isDeprecated = post?.deprecated ? ' (deprecated)' : ''
    return `- \`${name}\`${isDeprecated}: ${post?.description ?? ''}`
  })
  return ['## Events', '', 'Sent to subscriptions by `POST`.', '', ...lines, ''].join('\n')
}
