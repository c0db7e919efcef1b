import fc from 'fast-check'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { product, productRow, resources } from './fixtures/catalog.ts'
import {
  attribute,
  compileQuery,
  createRenderer,
  instantMillis,
  nullable,
  resource,
  resourceSchema,
  toOne,
} from './index.ts'

test('names with odd characters are escaped in the generated code', () => {
  const odd = '"+process.exit()+"`$\u007b1}\\\u2028\n\''
  const strange = resource<{ id: string; [column: string]: string }>()({
    name: odd,
    type: odd,
    attributes: { [odd]: attribute(Type.String(), odd) },
    relationships: { [`r${odd}`]: toOne(odd, odd, { linkage: 'always' }) },
  })
  const own = createRenderer({ resources: [strange], loaders: {} })
  const document = JSON.parse(own.renderSync({ resource: strange, data: { id: odd, [odd]: odd } }))
  expect(document.data).toEqual({
    type: odd,
    id: odd,
    attributes: { [odd]: odd },
    relationships: { [`r${odd}`]: { data: { type: odd, id: odd } } },
  })
})

test('a relationship may be told where there is one, and is null where it is asked for in vain', async () => {
  const twin = resource<{ id: string; left_id: string | null; right_id: string | null }>()({
    name: 'twin',
    type: 'twins',
    attributes: {},
    relationships: {
      left: toOne('twin', 'left_id', { linkage: 'present' }),
      right: toOne('twin', 'right_id', { linkage: 'present' }),
    },
  })
  const own = createRenderer<null>({ resources: [twin], loaders: { twin: async () => [] } })
  const read = (left_id: string | null, right_id: string | null) =>
    JSON.parse(own.renderSync({ resource: twin, data: { id: 't', left_id, right_id } })).data
  const link = (id: string) => ({ data: { type: 'twins', id } })
  expect(read('l', 'r').relationships).toEqual({ left: link('l'), right: link('r') })
  expect(read(null, 'r').relationships).toEqual({ right: link('r') })
  expect(read('l', null).relationships).toEqual({ left: link('l') })
  expect(read(null, null)).toEqual({ type: 'twins', id: 't' })
  const query = compileQuery({ resource: twin, include: ['left'] }, () => twin)('include=left')
  const data = { id: 't', left_id: null, right_id: 'r' }
  const asked = JSON.parse(await own.render(null, { resource: twin, data, query }))
  expect(asked.data.relationships).toEqual({ left: { data: null }, right: link('r') })
})

test('a resource may have further links, made for the one who asks', () => {
  const crate = resource<{ id: string }>()({
    name: 'crate',
    type: 'crates',
    attributes: {},
    links: { truck: { description: 'What carries it.', from: (row, ctx) => `${ctx}/trucks/of/${row.id}` } },
  })
  const own = createRenderer<string>({ resources: [crate], loaders: {} })
  const text = own.renderSync({ resource: crate, data: { id: 'c' } }, 'https://example.test')
  expect(JSON.parse(text).data).toEqual({
    type: 'crates',
    id: 'c',
    links: { truck: 'https://example.test/trucks/of/c' },
  })
  const whole = { type: 'crates', id: '5e0c9d7a-1b2f-4c6d-8e3a-7f9b0d1c2e85' }
  const isFit = (links: object) => Compile(resourceSchema(crate)).Check({ ...whole, links })
  expect([isFit({ truck: 'https://example.test/' }), isFit({})]).toEqual([true, false])
})

test('a resource may say something about itself beside its fields, whichever fields are asked for', () => {
  const box = resource<{ id: string; size: number }>()({
    name: 'box',
    type: 'boxes',
    attributes: { size: attribute(Type.Integer(), 'size') },
    meta: { schema: Type.Object({ isLarge: Type.Boolean() }), from: ({ size }) => ({ isLarge: size > 2 }) },
  })
  const { renderSync } = createRenderer<null>({ resources: [box], loaders: {} })
  const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
  const query = { include: {}, fields: { boxes: [] } }
  const { data } = JSON.parse(renderSync({ resource: box, data: { id, size: 3 }, query }))
  expect(data).toEqual({ type: 'boxes', id, attributes: {}, meta: { isLarge: true } })
  const schema = resourceSchema(box)
  expect(Compile(schema).Check({ ...data, attributes: { size: 3 } })).toBe(true)
  expect(Compile(schema).Check({ ...data, attributes: { size: 3 }, meta: undefined })).toBe(false)
})

