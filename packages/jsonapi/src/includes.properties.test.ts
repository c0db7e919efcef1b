import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { attribute, createRenderer, type IncludeTree, type Loader, resource, toMany, toOne } from './index.ts'

type Link = { type: string; id: string }
type Node = Link & { relationships?: Record<string, { data: Link | Link[] | null }> }

// Random graphs: two resources, each with every kind of relationship to both.
interface GraphRow {
  id: string
  one: string | null
  many: string[]
  parent: string
  hints: string[]
}
const kinds = ['left', 'right'] as const
const graphOf = (preload: Record<string, { ids: 'hints'; by?: string; of?: string[] }>) =>
  kinds.map((name) =>
    resource<GraphRow>()({
      name,
      type: name,
      preload,
      attributes: { many: attribute(Type.Array(Type.String()), 'many') },
      relationships: {
        oneLeft: toOne('left', 'one'),
        oneRight: toOne('right', 'one'),
        manyLeft: toMany('left', { ids: 'many' }),
        manyRight: toMany('right', { ids: 'many' }),
        kidsLeft: toMany('left', { by: 'kids of left', parent: 'parent' }),
        kidsRight: toMany('right', { by: 'kids of right', parent: 'parent' }),
        'oneRight-manyLeft': toMany('left', { along: ['oneRight', 'manyLeft'] }),
        'kidsLeft-manyRight-kidsLeft': toMany('left', { along: ['kidsLeft', 'manyRight', 'kidsLeft'] }),
        'manyLeft-oneRight': toMany('right', { along: ['manyLeft', 'oneRight'] }),
      },
    }),
  )
const graphResources = graphOf({})
const anyId = fc.integer({ min: 0, max: 7 }).map((n) => `n${n}`)
const anyRows = fc.uniqueArray(
  fc.record({
    id: anyId,
    one: fc.option(anyId),
    many: fc.array(anyId, { maxLength: 4 }),
    parent: anyId,
    hints: fc.array(anyId, { maxLength: 4 }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)
const relationshipNames = Object.keys(graphResources[0]!.relationships).filter((name) => !name.includes('-'))
const { tree: anyTree } = fc.letrec<{ tree: IncludeTree }>((tie) => ({
  tree: fc.dictionary(
    fc.constantFrom(...relationshipNames),
    fc.oneof({ maxDepth: 3 }, fc.constant({}), tie('tree')),
    { maxKeys: 3, noNullPrototype: true },
  ),
}))

test('over any graph each resource is loaded and rendered once, and everything included is linked', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, anyTree, fc.nat({ max: 8 }), async (left, right, include, count) => {
      fc.pre(Object.keys(include).length > 0)
      const tables: Record<string, GraphRow[]> = { left, right }
      const asked: string[] = []
      const calls: string[] = []
      const load =
        (name: string, pick: (row: GraphRow) => string): Loader<null> =>
        async (_, ids) => {
          calls.push(name)
          asked.push(...ids.map((id) => `${name} ${id}`))
          return tables[name.split(' ').at(-1)!]!.filter((row) => ids.includes(pick(row)))
        }
      const loaders = Object.fromEntries(
        kinds.flatMap((kind) => [
          [kind, load(kind, (row) => row.id)],
          [`kids of ${kind}`, load(`kids of ${kind}`, (row) => row.parent)],
        ]),
      )
      const { render } = createRenderer<null>({ resources: graphResources, loaders })
      const data = left.slice(0, count)
      const text = await render(null, { resource: graphResources[0]!, data, query: { include, fields: {} } })
      const document = JSON.parse(text) as { data: Node[]; included: Node[] }

      const key = ({ type, id }: Link) => `${type} ${id}`
      const all = [...document.data, ...document.included]
      expect(new Set(all.map(key)).size).toBe(all.length)
      expect(new Set(asked).size).toBe(asked.length)
      expect(asked.filter((one) => document.data.some((node) => key(node) === one))).toEqual([])
      const levels = depthOf(include)
      for (const name of new Set(calls)) {
        expect(calls.filter((call) => call === name).length).toBeLessThanOrEqual(levels)
      }
      const linked = new Set(
        all
          .flatMap((node) => Object.entries(node.relationships ?? {}))
          .flatMap(([name, { data }]) => (name.includes('-') ? [] : (data ?? [])))
          .map(key),
      )
      expect(document.included.filter((node) => !linked.has(key(node)))).toEqual([])
      const model = follow(tables, data, include)
      expect(new Set(all.map(key))).toEqual(model.found)
      for (const node of all) {
        const paths = Object.entries(node.relationships ?? {}).filter(([name]) => name.includes('-'))
        const seen = paths.map(([name, { data }]) => [name, (data as Link[]).map(key)] as const)
        expect(new Map(seen)).toEqual(model.paths.get(key(node)) ?? new Map())
      }
    }),
    { numRuns: 300 },
  )
})

