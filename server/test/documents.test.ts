/**
 * Documents name only files and symbols that exist. A path in backticks, such as `http/body.ts`, must be the end of the path of
 * a file, and a symbol beside a file, such as `platform/mail.ts` (`sendMailNow`), must occur in it. A path that is built
 * from a placeholder is not checked.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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

/** What a text in backticks claims: a file exists, and symbols in parentheses after it occur in it. */
function* mistakesIn(document: string, text: string): Generator<string> {
  const code = text.replaceAll(/^```.*?^```$/gms, '')
  for (const [, path = '', symbols = ''] of code.matchAll(
    /`([^`\n]+)`(?:\s\(((?:`\w+(?:\(\))?`(?:, )?)+)\))?/g,
  )) {
    if (!FILE.test(path)) continue
    const meant = filesNamed(path.replace(/^(?:\.\.?\/)+/, ''), document)
    if (meant.length === 0) yield `${document}: there is no file ${path}`
    const content = meant.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
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
    const isThere = meant.some((file) =>
      new RegExp(`\\b${symbol}\\b`).test(readFileSync(join(ROOT, file), 'utf8')),
    )
    if (meant.length > 0 && !isThere) yield `${document}: ${path} has no ${symbol}`
  }
}

test('documents name only files and symbols that exist', () => {
  expect(documents.length).toBeGreaterThan(15)
  const mistakes = documents.flatMap((path) => [...mistakesIn(path, readFileSync(join(ROOT, path), 'utf8'))])
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
