import { globSync, readFileSync } from 'node:fs'
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import { operationIndex } from '@tradehall/kit/openapi'
import { describe, expect, test } from 'vitest'
import { GUIDES, readGuides } from './guides.ts'
import { markdownPages } from './pages.ts'

const ROOT = new URL('../../../../', import.meta.url)
const document = JSON.parse(readFileSync(new URL('docs/openapi.json', ROOT), 'utf8')) as OpenApiDocument
const pages = markdownPages(document, await readGuides())
const page = (path: string) => pages.get(path) ?? ''
const base = 'http://127.0.0.1:8080'

test('every page for integrators and operators is a guide that is served, and none about the code is', () => {
  const documents = globSync('docs/{integrators,operators}/*.md', { cwd: ROOT })
  const guides = GUIDES.map(({ file }) => file).filter((path) => path.startsWith('docs/'))
  expect(guides.toSorted()).toEqual(documents.filter((path) => !path.endsWith('/README.md')).toSorted())
  // Each page has a reader: only the index lies beside their folders.
  expect(globSync('docs/*.md', { cwd: ROOT })).toEqual(['docs/README.md'])
})

describe('llms.txt', () => {
  const text = page('/llms.txt')

  test('has the form of llmstxt.org: a title, a summary, notes, and lists of links', () => {
    expect(text).toMatch(/^# Tradehall\n\n> .+\n\n/)
    expect(text.match(/^## .*$/gm)).toEqual(['## Guides', '## Reference', '## Optional'])
    const [, ...lists] = text.split(/^## .*$/m)
    for (const line of lists.flatMap((list) => list.trim().split('\n')))
      expect(line).toMatch(/^- \[[^\]]+\]\(http:\/\/127\.0\.0\.1:8080\/docs\/[\w/-]+\.md\): .+\.$/)
  })

  test('links to every other page', () => {
    const others = [...pages.keys()].filter((path) => path !== '/llms.txt')
    expect(others.filter((path) => !text.includes(base + path))).toEqual([])
    expect(text).toContain(`${base}/openapi.json`)
  })

  test('notes what a program must know first', () => {
    expect([...text.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, topic]) => topic)).toEqual([
      ...['Base URL', 'Token', 'Media type', 'Errors', 'Pages', 'Rate limits', 'Idempotency', 'Webhooks'],
      ...['Sandbox', 'Clock', 'Deprecated'],
    ])
  })

  test('names the limits of the introduction', () => {
    const [, notes = ''] = /\*\*Rate limits\*\*: ([^.]*)/.exec(text) ?? []
    const limits = notes.match(/\d[\d ]*\d/g) ?? []
    expect(limits).toHaveLength(3)
    expect(document.info.description).toContain(`| ${limits.join(' | ')} |`)
  })

  test('does not speak of operations that the server does not have', () => {
    const paths = Object.fromEntries(
      Object.entries(document.paths).filter(([path]) => !path.startsWith('/api/testing')),
    )
    const tags = document.tags.filter(({ name }) => name !== 'Testing')
    const production = markdownPages({ ...document, paths, tags }, [])
    expect(production.get('/llms.txt')).not.toContain('/api/testing')
    expect(production.get('/llms.txt')).toContain('this server is production')
    expect(production.has('/docs/reference/testing.md')).toBe(false)
  })
})

describe('llms-full.txt', () => {
  const text = page('/llms-full.txt')

  test('contains every page once, between separators', () => {
    const begun = [...text.matchAll(/^<doc title="[^"]+" url="http:\/\/127\.0\.0\.1:8080([^"]+)">$/gm)]
    const inlined = [...pages.keys()].filter((path) => path.startsWith('/docs/'))
    expect(begun.map(([, path]) => path).sort()).toEqual(inlined.sort())
    expect(text.match(/^<\/doc>$/gm)).toHaveLength(inlined.length)
    for (const path of inlined) expect(text).toContain(`\n\n${page(path).trim()}\n\n</doc>`)
  })

  test('describes every operation once', () => {
    const headings = text.match(/^## [A-Z]+ \/.*$/gm) ?? []
    expect(headings.sort()).toEqual(
      operationIndex(document)
        .map(({ method, path }) => `## ${method} ${path}`)
        .sort(),
    )
  })

  test('has guides before the reference, and those of operators last', () => {
    const places = ['guides/orders', 'reference/ordering', 'guides/operating'].map((path) =>
      text.indexOf(`${path}.md">`),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })
})

test('the reference of webhooks lists the events, and says which ones are deprecated', () => {
  expect(page('/docs/reference/webhooks.md')).toContain('\n- `order.shipped`: ')
  const { post } = document.webhooks?.['order.shipped'] ?? {}
  if (!post) throw new Error('The document has no event order.shipped.')
  const webhooks = { 'order.sent': { post: { ...post, deprecated: true } } }
  const changed = markdownPages({ ...document, webhooks }, [])
  expect(changed.get('/docs/reference/webhooks.md')).toContain('\n- `order.sent` (deprecated): ')
})
