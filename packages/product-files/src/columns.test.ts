import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COLUMNS } from './columns.ts'
import { attributesSchema } from './schema.ts'

const GUIDE = readFileSync(new URL('../../../docs/integrators/import-files.md', import.meta.url), 'utf8')

test('every column has a name of its own, and the guide tells of it', () => {
  const headers = COLUMNS.map(({ header }) => header)
  expect(new Set(headers).size).toBe(headers.length)
  expect(headers.filter((header) => !GUIDE.includes(`\`${header}\``))).toEqual([])
})

/** The leaves of a schema; arrays count as leaves. */
function pathsIn(schema: { properties?: Record<string, object> }): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const within = pathsIn(member)
    return within.length > 0 ? within.map((path) => `${name}.${path}`) : [name]
  })
}

test('everything that an entry may hold has a column, and nothing else has', () => {
  const { variants, ...ofProduct } = attributesSchema.properties
  const pathsOf = (of: string) =>
    COLUMNS.filter((column) => column.of === of).map(({ path }) => path.join('.'))
  expect(pathsOf('product').sort()).toEqual(pathsIn({ properties: ofProduct }).sort())
  expect(pathsOf('variant').sort()).toEqual(pathsIn((variants as unknown as { items: object }).items).sort())
})