test('a resource may tell its address, and relationships by their addresses alone', () => {
  const crate = resource<{ id: string; size: number }>()({
    name: 'crate',
    type: 'crates',
    attributes: { size: attribute(Type.Integer(), 'size') },
    self: (row) => `/crates/${row.id}`,
    linked: {
      labels: {
        description: 'What is stuck to it.',
        links: (row) => ({
          related: `/crates/${row.id}/labels`,
          self: `/crates/${row.id}/relationships/labels`,
        }),
      },
    },
  })
  const { renderSync } = createRenderer({ resources: [crate], loaders: {} })
  const id = '5e0c9d7a-1b2f-4c6d-8e3a-7f9b0d1c2e85'
  const row = { id, size: 3 }
  const alone = JSON.parse(renderSync({ resource: crate, data: row }))
  const data = {
    type: 'crates',
    id,
    attributes: { size: 3 },
    relationships: {
      labels: { links: { related: `/crates/${id}/labels`, self: `/crates/${id}/relationships/labels` } },
    },
    links: { self: `/crates/${id}` },
  }
  expect(alone).toEqual({ jsonapi: { version: '1.0' }, data, links: { self: `/crates/${id}` } })
  const many = JSON.parse(renderSync({ resource: crate, data: [row] }))
  expect(many).toEqual({ jsonapi: { version: '1.0' }, data: [data] })
  const sparse = renderSync({
    resource: crate,
    data: row,
    query: { include: {}, fields: { crates: ['size'] } },
  })
  expect(JSON.parse(sparse).data).not.toHaveProperty('relationships')
})

const anyResource = resource<Record<'a' | 'b' | 'c' | 'd' | 'e', unknown> & { id: string }>()({
  name: 'any',
  type: 'any',
  attributes: {
    text: attribute(Type.String(), 'a'),
    number: attribute(Type.Number(), 'b'),
    any: attribute(Type.Object({}), (row) => row.c),
    upper: attribute({ schema: Type.String(), encode: (value: unknown) => String(value).toUpperCase() }, 'd'),
    at: attribute(nullable(instantMillis), 'e'),
  },
})
// Single UTF-16 units, so that lone surrogates occur, in strings on both sides of the length where the
// search for characters to escape changes its method.
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
const anyText = fc.oneof(
  fc.string({ unit: fc.oneof(anyUnit, surrogate, fc.constantFrom('a', '"', '\\', '\n')) }),
  fc.string({ minLength: 20, maxLength: 60 }),
  fc.tuple(fc.string({ minLength: 20, maxLength: 30 }), surrogate).map(([text, half]) => text + half),
)
const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.jsonValue(),
  fc.constantFrom(null, undefined),
)
const anyRow = fc.record({
  id: anyText,
  a: anyValue,
  b: anyValue,
  c: anyValue,
  d: fc.option(anyText),
  e: fc.option(fc.date({ noInvalidDate: true })),
})
const anyFields = fc.option(fc.subarray(['text', 'number', 'any', 'upper', 'at']), { nil: undefined })

test('an object alone is the data of its document', () => {
  const own = createRenderer({ resources: [anyResource], loaders: {} })
  const row = { id: '1', a: 'x', b: 2, c: {}, d: null, e: null }
  for (const form of ['single', 'list'] as const) {
    const document = own.renderSync({ resource: anyResource, data: row, form })
    expect(document).toBe(`{"jsonapi":{"version":"1.0"},"data":${own.renderObject(anyResource, row, form)}}`)
  }
})

