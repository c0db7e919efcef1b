/** Generates every committed file that is derived from the code, by path. A test compares the result with the repository. */
import { readFile } from 'node:fs/promises'
import { buildApp } from '../src/app.ts'
import { readConfig, type Setting, settings } from '../src/config.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { connect } from '../src/platform/database.ts'
import { closePlatform, createPlatform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { printSql, printTypes, readSchema } from './introspect.ts'
import { printOrderLife } from './order-life.ts'

export const ROOT = new URL('../../', import.meta.url)

export async function generatedFiles(databaseUrl: string): Promise<Map<string, string>> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall generate' })
  const schema = await readSchema(db)
  await db.end()
  return new Map([
    ['server/schema.sql', printSql(schema)],
    ['server/src/platform/rows.ts', printTypes(schema)],
    ['docs/openapi.json', await printOpenApi(databaseUrl)],
    ['docs/operating.md', await fillIn('docs/operating.md', 'settings', printSettings())],
    ['docs/architecture.md', await fillIn('docs/architecture.md', 'order life', printOrderLife())],
  ])
}

/** The OpenAPI document of the sandbox, which has every operation. */
async function printOpenApi(databaseUrl: string): Promise<string> {
  const platform = createPlatform(readConfig({}), {
    name: 'generate',
    databaseUrl,
    secretKey: '',
    log: createLog('silent'),
  })
  const http = buildApp(platform, databaseUrl)
  const document = openApiDocument(http, 'http://127.0.0.1:8080')
  await http.app.close()
  await closePlatform(platform)
  return `${JSON.stringify(document, null, 2)}\n`
}

function printSettings(): string {
  const rows = (Object.values(settings) as Setting<unknown>[]).map(
    ({ variable, shownDefault, explanation }) =>
      `| \`${variable}\` | ${shownDefault && `\`${shownDefault}\``} | ${explanation} |`,
  )
  return ['| Variable | Default | What it does |', '|---|---|---|', ...rows].join('\n')
}

/** Replaces the generated section of a handwritten guide, between its two markers. */
async function fillIn(path: string, part: string, content: string): Promise<string> {
  const guide = await readFile(new URL(path, ROOT), 'utf8')
  const [begin, end] = [`<!-- ${part} -->\n`, `\n<!-- /${part} -->`]
  const [from, to] = [guide.indexOf(begin) + begin.length, guide.indexOf(end)]
  if (from < begin.length || to < from) throw new Error(`${path} has no marks around its ${part}.`)
  return guide.slice(0, from) + content + guide.slice(to)
}
