import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { lookup, product, productRow, resources, variant } from './fixtures/catalog.ts'
import {
  createRenderer,
  cutPage,
  documentSchema,
  emptyQuery,
  errorSchema,
  exampleOf,
  pageLinks,
  queryParameters,
  type Resource,
  resource,
  resourceSchema,
  toMany,
} from './index.ts'

const { renderSync } = createRenderer<null>({ resources, loaders: {} })
const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
const accepts = (schema: TSchema, value: unknown) => Compile(schema).Check(value)

test('what the renderer writes fits the document schema, alone and in a list', () => {
  const single = JSON.parse(renderSync({ resource: product, data: productRow(id) }))
  expect(accepts(documentSchema(product, { many: false }, lookup), single)).toBe(true)
  expect(accepts(documentSchema(product, { many: true }, lookup), single)).toBe(false)
  const list = JSON.parse(renderSync({ resource: product, data: [productRow(id)] }))
  expect(accepts(documentSchema(product, { many: true }, lookup), list)).toBe(true)
  expect(accepts(documentSchema(product, { many: false }, lookup), list)).toBe(false)
})

test.each(['omit', 'null'] as const)(
  'a paged document fits its schema when missing links are %s',
  (missing) => {
    const cut = cutPage([productRow(id)], { limit: 2 })
    const links = pageLinks({ url: 'https://example.test/products', rawQuery: '', cut, missing })
    const document = JSON.parse(
      renderSync({ resource: product, data: cut.rows, meta: { page: cut.page }, links }),
    )
    expect(accepts(documentSchema(product, { many: true, paged: missing }, lookup), document)).toBe(true)
    delete document.meta
    expect(accepts(documentSchema(product, { many: true, paged: missing }, lookup), document)).toBe(false)
  },
)

test('any field may be left out of a resource, but not its type, its id and its attributes', () => {
  const render = (fields: string[]) =>
    JSON.parse(
      renderSync({
        resource: product,
        data: productRow(id),
        query: { ...emptyQuery, fields: { product: fields } },
      }),
    )
  const schema = documentSchema(product, { many: false }, lookup)
  for (const fields of [[], ['name'], ['brand'], ['tags', 'brand']]) {
    expect(accepts(schema, render(fields))).toBe(true)
  }
  for (const member of ['type', 'id', 'attributes']) {
    const { data, ...rest } = render(['name'])
    delete data[member]
    expect(accepts(schema, { ...rest, data })).toBe(false)
  }
})

test('a resource schema knows its context, what is deprecated and what lists do not have', () => {
  expect(resourceSchema(product, { context: 'webhook' })).toHaveProperty(
    'properties.type.const',
    'products-hook',
  )
  const old = { ...product.attributes.name, options: { deprecated: true, description: 'Old.' } }
  const attributes = { old, only: { ...old, options: { only: 'single', description: 'Long.' } } } as const
  const schema = resourceSchema({ ...product, attributes })
  expect(schema).toHaveProperty('properties.attributes.properties.old.deprecated', true)
  expect(schema).toHaveProperty('properties.attributes.properties.old.description', 'Old.')
  expect(schema).toHaveProperty('properties.attributes.properties.only.description', 'Long. Absent in lists.')
})

test('an answer in a context shows the spelling of its types, of its links and of what is included', () => {
  const include = ['productVariant.product', 'brand']
  const options = { many: false, context: 'webhook', include }
  const schema = documentSchema(variant, { ...options, include: ['product.brand'] }, lookup)
  const list = documentSchema(product, options, lookup)
  expect(exampleOf(schema)).toMatchObject({
    data: { type: 'variants-hook', relationships: { product: { data: { type: 'products-hook', id } } } },
    included: [{ type: 'products-hook', relationships: { brand: { data: { type: 'brand', id } } } }],
  })
  const document = {
    ...(exampleOf(list) as object),
    included: [
      { type: 'variants-hook', id, attributes: { sku: 'A' } },
      { type: 'products-hook', id, attributes: {}, relationships: { brand: { data: null } } },
    ],
  }
  expect(accepts(list, document)).toBe(true)
  expect(accepts(schema, document)).toBe(false)
  expect(documentSchema(product, { many: false }, lookup)).not.toHaveProperty('properties.included')
})

test('a relationship along a path is optional in the schema', () => {
  const relationships = {
    path: toMany('product', { along: ['productVariant', 'product'], deprecated: true }),
  }
  const schema = resourceSchema({ ...product, relationships } as unknown as Resource)
  expect(schema).toHaveProperty('properties.relationships.properties.path.deprecated', true)
  expect(schema).not.toHaveProperty('properties.relationships.required')
  expect(schema).not.toHaveProperty('required', expect.arrayContaining(['relationships']))
})

test('examples are valid, and the same each time', () => {
  for (const schema of [
    documentSchema(product, { many: true, paged: true, include: ['brand'] }, lookup),
    documentSchema(product, { many: false }, lookup),
    errorSchema,
    Type.Object({
      a: Type.Integer({ exclusiveMinimum: 4 }),
      b: Type.String({ minLength: 9 }),
      c: Type.Array(Type.Number({ maximum: 0.5 }), { minItems: 2 }),
      d: Type.Enum(['x', 'y']),
      e: Type.Union([Type.Null(), Type.String()]),
      f: Type.String({ maxLength: 2 }),
      g: Type.Array(Type.String(), { maxItems: 0 }),
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
        id: { kind: 'list', schema: Type.String(), required: true, max: 50, description: 'Some.' },
        sku: { kind: 'csv', schema: Type.String(), description: 'Some.' },
        archived: { kind: 'one', schema: Type.Boolean(), description: 'Only archived ones.' },
        kind: {
          kind: 'operators',
          operators: { in: { kind: 'list', schema: Type.String(), description: 'Some.' } },
        },
      },
      sort: { fields: ['createdAt'], default: '-createdAt' },
      page: { default: 15, max: 50 },
      parameters: { stateAt: { schema: Type.Integer(), required: true, description: 'Some.' } },
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

test('fields are described by the spelling of the context', () => {
  const parameters = queryParameters({ resource: product, include: ['brand'] }, lookup, 'webhook')
  expect(parameters.map(({ name }) => name)).toEqual(['include', 'fields[products-hook]', 'fields[brand]'])
})

test('a document schema may refer to the schemas of resources instead of holding them', () => {
  const options = { many: false, include: ['productVariant'] } as const
  const asked: string[] = []
  const refer = (resource: Resource) => {
    asked.push(resource.name)
    return Type.Ref(`#/${resource.name}`)
  }
  const schema = documentSchema(product, { ...options, refer }, lookup)
  expect(asked).toEqual(['product', 'variant'])
  expect(schema).toHaveProperty('properties.data.$ref', '#/product')
})

test('a resource without attributes has no such member, in its documents and in its schema', () => {
  const bare = resource<{ id: string }>()({ name: 'bare', type: 'bare', attributes: {} })
  const { renderSync } = createRenderer<null>({ resources: [bare], loaders: {} })
  const document = JSON.parse(renderSync({ resource: bare, data: { id } }))
  expect(document.data).toEqual({ type: 'bare', id })
  expect(
    accepts(
      documentSchema(bare, { many: false }, () => bare),
      document,
    ),
  ).toBe(true)
})

test('a resource without fields has no parameter to choose them by', () => {
  const link = resource<{ id: string }>()({ name: 'link', type: 'product', attributes: {} })
  const parameters = queryParameters({ resource: link, page: { default: 15, max: 50 } }, lookup)
  expect(parameters.map(({ name }) => name)).toEqual(['page[limit]', 'page[after]', 'page[before]'])
})