test('any rows render like objects built by hand and stringified, frozen ones each time again', () => {
  const own = createRenderer({ resources: [anyResource], loaders: {} })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 4 }), anyFields, (data, fields) => {
      const query = { include: {}, fields: fields ? { any: fields } : {} }
      const text = own.renderSync({ resource: anyResource, data, query })
      const frozen = data.map((row) => Object.freeze({ ...row }))
      for (let i = 0; i < 2; i++)
        expect(own.renderSync({ resource: anyResource, data: frozen, query })).toBe(text)
      const model = data.map(({ id, a, b, c, d, e }) => {
        const all: Record<string, unknown> = {
          text: a ?? null,
          number: b ?? null,
          any: c ?? null,
          upper: d?.toUpperCase() ?? null,
          at: e?.toISOString() ?? null,
        }
        const kept = Object.entries(all).filter(([name]) => fields?.includes(name) ?? true)
        return { type: 'any', id, attributes: Object.fromEntries(kept) }
      })
      expect(text.isWellFormed()).toBe(true)
      expect(text).toBe(JSON.stringify({ jsonapi: { version: '1.0' }, data: model }))
    }),
    { numRuns: 500 },
  )
})

test('the last text of a frozen row is kept, that of another row is made each time', () => {
  let made = 0
  const crate = resource<{ id: string; size: number }>()({
    name: 'crate',
    type: 'crates',
    attributes: {
      size: attribute(Type.Integer(), (row) => {
        made++
        return row.size
      }),
      label: attribute(Type.String(), (row) => `crate ${row.id}`, { only: 'single' }),
    },
  })
  const { renderSync: show } = createRenderer({ resources: [crate], loaders: {} })
  const frozen = Object.freeze({ id: 'c', size: 1 })
  const texts = Array.from({ length: 3 }, () => show({ resource: crate, data: [frozen] }))
  expect([made, new Set(texts).size]).toEqual([1, 1])
  expect(JSON.parse(show({ resource: crate, data: frozen })).data.attributes.label).toBe('crate c')
  expect(made).toBe(2)
  // Only the last text is kept, whatever clients ask for.
  show({ resource: crate, data: frozen })
  expect(made).toBe(2)
  show({ resource: crate, data: [frozen] })
  expect(made).toBe(3)
  const row = { id: 'd', size: 1 }
  show({ resource: crate, data: [row] })
  row.size = 2
  expect(JSON.parse(show({ resource: crate, data: [row] })).data[0].attributes.size).toBe(2)
})

test('what depends on the response is made each time, also for a frozen row', () => {
  const crate = resource<{ id: string }>()({
    name: 'crate',
    type: 'crates',
    attributes: { owner: attribute(Type.String(), (_row, ctx) => `owner ${ctx}`, { only: 'single' }) },
    links: { truck: { description: 'What carries it.', from: (row, ctx) => `${ctx}/of/${row.id}` } },
  })
  const { renderSync: show } = createRenderer<string>({ resources: [crate], loaders: {} })
  const data = Object.freeze({ id: 'c' })
  for (const ctx of ['one', 'two']) {
    expect(JSON.parse(show({ resource: crate, data }, ctx)).data).toMatchObject({
      attributes: { owner: `owner ${ctx}` },
      links: { truck: `${ctx}/of/c` },
    })
    expect(JSON.parse(show({ resource: crate, data: [data] }, ctx)).data[0].links.truck).toBe(`${ctx}/of/c`)
  }
})

test('a frozen row whose related rows have changed refers to the present ones', async () => {
  let children = ['v1', 'v2']
  const { render: show } = createRenderer<null>({
    resources,
    loaders: {
      variantsOfProducts: async () => children.map((id) => ({ id, sku: id, product_id: 'p1' })),
    },
  })
  const data = Object.freeze(productRow('p1'))
  const query = { include: { productVariant: {} }, fields: {} }
  for (children of [['v1', 'v2'], ['v1', 'v3'], ['v1'], [], ['v1']]) {
    const document = JSON.parse(await show(null, { resource: product, data, query }))
    const { data: linked } = document.data.relationships.productVariant
    expect(linked.map(({ id }: { id: string }) => id)).toEqual(children)
  }
  expect(JSON.parse(await show(null, { resource: product, data })).data.relationships).not.toHaveProperty(
    'productVariant',
  )
})
