/**
 * Documents name only files and symbols that exist, and their links lead somewhere. A path in backticks, such as
 * `http/body.ts`, must be the end of the path of a file, and a symbol beside a file, such as `platform/mail.ts`
 * (`sendMailNow`), must occur in it. A path that is built from a placeholder is not checked.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import { expect, test } from 'vitest'
import { readGuides } from '../src/http/markdown/guides.ts'
import { markdownPages } from '../src/http/markdown/pages.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ignored = (path: string) => /(?:^|\/)(?:node_modules|dist|\.git|\.tradehall)$/.test(path)
const files = globSync('**/*.*', { cwd: ROOT, exclude: ignored })
const pages = globSync('**/*.md', { cwd: ROOT, exclude: ignored })
// Decisions and the changelog are history: they name what existed then.
const documents = pages.filter((path) => !/^(?:CHANGELOG\.md$|docs\/decisions\/)/.test(path))

const FILE = /^[\w./-]+\.(?:test\.)?(?:ts|cjs|mjs|sql|md)$/

/** The files that a document may mean by a path: those beside it or below it come first. */
function filesNamed(path: string, document: string): string[] {
  const found = files.filter((file) => file === path || file.endsWith(`/${path}`))
  const near = found.filter((file) => file.startsWith(`${dirname(document)}/`))
  return near.length > 0 ? near : found
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What a text in backticks claims: a file exists, and symbols in parentheses after it occur in it. */
function* mistakesIn(document: string, text: string): Generator<string> {
  const code = text.replaceAll(/^```.*?^```$/gms, '')
  for (const [, path = '', symbols = ''] of code.matchAll(
    /`([^`\n]+)`(?:\s\(((?:`\w+(?:\(\))?`(?:, )?)+)\))?/g,
  )) {
    if (!FILE.test(path)) continue
    const meant = filesNamed(path.replace(/^(?:\.\.?\/)+/, ''), document)
    if (meant.length === 0) yield `${document}: there is no file ${path}`
    const content = meant.map((file) => read(file)).join('\n')
    for (const [, symbol = ''] of symbols.matchAll(/`(\w+)(?:\(\))?`/g)) {
      if (meant.length > 0 && !new RegExp(`\\b${symbol}\\b`).test(content)) {
        yield `${document}: ${path} has no ${symbol}`
      }
    }
  }
  // The other way around: a symbol, then its file in parentheses.
  for (const [, symbol = '', path = ''] of code.matchAll(/`(\w+)(?:\(\))?`\s\(`([^`\n]+)`[,)]/g)) {
    if (!FILE.test(path) || FILE.test(symbol)) continue
    const meant = filesNamed(path, document)
    const isThere = meant.some((file) => new RegExp(`\\b${symbol}\\b`).test(read(file)))
    if (meant.length > 0 && !isThere) yield `${document}: ${path} has no ${symbol}`
  }
}

test('documents name only files and symbols that exist', () => {
  expect(documents.length).toBeGreaterThan(15)
  const mistakes = documents.flatMap((path) => [...mistakesIn(path, read(path))])
  expect(mistakes).toEqual([])
})

test('a file or a symbol that does not exist is found', () => {
  const text = 'See `http/nowhere.ts`, `http/body.ts` (`noSuchName`) and `noSuchName` (`http/body.ts`).'
  expect([...mistakesIn('README.md', text)]).toEqual([
    'README.md: there is no file http/nowhere.ts',
    'README.md: http/body.ts has no noSuchName',
    'README.md: http/body.ts has no noSuchName',
  ])
})

test('sources and settings name only documents that exist', () => {
  const sources = globSync('{dashboard,deploy,packages,server}/**/*.{ts,tsx,yaml,yml}', {
    cwd: ROOT,
    exclude: ignored,
  })
  expect(sources.length).toBeGreaterThan(1000)
  const lost = sources.flatMap((source) =>
    // With a slash before it, it is a path of the server.
    [...read(source).matchAll(/(?<![\w./])docs\/[\w./-]+\.md/g)]
      .filter(([path]) => !files.includes(path))
      .map(([path]) => `${source}: ${path}`),
  )
  expect(lost).toEqual([])
})

/** The text at an absolute path; empty for what has no headings, `undefined` where nothing is. */
type TextAt = (path: string) => string | undefined

/** Relative links, and those to the same server, that lead nowhere: to no file, or to no heading of it. */
function lostLinksIn(path: string, textAt: TextAt): string[] {
  const prose = withoutFences(textAt(path) ?? '').replaceAll(/`[^`\n]+`/g, '')
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => {
      if (/^\w+:/.test(target)) return false
      const [file = '', anchor] = target.split('#')
      const text = textAt(file === '' ? path : posix.resolve(posix.dirname(path), file))
      return text === undefined || (anchor !== undefined && !anchorsIn(text).includes(anchor))
    })
    .map((target) => `${path}: ${target}`)
}

const withoutFences = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '')

/** Of the headings, as viewers of Markdown make them. */
function anchorsIn(text: string): string[] {
  const headings = [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
  return anchors.map((anchor, i) => {
    const before = anchors.slice(0, i).filter((other) => other === anchor).length
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

const inRepository: TextAt = (path) => {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!found) return undefined
  return found.isFile() && path.endsWith('.md') ? read(path) : ''
}

test('every link of every document leads to a file, and to a heading of it', () => {
  expect(pages.flatMap((path) => lostLinksIn(`/${path}`, inRepository))).toEqual([])
})

test('every link of every served page leads to a page or to the document, and to a heading of it', async () => {
  const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument
  const served = new Map(markdownPages(document, await readGuides()))
  const [{ url = '' } = {}] = document.servers
  const textAt: TextAt = (path) =>
    path === '/openapi.json' ? '' : served.get(path)?.replaceAll(`](${url}/`, '](/')
  // It is all other pages once more.
  served.delete('/llms-full.txt')
  expect([...served.keys()].flatMap((path) => lostLinksIn(path, textAt))).toEqual([])
})

test('a link that leads nowhere is found', () => {
  const texts = new Map([
    [
      '/a.md',
      '# A\n\n[b](b.md), [c](c.md), [part](b.md#the-part-1), [lost](b.md#nowhere), [own](#a), [web](https://a.test/)',
    ],
    ['/b.md', '# B\n\n## The `part`\n\n## The part\n\n```md\n## Nowhere\n[x](y.md)\n```\n'],
  ])
  const lost = [...texts.keys()].flatMap((path) => lostLinksIn(path, (at) => texts.get(at)))
  expect(lost).toEqual(['/a.md: c.md', '/a.md: b.md#nowhere'])
})
