import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { lookup, product, productRow, resources } from './fixtures/catalog.ts'
import { attribute, compileQuery, createRenderer, resource, toOne } from './index.ts'

const { render, renderSync } = createRenderer<null>({ resources, loaders: {} })

test('a document has its members in order, with null for missing values', () => {
  const row = productRow('p1', { name: null, price_minor: undefined as unknown as number })
  const text = renderSync({ resource: product, data: row, meta: { a: 1 }, links: { self: 'x' } })
  expect(text).toBe(
    '{"jsonapi":{"version":"1.0"},"data":{"type":"product","id":"p1","attributes":{"name":null,"price":null,' +
      '"createdAt":"2026-01-05T17:02:41.000000Z","tags":[]},"relationships":{"brand":{"data":null}}},' +
      '"meta":{"a":1},"links":{"self":"x"}}',
  )
})

test('lists leave out what only single reads show, unless the form says otherwise', () => {
  const data = [productRow('p1')]
  const list = JSON.parse(renderSync({ resource: product, data }))
  expect(list.data[0].attributes).not.toHaveProperty('tags')
  const single = JSON.parse(renderSync({ resource: product, data, form: 'single' }))
  expect(single.data[0].attributes.tags).toEqual([])
})

test('no data at all is null, and an empty list stays a list', async () => {
  expect(JSON.parse(renderSync({ resource: product, data: null })).data).toBeNull()
  expect(JSON.parse(await render(null, { resource: product, data: [] }))).toEqual({
    jsonapi: { version: '1.0' },
    data: [],
  })
})

test('a context changes the spelling of types, in linkage only for targets that declare it', () => {
  const data = productRow('p1', { brand_id: 'b1' })
  const document = JSON.parse(renderSync({ resource: product, data, context: 'webhook' }))
  expect(document.data.type).toBe('products-hook')
  expect(document.data.relationships.brand.data).toEqual({ type: 'brand', id: 'b1' })
  expect(JSON.parse(renderSync({ resource: product, data, context: 'constructor' })).data.type).toBe(
    'product',
  )
})

test('sparse fieldsets choose attributes and relationships', () => {
  const fields = (raw: string) => {
    const query = compileQuery({ resource: product }, lookup)(raw)
    return JSON.parse(renderSync({ resource: product, data: productRow('p1'), query })).data
  }
  expect(fields('fields[product]=price,brand')).toEqual({
    type: 'product',
    id: 'p1',
    attributes: { price: 945 },
    relationships: { brand: { data: null } },
  })
  expect(fields('fields[products]=')).toEqual({ type: 'product', id: 'p1', attributes: {} })
})

test('sparse fieldsets work by the spelling of the context', () => {
  const query = compileQuery({ resource: product }, lookup, 'webhook')('fields[products-hook]=price')
  const text = renderSync({ resource: product, data: productRow('p1'), query, context: 'webhook' })
  expect(JSON.parse(text).data).toEqual({ type: 'products-hook', id: 'p1', attributes: { price: 945 } })
})

test('more fieldsets than the cache holds still render right', () => {
  const names = Array.from({ length: 11 }, (_, i) => `a${i}`)
  const wide = resource<{ id: string }>()({
    name: 'wide',
    type: 'wide',
    attributes: Object.fromEntries(names.map((name) => [name, attribute(Type.String(), () => name)])),
  })
  const own = createRenderer({ resources: [wide], loaders: {} })
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const chosen = names.filter((_, i) => bits & (1 << i))
    const query = { include: {}, fields: { wide: chosen } }
    const { attributes } = JSON.parse(own.renderSync({ resource: wide, data: { id: '1' }, query })).data
    expect(Object.keys(attributes)).toEqual(chosen)
  }
})

test('a registry refuses two resources of one name and relationships that lead nowhere', () => {
  const brand = lookup('brand')
  expect(() => createRenderer({ resources: [brand, brand], loaders: {} })).toThrow('two resources')
  expect(() => createRenderer({ resources: [product], loaders: {} })).toThrow('unknown variant')
  expect(() => createRenderer({ resources, loaders: {} }).resource('nope')).toThrow(
    'no resource is named nope',
  )
})

test('whoever stands in gives way to the resource itself, wherever in the list it is', () => {
  const box = resource<{ id: string; label_id: string }>()({
    name: 'box',
    type: 'boxes',
    attributes: {},
    relationships: { label: toOne('label', 'label_id', { linkage: 'always' }) },
  })
  const stranger = resource<{ id: string }>()({
    name: 'label',
    type: 'old-labels',
    standIn: true,
    attributes: {},
  })
  const label = resource<{ id: string }>()({ name: 'label', type: 'labels', attributes: {} })
  const typeAmong = (...labels: (typeof label)[]) => {
    const own = createRenderer({ resources: [box, ...labels], loaders: {} })
    const data = { id: 'b', label_id: 'l' }
    return JSON.parse(own.renderSync({ resource: box, data })).data.relationships.label.data.type
  }
  expect(typeAmong(stranger)).toBe('old-labels')
  expect(typeAmong(stranger, label)).toBe('labels')
  expect(typeAmong(label, stranger)).toBe('labels')
})

test('each row is rendered as a document of its own, and what they include is loaded once', async () => {
  const asked: string[][] = []
  const { renderEach, render: renderOne } = createRenderer<null>({
    resources,
    loaders: {
      brand: async (_ctx, ids) => {
        asked.push([...ids])
        return ids.map((id) => ({ id, name: `Brand ${id}` }))
      },
    },
  })
  const rows = [productRow('p1', { brand_id: 'b1' }), productRow('p2', { brand_id: 'b2' }), productRow('p3')]
  const include = { brand: {} }
  const each = await renderEach(null, { resource: product, rows, form: 'single', include })
  expect(asked).toEqual([['b1', 'b2']])
  for (const [i, data] of rows.entries()) {
    const { id, data: text, included } = each[i] ?? {}
    const alone = JSON.parse(
      await renderOne(null, { resource: product, data, query: { include, fields: {} } }),
    )
    expect([id, JSON.parse(text ?? ''), JSON.parse(included ?? '')]).toEqual([
      data.id,
      alone.data,
      alone.included,
    ])
  }
  const [bare] = await renderEach(null, { resource: product, rows, form: 'list', include: {} })
  expect(bare?.included).toBeUndefined()
})
