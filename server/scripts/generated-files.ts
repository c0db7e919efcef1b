/** Every committed file that is made from the code, by path. A test compares them with what is committed. */
import { connect } from '../src/platform/database.ts'
import { printSql, printTypes, readSchema } from './introspect.ts'

export async function generatedFiles(databaseUrl: string): Promise<Map<string, string>> {
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall generate' })
  const schema = await readSchema(db)
  await db.end()
  return new Map([
    ['server/schema.sql', printSql(schema)],
    ['server/src/platform/rows.ts', printTypes(schema)],
  ])
}