test('over any graph, whatever is preloaded, the document is the same', async () => {
  const preloading = graphOf({
    'oneRight.manyLeft': { ids: 'hints' },
    'manyLeft.oneRight': { ids: 'hints' },
    'manyRight.oneLeft': { ids: 'hints', by: 'kids of left' },
    'kidsLeft.manyRight.kidsLeft': { ids: 'hints', by: 'kids of left' },
    'manyRight.manyLeft': { ids: 'hints', by: 'pairs', of: ['left', 'right'] },
  })
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, anyTree, async (left, right, include) => {
      const tables: Record<string, GraphRow[]> = { left, right }
      const loaders = Object.fromEntries(
        kinds.flatMap((kind): [string, Loader<null>][] => [
          [kind, async (_, ids) => tables[kind]!.filter(({ id }) => ids.includes(id))],
          [`kids of ${kind}`, async (_, ids) => tables[kind]!.filter(({ parent }) => ids.includes(parent))],
        ]),
      )
      loaders.pairs = async (_, ids) =>
        left.flatMap((one) =>
          right.flatMap((other) =>
            ids.includes(one.id) && one.id === other.id ? [{ id: one.id, left: one, right: other }] : [],
          ),
        )
      const [plain, preloaded] = await Promise.all(
        [graphResources, preloading].map((resources) =>
          createRenderer<null>({ resources, loaders }).render(null, {
            resource: resources[0]!,
            data: left,
            query: { include, fields: {} },
          }),
        ),
      )
      expect(preloaded).toBe(plain)
    }),
    { numRuns: 300 },
  )
})

function depthOf(tree: IncludeTree): number {
  return Math.max(0, ...Object.values(tree).map((subtree) => 1 + depthOf(subtree)))
}

type Tables = Record<string, GraphRow[]>
const kindOf = (name: string) => (name.endsWith('Left') ? 'left' : 'right')

function idsOf(tables: Tables, row: GraphRow, name: string): string[] {
  if (name.startsWith('one')) return row.one === null ? [] : [row.one]
  if (name.startsWith('many')) return row.many
  return tables[kindOf(name)]!.filter(({ parent }) => parent === row.id).map(({ id }) => id)
}

const rowsOf = (tables: Tables, row: GraphRow, name: string) =>
  idsOf(tables, row, name).flatMap((id) => tables[kindOf(name)]!.filter((one) => one.id === id))

/** The model: follow every path for every row, without any sharing. */
function follow(tables: Tables, rows: GraphRow[], tree: IncludeTree) {
  const found = new Set<string>()
  const paths = new Map<string, Map<string, string[]>>()
  const visit = (kind: string, row: GraphRow, node: IncludeTree) => {
    const key = `${kind} ${row.id}`
    found.add(key)
    for (const { name, along } of graphResources[0]!.paths) {
      if (along.reduce<IncludeTree | undefined>((at, step) => at?.[step], node) === undefined) continue
      const last = along.at(-1)!
      const ends = along
        .slice(0, -1)
        .reduce((here, step) => here.flatMap((one) => rowsOf(tables, one, step)), [row])
        .flatMap((one) => idsOf(tables, one, last))
      const known = paths.get(key) ?? new Map<string, string[]>()
      paths.set(
        key,
        known.set(
          name,
          [...new Set(ends)].map((id) => `${kindOf(last)} ${id}`),
        ),
      )
    }
    for (const [name, subtree] of Object.entries(node)) {
      for (const target of rowsOf(tables, row, name)) visit(kindOf(name), target, subtree)
    }
  }
  for (const row of rows) visit('left', row, tree)
  return { found, paths }
}
