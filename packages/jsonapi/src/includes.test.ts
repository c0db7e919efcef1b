import { describe, expect, test } from 'vitest'
import { lookup, problemOf, product, productRow, resources, variant } from './fixtures/catalog.ts'
import {
  compileQuery,
  createRenderer,
  type IncludeTree,
  type Loader,
  type Resource,
  resource,
  toMany,
  toOne,
} from './index.ts'

type Node = { type: string; id: string; relationships?: Record<string, { data: Link | Link[] | null }> }
type Link = { type: string; id: string }
type Document = { data: Node | Node[]; included: Node[] }

const variants = [
  { id: 'v2', sku: 'B', product_id: 'p1' },
  { id: 'v1', sku: 'A', product_id: 'p1' },
  { id: 'v3', sku: 'C', product_id: 'p2' },
]
const products = [productRow('p1', { brand_id: 'b1' }), productRow('p2', { brand_id: 'b1' })]

function catalog(
  overrides: Record<string, Loader<string[]>> = {},
  declared: readonly Resource[] = resources,
) {
  const named =
    (name: string, load: (ids: readonly string[]) => { id: string }[]): Loader<string[]> =>
    async (calls, ids) => {
      calls.push(`${name} ${ids.join(',')}`)
      return load(ids)
    }
  const { render } = createRenderer<string[]>({
    resources: declared,
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

describe('a preload', () => {
  const shelf = resource<{ id: string; product_ids: string[]; hints?: string[] }>()({
    name: 'shelf',
    type: 'shelf',
    attributes: {},
    preload: {
      'products.brand': { ids: 'hints' },
      'products.productVariant': { ids: 'product_ids', by: 'variantsOfShelves' },
    },
    relationships: { products: toMany('product', { ids: 'product_ids' }) },
  })
  /** Each level of calls waits for a tick, so that concurrent calls are recorded together. */
  async function load(include: IncludeTree, hints?: string[]) {
    const turns: string[][] = []
    const turn =
      (name: string, load: (ids: readonly string[]) => { id: string }[]): Loader<string[]> =>
      async (_, ids) => {
        const last = turns.at(-1)
        if (last && open) last.push(`${name} ${ids.join(',')}`)
        else turns.push([`${name} ${ids.join(',')}`])
        open = true
        await new Promise((resume) => setImmediate(resume))
        open = false
        return load(ids)
      }
    let open = false
    const render = catalog(
      {
        product: turn('product', (ids) => products.filter(({ id }) => ids.includes(id))),
        brand: turn('brand', (ids) => ids.filter((id) => id === 'b1').map((id) => ({ id, name: 'Brand' }))),
        variantsOfShelves: turn('variantsOf', (ids) =>
          variants.filter((row) => ids.includes(row.product_id)),
        ),
      },
      [...resources, shelf],
    )
    const row = { id: 's1', product_ids: ['p1', 'p2'], ...(hints && { hints }) }
    const { document } = await render({ resource: shelf, data: row, include })
    return { turns: turns.map((calls) => calls.sort()), document }
  }

  test('is loaded with the first step of its path', async () => {
    const { turns, document } = await load({ products: { brand: {} } }, ['b1'])
    expect(turns).toEqual([['brand b1', 'product p1,p2']])
    expect(document.included.map(({ id }) => id)).toEqual(['p1', 'p2', 'b1'])
  })

  test('is not loaded unless its whole path is asked for', async () => {
    const { turns, document } = await load({ products: {} }, ['b1'])
    expect(turns).toEqual([['product p1,p2']])
    expect(document.included.map(({ id }) => id)).toEqual(['p1', 'p2'])
  })

  test('whose keys are missing or wrong costs a turn, and shows nothing else', async () => {
    const told = (await load({ products: { brand: {} } }, ['b1'])).document
    for (const hints of [undefined, [], ['b2']]) {
      const { turns, document } = await load({ products: { brand: {} } }, hints)
      expect(turns.at(-1)).toEqual(['brand b1'])
      expect(turns).toHaveLength(2)
      expect(document).toEqual(told)
    }
  })

  test('may bring several resources of its path, which are not asked for again', async () => {
    const box = resource<{ id: string; variant_ids: string[] }>()({
      name: 'box',
      type: 'box',
      attributes: {},
      preload: {
        variants: { ids: 'variant_ids' },
        'variants.product': { ids: 'variant_ids', by: 'goods', of: ['variant', 'product'] },
      },
      relationships: { variants: toMany('variant', { ids: 'variant_ids' }) },
    })
    const found: string[][] = []
    const goods: Loader<string[]> = async (calls, ids) => {
      calls.push(`goods ${ids.join(',')}`)
      return variants
        .filter(({ id }) => ids.includes(id) && found.at(-1)?.includes(id))
        .map((row) => ({
          id: row.id,
          variant: row,
          product: products.find(({ id }) => id === row.product_id)!,
        }))
    }
    const render = catalog({ goods }, [...resources, box])
    const ask = (all: string[]) => {
      found.push(all)
      const data = { id: 'x1', variant_ids: ['v3', 'gone', 'v1', 'v2'] }
      return render({ resource: box, data, include: { variants: { product: {} } } })
    }
    const whole = await ask(['v1', 'v2', 'v3'])
    expect(whole.calls).toEqual(['goods v3,gone,v1,v2', 'variant gone'])
    expect(whole.document.included.map(({ id }) => id)).toEqual(['v3', 'v1', 'v2', 'p2', 'p1'])
    const part = await ask(['v1'])
    expect(part.calls).toEqual(['goods v3,gone,v1,v2', 'variant v3,gone,v2', 'product p2'])
    expect(part.document).toEqual(whole.document)
  })

  test('of what no path leads to is refused when the renderer is made', () => {
    const bad = resource<{ id: string }>()({
      name: 'bad',
      type: 'bad',
      attributes: {},
      preload: { 'brand.owner': { ids: 'id' } },
      relationships: { brand: toOne('brand', 'id') },
    })
    expect(() => createRenderer({ resources: [...resources, bad], loaders: {} })).toThrow(
      'brand has no relationship owner to follow',
    )
  })
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

test('included resources have another form when the request says so, but not what lies further away', async () => {
  const near = await catalog()({
    resource: variant,
    data: variants,
    includedForm: 'single',
    include: { product: {} },
  })
  expect(near.document.included[0]).toHaveProperty('attributes.tags', [])
  const far = await catalog()({
    resource: product,
    data: productRow('p7', { variant_ids: ['v1'] }),
    includedForm: 'single',
    include: { listedVariants: { product: {} } },
  })
  expect(far.document.included.map(({ id }) => id)).toEqual(['v1', 'p1'])
  expect(far.document.included[1]).not.toHaveProperty('attributes.tags')
})

describe('a relationship along a path', () => {
  const withPaths = resource<(typeof products)[number]>()({
    name: product.name,
    type: product.type,
    types: product.types,
    attributes: product.attributes,
    relationships: {
      ...product.relationships,
      'listedVariants-product': toMany('product', { along: ['listedVariants', 'product'] }),
      'listedVariants-product-brand': toMany('brand', { along: ['listedVariants', 'product', 'brand'] }),
    },
  })
  const render = catalog({}, [withPaths, ...resources.slice(1)])
  const row = productRow('p9', { variant_ids: ['v3', 'v2', 'gone', 'v1'] })
  const ask = (include: IncludeTree, data: object = row) =>
    render({ resource: withPaths, data: data as typeof row, include })

  test('links what lies at its end, once each, in the order of the path, without further calls', async () => {
    const { calls, document } = await ask({ listedVariants: { product: { brand: {} } } })
    expect(calls).toEqual(['variant v3,v2,gone,v1', 'product p2,p1', 'brand b1'])
    expect(Object.keys((document.data as Node).relationships!)).toEqual([
      'listedVariants',
      'brand',
      'listedVariants-product',
      'listedVariants-product-brand',
    ])
    expect(links(document.data as Node, 'listedVariants-product')).toEqual([
      { type: 'product', id: 'p2' },
      { type: 'product', id: 'p1' },
    ])
    expect(links(document.data as Node, 'listedVariants-product-brand')).toEqual([
      { type: 'brand', id: 'b1' },
    ])
  })

  test('is there only with its whole path, and is empty when the path ends early', async () => {
    const half = await ask({ listedVariants: {}, brand: {} })
    expect(Object.keys((half.document.data as Node).relationships!)).toEqual(['listedVariants', 'brand'])
    const none = await ask({ listedVariants: { product: {} } }, productRow('p9', { variant_ids: ['gone'] }))
    expect(links(none.document.data as Node, 'listedVariants-product')).toEqual([])
    expect(none.document.data).not.toHaveProperty(['relationships', 'listedVariants-product-brand'])
  })

  test('is on included resources too, if the path goes on from them', async () => {
    const { document } = await render({
      resource: variant,
      data: variants[0]!,
      include: { product: { listedVariants: { product: {} } } },
    })
    expect(links(document.included[0], 'listedVariants-product')).toEqual([])
    expect(document.data).not.toHaveProperty(['relationships', 'listedVariants-product'])
  })

  test('has the spelling of the context', async () => {
    const include = { listedVariants: { product: {} } }
    const { document } = await render({ resource: withPaths, data: row, context: 'webhook', include })
    expect(links(document.data as Node, 'listedVariants-product')).toContainEqual({
      type: 'products-hook',
      id: 'p1',
    })
  })

  test('can be chosen by a sparse fieldset and cannot be included by its name', async () => {
    const find = (name: string) => (name === 'product' ? withPaths : lookup(name))
    const spec = { resource: withPaths, include: ['listedVariants.product'] }
    const read = compileQuery(spec, find)
    const query = read('include=listedVariants.product&fields[product]=listedVariants-product')
    const { render } = createRenderer<null>({
      resources: [withPaths, ...resources.slice(1)],
      loaders: { variant: async () => variants, product: async () => products },
    })
    const { data } = JSON.parse(await render(null, { resource: withPaths, data: row, query }))
    expect(data).toEqual({
      type: 'product',
      id: 'p9',
      attributes: {},
      relationships: { 'listedVariants-product': { data: expect.any(Array) } },
    })
    expect(problemOf(() => read('include=listedVariants-product')).status).toBe(400)
    expect(() => compileQuery({ ...spec, include: ['listedVariants-product'] }, find)).toThrow(
      'no relationship listedVariants-product',
    )
  })

  test.each([
    ['nothing', 'product', 'product has no relationship nothing'],
    ['listedVariants', 'brand', 'leads to brand, but its path to variant'],
    ['wrong', 'variant', 'product has no relationship wrong'],
  ])('along %s to %s is refused', (step, target, message) => {
    const wrong = resource<{ id: string; variant_ids: string[] }>()({
      name: 'product',
      type: 'product',
      attributes: {},
      relationships: {
        listedVariants: toMany('variant', { ids: 'variant_ids' }),
        wrong: toMany(target, { along: [step] }),
      },
    })
    const others = resources.slice(1)
    expect(() => createRenderer({ resources: [wrong, ...others], loaders: {} })).toThrow(message)
  })
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
