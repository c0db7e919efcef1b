import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { product, productRow, resources, variant } from './fixtures/catalog.ts'
import { attribute, createRenderer, type IncludeTree, type Loader, resource, toMany, toOne } from './index.ts'

type Node = { type: string; id: string; relationships?: Record<string, { data: Link | Link[] | null }> }
type Link = { type: string; id: string }
type Document = { data: Node | Node[]; included: Node[] }

const variants = [
  { id: 'v2', sku: 'B', product_id: 'p1' },
  { id: 'v1', sku: 'A', product_id: 'p1' },
  { id: 'v3', sku: 'C', product_id: 'p2' },
]
const products = [productRow('p1', { brand_id: 'b1' }), productRow('p2', { brand_id: 'b1' })]

function catalog(overrides: Record<string, Loader<string[]>> = {}) {
  const named =
    (name: string, load: (ids: readonly string[]) => { id: string }[]): Loader<string[]> =>
    async (calls, ids) => {
      calls.push(`${name} ${ids.join(',')}`)
      return load(ids)
    }
  const { render } = createRenderer<string[]>({
    resources,
    loaders: {
      product: named('product', (ids) => products.filter(({ id }) => ids.includes(id))),
      variant: named('variant', (ids) => variants.filter(({ id }) => ids.includes(id))),
      brand: named('brand', (ids) => ids.filter((id) => id === 'b1').map((id) => ({ id, name: 'Brand' }))),
      variantsOfProducts: named('variantsOf', (ids) =>
        variants.filter((row) => ids.includes(row.product_id)),
      ),
      ...overrides,
    },
  })
  return async (request: Omit<Parameters<typeof render>[1], 'query'> & { include: IncludeTree }) => {
    const calls: string[] = []
    const query = { include: request.include, fields: {} }
    return { calls, document: JSON.parse(await render(calls, { ...request, query })) as Document }
  }
}

const links = (node: Node | undefined, name: string) => node?.relationships?.[name]?.data

test('children come in the order of their loader, with one call for the whole page', async () => {
  const { calls, document } = await catalog()({
    resource: product,
    data: products,
    include: { productVariant: {} },
  })
  expect(calls).toEqual(['variantsOf p1,p2'])
  expect(links((document.data as Node[])[0], 'productVariant')).toEqual([
    { type: 'productVariant', id: 'v2' },
    { type: 'productVariant', id: 'v1' },
  ])
  expect(document.included.map(({ id }) => id)).toEqual(['v2', 'v1', 'v3'])
  expect(document.included[0]).not.toHaveProperty('relationships')
})

test('a list of ids keeps its order, without repeats, and misses do not break the linkage', async () => {
  const data = productRow('p9', { variant_ids: ['v3', 'gone', 'v1', 'v3'], brand_id: 'b-gone' })
  const { calls, document } = await catalog()({
    resource: product,
    data,
    include: { listedVariants: {}, brand: {} },
  })
  expect(calls.sort()).toEqual(['brand b-gone', 'variant v3,gone,v1'])
  expect(links(document.data as Node, 'listedVariants')).toEqual(
    ['v3', 'gone', 'v1'].map((id) => ({ type: 'productVariant', id })),
  )
  expect(links(document.data as Node, 'brand')).toEqual({ type: 'brand', id: 'b-gone' })
  expect(document.included.map(({ id }) => id)).toEqual(['v3', 'v1'])
})

test('two relationships to one resource share a call, and children are not asked for again by id', async () => {
  const data = productRow('p1', { variant_ids: ['v1', 'v3'] })
  const { calls } = await catalog()({
    resource: product,
    data,
    include: { productVariant: {}, listedVariants: {} },
  })
  expect(calls).toEqual(['variantsOf p1', 'variant v3'])
})

test('primary data are neither loaded nor included again, and a cyclic include ends', async () => {
  const { calls, document } = await catalog()({
    resource: product,
    data: products[0]!,
    include: { productVariant: { product: { productVariant: { product: {} } } } },
  })
  expect(calls).toEqual(['variantsOf p1'])
  expect(document.included.map(({ id }) => id)).toEqual(['v2', 'v1'])
  expect(links(document.included[0], 'product')).toEqual({ type: 'product', id: 'p1' })
})

