/** Generates every committed file that is derived from the code, by path. A test compares the result with the repository. */
import { readFile } from 'node:fs/promises'
import type { OpenApiDocument } from '@tradehall/kit/openapi'
import type { Setting } from '@tradehall/kit/settings'
import { buildApp } from '../src/app.ts'
import { readConfig, settings } from '../src/config.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { newSecretKey } from '../src/platform/data-dir/data-dir.ts'
import { connect } from '../src/platform/database.ts'
import { closePlatform, createPlatform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { printIncludes } from './client/includes.ts'
import { printClientOperations } from './client/operations.ts'
import { printClientTypes } from './client/types.ts'
import { printErrorCodes, printErrorCodeType } from './error-codes.ts'
import { printEvents } from './events.ts'
import { printSql, printTypes, readSchema } from './introspect.ts'
import { printLessons } from './lessons.ts'
import { printTools } from './mcp-tools.ts'
import { printMergedMigrations } from './merged-migrations.ts'
import { printOrderLife } from './order-life.ts'

export const ROOT = new URL('../../', import.meta.url)
const CLIENT = 'packages/client/src/generated'

export async function generatedFiles(databaseUrl: string): Promise<Map<string, string>> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall generate' })
  const schema = await readSchema(db)
  await db.end()
  return new Map([
    ['server/migrations/merged.json', await printMergedMigrations()],
    ['server/schema.sql', printSql(schema)],
    ['server/src/platform/rows.ts', printTypes(schema)],
    ...(await filesOfApi(databaseUrl)),
    [`${CLIENT}/codes.ts`, printErrorCodeType()],
    ['packages/kit/src/generated/events.ts', printEvents()],
    await fillIn('docs/operators/operating.md', 'settings', printSettings()),
    await fillIn('docs/integrators/errors.md', 'codes', printErrorCodes()),
    await fillIn('docs/integrators/certify.md', 'lessons', printLessons()),
    await fillIn('docs/integrators/coding-tools.md', 'tools', printTools()),
    await fillIn('docs/contributors/architecture.md', 'order life', printOrderLife()),
  ])
}

/** The OpenAPI document of the sandbox, which has every operation, and what is generated from it. */
async function filesOfApi(databaseUrl: string): Promise<[string, string][]> {
  const platform = createPlatform(readConfig({}), {
    name: 'generate',
    databaseUrl,
    secretKey: newSecretKey(),
    log: createLog('silent'),
  })
  const http = buildApp(platform, databaseUrl)
  // As the JSON that is written, without the values of schemas that JSON leaves out.
  const text = JSON.stringify(openApiDocument(http, 'http://127.0.0.1:8080'), null, 2)
  const document = JSON.parse(text) as OpenApiDocument
  const includes = printIncludes(http, document)
  await http.app.close()
  await closePlatform(platform)
  return [
    ['docs/openapi.json', `${text}\n`],
    [`${CLIENT}/api.ts`, await printClientTypes(document)],
    [`${CLIENT}/includes.ts`, includes],
    [`${CLIENT}/operations.ts`, printClientOperations(document)],
  ]
}

function printSettings(): string {
  const rows = (Object.values(settings) as Setting<unknown>[]).map(
    ({ variable, shownDefault, explanation }) =>
      `| \`${variable}\` | ${shownDefault && `\`${shownDefault}\``} | ${explanation} |`,
  )
  return ['| Variable | Default | What it does |', '|---|---|---|', ...rows].join('\n')
}

/** Replaces the generated section of a handwritten guide, between its two markers. */
async function fillIn(path: string, part: string, content: string): Promise<[string, string]> {
  const guide = await readFile(new URL(path, ROOT), 'utf8')
  const [begin, end] = [`<!-- ${part} -->\n`, `\n<!-- /${part} -->`]
  const [from, to] = [guide.indexOf(begin) + begin.length, guide.indexOf(end)]
  if (from < begin.length || to < from) throw new Error(`${path} has no marks around its ${part}.`)
  return [path, guide.slice(0, from) + content + guide.slice(to)]
}
