/** Every committed file that is made from the code, by path. A test compares them with what is committed. */
import { readFile } from 'node:fs/promises'
import { buildApp } from '../src/app.ts'
import { readConfig, type Setting, settings } from '../src/config.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import { connect } from '../src/platform/database.ts'
import { closePlatform, createPlatform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { printSql, printTypes, readSchema } from './introspect.ts'

export const ROOT = new URL('../../', import.meta.url)

export async function generatedFiles(databaseUrl: string): Promise<Map<string, string>> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall generate' })
  const schema = await readSchema(db)
  await db.end()
  return new Map([
    ['server/schema.sql', printSql(schema)],
    ['server/src/platform/rows.ts', printTypes(schema)],
    ['docs/openapi.json', await printOpenApi(databaseUrl)],
    ['docs/operating.md', await printOperating()],
  ])
}

/** The document of the sandbox, which has every operation. */
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

const TABLE = /<!-- settings -->[\s\S]*<!-- \/settings -->/

/** The guide is written by hand around a table of settings that comes from their declarations. */
async function printOperating(): Promise<string> {
  const guide = await readFile(new URL('docs/operating.md', ROOT), 'utf8')
  const rows = (Object.values(settings) as Setting<unknown>[]).map(
    ({ variable, shownDefault, explanation }) =>
      `| \`${variable}\` | ${shownDefault && `\`${shownDefault}\``} | ${explanation} |`,
  )
  const table = ['| Variable | Default | What it does |', '|---|---|---|', ...rows].join('\n')
  return guide.replace(TABLE, () => `<!-- settings -->\n${table}\n<!-- /settings -->`)
}