test('included is there exactly when something was asked for', async () => {
  const render = catalog()
  const none = await render({ resource: product, data: products, include: {} })
  expect(none.document).not.toHaveProperty('included')
  const empty = await render({ resource: product, data: productRow('p7'), include: { brand: {} } })
  expect(empty.document.included).toEqual([])
  const nothing = await render({ resource: product, data: null, include: { brand: {} } })
  expect(nothing.document).toMatchObject({ data: null, included: [] })
})

test('included resources have their list form and the spelling of the context', async () => {
  const { document } = await catalog()({
    resource: variant,
    data: variants[0]!,
    context: 'webhook',
    include: { product: { brand: {} } },
  })
  expect(document.data).toMatchObject({ type: 'variants-hook' })
  expect(document.included.map(({ type }) => type)).toEqual(['products-hook', 'brand'])
  expect(document.included[0]).not.toHaveProperty('attributes.tags')
})

test('rows that nobody asked for stay out of the document', async () => {
  const render = catalog({
    brand: async () => [{ id: 'b1' }, { id: 'b2' }],
    variantsOfProducts: async () => variants,
  })
  const { document } = await render({
    resource: product,
    data: products[0]!,
    include: { brand: {}, productVariant: {} },
  })
  expect(document.included.map(({ id }) => id).sort()).toEqual(['b1', 'v1', 'v2'])
})

test('a missing loader and a failing loader reject the render', async () => {
  const { render } = createRenderer<null>({ resources, loaders: {} })
  const request = { resource: product, data: products, query: { include: { brand: {} }, fields: {} } }
  await expect(render(null, request)).rejects.toThrow('no loader is named brand')
  const failing = catalog({
    brand: async () => {
      throw new Error('down')
    },
  })
  await expect(failing({ resource: product, data: products, include: { brand: {} } })).rejects.toThrow('down')
})

test('always-linkage needs a column', () => {
  expect(() => toMany('variant', { by: 'x', parent: 'y', linkage: 'always' })).toThrow(TypeError)
})

// Random graphs: two resources, each with every kind of relationship to both.
interface GraphRow {
  id: string
  one: string | null
  many: string[]
  parent: string
}
const kinds = ['left', 'right'] as const
const graphResources = kinds.map((name) =>
  resource<GraphRow>()({
    name,
    type: name,
    attributes: { many: attribute(Type.Array(Type.String()), 'many') },
    relationships: {
      oneLeft: toOne('left', 'one'),
      oneRight: toOne('right', 'one'),
      manyLeft: toMany('left', { ids: 'many' }),
      manyRight: toMany('right', { ids: 'many' }),
      kidsLeft: toMany('left', { by: 'kids of left', parent: 'parent' }),
      kidsRight: toMany('right', { by: 'kids of right', parent: 'parent' }),
    },
  }),
)
const anyId = fc.integer({ min: 0, max: 7 }).map((n) => `n${n}`)
const anyRows = fc.uniqueArray(
  fc.record({ id: anyId, one: fc.option(anyId), many: fc.array(anyId, { maxLength: 4 }), parent: anyId }),
  { selector: ({ id }) => id, maxLength: 8 },
)
const relationshipNames = Object.keys(graphResources[0]!.relationships)
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
          .flatMap((node) => Object.values(node.relationships ?? {}).flatMap(({ data }) => data ?? []))
          .map(key),
      )
      expect(document.included.filter((node) => !linked.has(key(node)))).toEqual([])
      expect(new Set(all.map(key))).toEqual(reachable(tables, data, include))
    }),
    { numRuns: 300 },
  )
})

function depthOf(tree: IncludeTree): number {
  return Math.max(0, ...Object.values(tree).map((subtree) => 1 + depthOf(subtree)))
}

/** The model: follow every path for every row, without any sharing. */
function reachable(tables: Record<string, GraphRow[]>, rows: GraphRow[], tree: IncludeTree): Set<string> {
  const found = new Set(rows.map(({ id }) => `left ${id}`))
  const visit = (row: GraphRow, node: IncludeTree) => {
    for (const [name, subtree] of Object.entries(node)) {
      const kind = name.endsWith('Left') ? 'left' : 'right'
      const targets = tables[kind]!.filter(({ id, parent }) =>
        name.startsWith('one')
          ? id === row.one
          : name.startsWith('many')
            ? row.many.includes(id)
            : parent === row.id,
      )
      for (const target of targets) {
        found.add(`${kind} ${target.id}`)
        visit(target, subtree)
      }
    }
  }
  for (const row of rows) visit(row, tree)
  return found
}
