import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { lookup, product, productRow, resources } from './fixtures/catalog.ts'
import {
  createRenderer,
  cutPage,
  documentSchema,
  errorSchema,
  exampleOf,
  pageLinks,
  queryParameters,
  resourceSchema,
} from './index.ts'

const { renderSync } = createRenderer<null>({ resources, loaders: {} })
const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
const accepts = (schema: TSchema, value: unknown) => Compile(schema).Check(value)

test('what the renderer writes fits the document schema of its form', () => {
  const single = JSON.parse(renderSync({ resource: product, data: productRow(id) }))
  expect(accepts(documentSchema(product, { many: false }), single)).toBe(true)
  expect(accepts(documentSchema(product, { many: true }), single)).toBe(false)
  const list = JSON.parse(renderSync({ resource: product, data: [productRow(id)] }))
  expect(accepts(documentSchema(product, { many: true }), list)).toBe(true)
  expect(accepts(documentSchema(product, { many: true, form: 'single' }), list)).toBe(false)
})

test.each(['omit', 'null'] as const)(
  'a paged document fits its schema when missing links are %s',
  (missing) => {
    const cut = cutPage([productRow(id)], { limit: 2 })
    const links = pageLinks({ url: 'https://example.test/products', rawQuery: '', cut, missing })
    const document = JSON.parse(
      renderSync({ resource: product, data: cut.rows, meta: { page: cut.page }, links }),
    )
    expect(accepts(documentSchema(product, { many: true, paged: missing }), document)).toBe(true)
    delete document.meta
    expect(accepts(documentSchema(product, { many: true, paged: missing }), document)).toBe(false)
  },
)

test('a resource schema knows its form, its context and what is deprecated', () => {
  expect(resourceSchema(product, 'list')).not.toHaveProperty('properties.attributes.properties.tags')
  expect(resourceSchema(product, 'single')).toHaveProperty('properties.attributes.properties.tags')
  expect(resourceSchema(product, 'single', 'webhook')).toHaveProperty(
    'properties.type.const',
    'products-hook',
  )
  const old = { ...product.attributes.name, options: { deprecated: true, description: 'Old.' } }
  const schema = resourceSchema({ ...product, attributes: { old } }, 'list')
  expect(schema).toHaveProperty('properties.attributes.properties.old.deprecated', true)
  expect(schema).toHaveProperty('properties.attributes.properties.old.description', 'Old.')
})

test('examples are valid, and the same each time', () => {
  for (const schema of [
    documentSchema(product, { many: true, paged: true, includable: true }),
    documentSchema(product, { many: false }),
    errorSchema,
    Type.Object({
      a: Type.Integer({ exclusiveMinimum: 4 }),
      b: Type.String({ minLength: 9 }),
      c: Type.Array(Type.Number({ maximum: 0.5 }), { minItems: 2 }),
      d: Type.Enum(['x', 'y']),
      e: Type.Union([Type.Null(), Type.String()]),
      f: Type.String({ maxLength: 2 }),
    }),
  ]) {
    expect(accepts(schema, exampleOf(schema))).toBe(true)
    expect(exampleOf(schema)).toEqual(exampleOf(schema))
  }
  expect(exampleOf(Type.String({ examples: ['seen'], default: 'unseen' }))).toBe('seen')
  expect(exampleOf(Type.Integer({ default: 15 }))).toBe(15)
})

test('query parameters are described the way OpenAPI wants them', () => {
  const parameters = queryParameters(
    {
      resource: product,
      include: ['productVariant.product', 'brand'],
      filters: {
        id: { kind: 'list', schema: Type.String(), required: true, max: 50 },
        sku: { kind: 'csv', schema: Type.String() },
        archived: { kind: 'one', schema: Type.Boolean(), description: 'Only archived ones.' },
        kind: { kind: 'operators', operators: { in: { kind: 'list', schema: Type.String() } } },
      },
      sort: { fields: ['createdAt'], default: '-createdAt' },
      page: { default: 15, max: 50 },
      parameters: { stateAt: { schema: Type.Integer(), required: true } },
    },
    lookup,
  )
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  expect([...byName.keys()]).toEqual([
    'include',
    'fields[product]',
    'fields[productVariant]',
    'fields[brand]',
    'filter[id][]',
    'filter[sku]',
    'filter[archived]',
    'filter[kind][in][]',
    'sort',
    'page[limit]',
    'page[after]',
    'page[before]',
    'stateAt',
  ])
  expect(byName.get('include')).toMatchObject({
    in: 'query',
    style: 'form',
    explode: false,
    schema: { items: { enum: ['productVariant', 'productVariant.product', 'brand'] } },
  })
  expect(byName.get('filter[id][]')).toMatchObject({
    required: true,
    explode: true,
    schema: { maxItems: 50 },
  })
  expect(byName.get('filter[sku]')).toMatchObject({ required: false, explode: false })
  expect(byName.get('filter[archived]')).toMatchObject({ description: 'Only archived ones.' })
  expect(byName.get('page[limit]')).toMatchObject({ schema: { minimum: 1, maximum: 50, default: 15 } })
  expect(byName.get('sort')).toMatchObject({ schema: { items: { enum: ['createdAt', '-createdAt'] } } })
  expect(byName.get('stateAt')).toMatchObject({ required: true })
})
