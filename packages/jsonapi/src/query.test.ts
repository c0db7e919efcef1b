import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { lookup, problemOf, product, variant } from './fixtures/catalog.ts'
import { listSpec } from './fixtures/list-spec.ts'
import { compileQuery, emptyQuery, formatQuery, queryParameters } from './index.ts'

const uuid = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
const other = '6d2f0b9a-8e31-4c0f-a6d4-1b7c9e5f3a20'

const parse = compileQuery(listSpec, lookup)

/** Parameter and detail of each error. */
const errorsOf = (raw: string, read = parse) =>
  problemOf(() => read(raw)).errors.map(({ source, detail }) => [source?.parameter, detail])

test('an empty query string gives the defaults', () => {
  expect(parse('')).toEqual({
    ...emptyQuery,
    sort: [{ field: 'createdAt', descending: true }],
    page: { limit: 15 },
  })
  expect(compileQuery({}, lookup)('')).toEqual(emptyQuery)
})

test('brackets work raw and percent-encoded, and plus is a space', () => {
  expect(parse('page[limit]=20').page).toEqual({ limit: 20 })
  expect(parse('page%5Blimit%5D=20').page).toEqual({ limit: 20 })
  expect(parse('filter[sku]=a+b').filter).toEqual({ sku: ['a b'] })
  expect(parse('filter[sku]=a%2Bb').filter).toEqual({ sku: ['a+b'] })
})

test('include paths become a tree under canonical names, prefixes implied', () => {
  expect(parse('include=productVariants.product,brand').include).toEqual({
    productVariant: { product: {} },
    brand: {},
  })
  expect(parse('include=productVariant').include).toEqual({ productVariant: {} })
  expect(parse('include=').include).toEqual({})
})

test('an unknown include path names the allowed ones', () => {
  expect(errorsOf('include=brand,nope')).toEqual([
    [
      'include',
      'Expected one of productVariant, productVariant.product, brand, but saw the include path "nope".',
    ],
  ])
  expect(errorsOf('include=productVariant.product.brand')[0]![1]).toContain('productVariant.product.brand')
  expect(errorsOf('include=__proto__')).toHaveLength(1)
  expect(errorsOf('include=brand', compileQuery({ resource: product }, lookup))[0]![1]).toContain(
    'no include',
  )
  expect(compileQuery({}, lookup)('include=').include).toEqual({})
})

test('includes are bounded in number and depth', () => {
  expect(errorsOf(`include=${Array(21).fill('brand').join(',')}`)[0]![1]).toContain('at most 20')
  expect(parse(`include=${Array(20).fill('brand').join(',')}`).include).toEqual({ brand: {} })
  expect(errorsOf('include=a.b.c.d.e.f')[0]![1]).toContain('at most 5 names')
})

test('an endpoint that declares an impossible include fails when it is compiled', () => {
  expect(() => compileQuery({ resource: product, include: ['nope'] }, lookup)).toThrow('no relationship nope')
  expect(() => compileQuery({ include: ['brand'] }, lookup)).toThrow('include needs a resource')
})

test('a repeated include is joined, and an empty one asks for nothing', () => {
  expect(parse('include=brand&include=productVariant.product').include).toEqual(
    parse('include=brand,productVariant.product').include,
  )
  expect(parse('include=&include=brand&include=').include).toEqual({ brand: {} })
  expect(parse('include=').include).toEqual({})
  const many = Array.from({ length: 21 }, () => 'include=brand').join('&')
  expect(problemOf(() => parse(many)).errors[0]).toMatchObject({
    detail: 'Expected at most 20 include paths, but saw more.',
    source: { parameter: 'include' },
  })
})

test('an empty cursor is none', () => {
  expect(parse('page[after]=&page[before]=').page).toEqual(parse('').page)
  expect(parse(`page[after]=&page[before]=${uuid}`).page).toMatchObject({ before: uuid })
})

test.each(['%ed%a0%80', '%c0%80', '%f5%80%80%80', '%ff', '%00', '%'])(
  'filter[sku]=%s is refused, as its text would become another one',
  (value) => {
    const [error] = problemOf(() => parse(`filter[sku]=${value}`)).errors
    expect(error).toMatchObject({ status: '400', source: { parameter: 'filter[sku]' } })
  },
)

test('lists read four forms', () => {
  const expected = { id: [uuid, other] }
  expect(parse(`filter[id][]=${uuid}&filter[id][]=${other}`).filter).toEqual(expected)
  expect(parse(`filter[id][0]=${uuid}&filter[id][1]=${other}`).filter).toEqual(expected)
  expect(parse(`filter[id]=${uuid},${other}`).filter).toEqual(expected)
  expect(parse(`filter[ids]=${uuid}`).filter).toEqual({ id: [uuid] })
  expect(parse('filter[sku][]=a,b&filter[sku][]=c').filter).toEqual({ sku: ['a,b', 'c'] })
})

test('filter values get the type of their schema', () => {
  expect(parse('filter[archived]=1').filter).toEqual({ archived: true })
  expect(parse('filter[archived]=false').filter).toEqual({ archived: false })
  expect(parse('filter[count]=12').filter).toEqual({ count: 12 })
  expect(parse('filter[movementType][in][]=lost&filter[movementType][from]=-1.5').filter).toEqual({
    movementType: { in: ['lost'], from: -1.5 },
  })
  expect(parse('filter[movementType][notIn]=a,b').filter).toEqual({ movementType: { notIn: ['a', 'b'] } })
  expect(parse('stateAt=1700000000&page[offset]=4').parameters).toEqual({
    stateAt: 1_700_000_000,
    'page[offset]': 4,
  })
  expect(parse(`ids[]=${other}&ids%5B%5D=${uuid.toUpperCase()}`).parameters).toEqual({
    'ids[]': [other, uuid],
  })
})

test('a filter of some values is documented as one value and as a list, and takes both', () => {
  const filters = {
    state: { kind: 'some', schema: Type.Enum(['open', 'done']), description: 'Some.' },
  } as const
  const read = compileQuery({ filters }, lookup)
  expect(read('filter[state]=open').filter).toEqual({ state: ['open'] })
  expect(read('filter[state]=open,done').filter).toEqual({ state: ['open', 'done'] })
  expect(read('filter[state][]=open&filter[state][]=done').filter).toEqual({ state: ['open', 'done'] })
  const documented = queryParameters({ filters }, lookup)
  expect(documented.map(({ name, explode }) => [name, explode])).toEqual([
    ['filter[state]', undefined],
    ['filter[state][]', true],
  ])
})

test.each([
  ['filter[archived]=yes', 'filter[archived]', 'Expected true or false, but saw "yes".'],
  ['filter[count]=-1', 'filter[count]', 'Expected an integer of at least 0, but saw "-1".'],
  ['filter[count]=1.5', 'filter[count]', 'Expected an integer of at least 0, but saw "1.5".'],
  ['filter[state]=closed', 'filter[state]', 'Expected one of open, done, but saw "closed".'],
  ['filter[id]=x', 'filter[id]', 'Expected a uuid, but saw "x".'],
  ['ids[]=x', 'ids[]', 'Expected a uuid, but saw "x".'],
  ['ids[]=a&ids[]=b&ids[]=c', 'ids[]', 'Expected ids[] at most 2 times, but saw it 3 times.'],
  ['filter%5Bid%5D%5B%5D=x', 'filter[id][]', 'Expected a uuid, but saw "x".'],
  ['filter[sku]=', 'filter[sku]', 'Expected a string, but saw "".'],
  ['filter[sku][]=', 'filter[sku][]', 'Expected a string, but saw "".'],
  ['filter[sku]=a,,b', 'filter[sku]', 'Expected a string, but saw "".'],
  ['filter[movementType][in][]=x', 'filter[movementType][in][]', 'Expected one of lost, found, but saw "x".'],
  [
    'filter[count]=1&filter[count]=2',
    'filter[count]',
    'Expected filter[count] once, but saw it several times.',
  ],
  ['filter[sku]=1&filter[sku]=2', 'filter[sku]', 'Expected filter[sku] once, but saw it several times.'],
  ['sort=name', 'sort', 'Expected a sort by createdAt, transaction.createdAt, but saw "name".'],
  ['sort=', 'sort', 'Expected a sort by createdAt, transaction.createdAt, but saw "".'],
  ['sort=createdAt,-createdAt', 'sort', 'Expected each sort field once, but saw createdAt several times.'],
  ['sort=createdAt&sort=createdAt', 'sort', 'Expected sort once, but saw it several times.'],
  ['page[limit]=0', 'page[limit]', 'Expected an integer from 1 to 50, but saw "0".'],
  ['page[limit]=51', 'page[limit]', 'Expected an integer from 1 to 50, but saw "51".'],
  ['page[limit]=1e1', 'page[limit]', 'Expected an integer from 1 to 50, but saw "1e1".'],
  ['page[limit]=', 'page[limit]', 'Expected an integer from 1 to 50, but saw "".'],
  ['page[limit]=2&page[limit]=2', 'page[limit]', 'Expected page[limit] once, but saw it several times.'],
  ['page[after]=7', 'page[after]', 'Expected a uuid as cursor, but saw "7".'],
  [`page[after]=${uuid},1700000000`, 'page[after]', 'Expected a uuid as cursor'],
  ['page[size]=7', 'page[size]', 'Expected page[limit], page[after] or page[before], but saw "page[size]".'],
  [`page[after]=${uuid}&page[before]=${uuid}`, 'page[before]', 'Expected either page[after] or page[before]'],
  ['stateAt=soon', 'stateAt', 'Expected an integer, but saw "soon".'],
  ['stateAt=1&stateAt=2', 'stateAt', 'Expected stateAt once, but saw it several times.'],
  ['nope=1', 'nope', 'unknown parameter "nope"'],
  ['stateAt[]=1', 'stateAt[]', 'unknown parameter "stateAt[]"'],
  ['filter=1', 'filter', 'unknown parameter "filter"'],
  ['include[]=brand', 'include[]', 'unknown parameter "include[]"'],
  ['filter[nope]=1', 'filter[nope]', 'filter[movementType][in], filter[movementType][notIn]'],
  ['filter[__proto__]=1', 'filter[__proto__]', 'but saw "filter[__proto__]"'],
  ['filter[count][]=1', 'filter[count][]', 'but saw "filter[count][]"'],
  ['filter[movementType]=x', 'filter[movementType]', 'but saw "filter[movementType]"'],
  ['filter[movementType][constructor]=x', 'filter[movementType][constructor]', 'Expected one of filter[id]'],
  ['filter[a][b][c]=1', 'filter[a][b][c]', 'but saw "filter[a][b][c]"'],
  ['page[limit=1', 'page[limit', 'Expected a parameter name with paired brackets'],
  ['page]limit[=1', 'page]limit[', 'Expected a parameter name with paired brackets'],
  ['page[[limit]]=1', 'page[[limit]]', 'Expected a parameter name with paired brackets'],
  ['=1', '', 'Expected a parameter name with paired brackets'],
  ['filter[sku]=%', 'filter[sku]', 'percent sign'],
  ['filter[sku]=%zz', 'filter[sku]', 'percent sign'],
  ['filter[sku]=%ff', 'filter[sku]', 'not valid UTF-8'],
  ['filter[sku]=%ed%a0%80', 'filter[sku]', 'not valid UTF-8'],
  ['filter[sku]=\ud800', 'filter[sku]', 'not valid UTF-8'],
  ['filter[sku]=a%00b', 'filter[sku]', 'NUL byte'],
  ['%ff=a', '%ff', 'not valid UTF-8'],
  [
    'fields[nope]=a',
    'fields[nope]',
    'Expected fields[type] with a type among product, productVariant, brand',
  ],
  ['fields[constructor]=a', 'fields[constructor]', 'Expected fields[type]'],
  ['fields[product][x]=a', 'fields[product][x]', 'Expected fields[type]'],
  [
    'fields[product]=nope',
    'fields[product]',
    'Expected fields among name, price, createdAt, tags, productVariant',
  ],
  ['fields[product]=toString', 'fields[product]', 'but saw "toString"'],
  ['fields[product]=name&fields[products]=name', 'fields[products]', 'several times'],
])('%s is refused once, at its own spelling', (raw, parameter, detail) => {
  const problem = problemOf(() => parse(raw))
  expect(problem.status).toBe(400)
  expect(problem.errors).toHaveLength(1)
  expect(problem.errors[0]).toMatchObject({ status: '400', source: { parameter } })
  expect(problem.errors[0]!.detail).toContain(detail)
})

test('all errors of a request come together', () => {
  expect(errorsOf('page[limit]=0&include=x&nope=1&filter[count]=a').map(([parameter]) => parameter)).toEqual([
    'nope',
    'include',
    'filter[count]',
    'page[limit]',
  ])
})

test('long values are cut in error texts', () => {
  const [[, detail]] = errorsOf(`filter[count]=${'x'.repeat(5000)}`) as [[string, string]]
  expect(detail.length).toBeLessThan(150)
})

test('a filter can be required, bounded, and answer 422', () => {
  const read = compileQuery(
    {
      filters: {
        id: {
          kind: 'list',
          schema: Type.String(),
          required: true,
          max: 2,
          status: 422,
          description: 'Some.',
        },
      },
    },
    lookup,
  )
  const missing = problemOf(() => read(''))
  expect(missing.status).toBe(422)
  expect(missing.errors[0]).toMatchObject({
    title: 'Unprocessable Content',
    source: { parameter: 'filter[id]' },
    detail: 'Expected 1 to 2 values, but saw no filter[id].',
  })
  expect(problemOf(() => read('filter[id]=a,b,c')).status).toBe(422)
  expect(problemOf(() => read('filter[id]=a,b,c&nope=1')).status).toBe(400)
  expect(read('filter[id]=a,b').filter).toEqual({ id: ['a', 'b'] })
})

test('a required parameter that is missing is named', () => {
  const read = compileQuery(
    { parameters: { day: { schema: Type.String(), required: true, description: 'Some.' } } },
    lookup,
  )
  expect(errorsOf('', read)).toEqual([['day', 'Expected a string, but saw no day.']])
})

test('an endpoint without pages refuses page parameters', () => {
  expect(errorsOf('page[limit]=1', compileQuery({}, lookup))[0]![1]).toContain('no pages here')
})

test('an endpoint may have cursors of its own form', () => {
  const cursor = { pattern: /^[0-9a-f-]{36}(?:,\d{10})?$/, description: 'a uuid, or a uuid and ten digits' }
  const read = compileQuery({ page: { default: 10, max: 100, cursor } }, lookup)
  expect(read(`page[after]=${uuid},1700000000`).page).toEqual({ limit: 10, after: `${uuid},1700000000` })
  expect(errorsOf(`page[before]=${uuid},17`, read)[0]![1]).toContain('a uuid, or a uuid and ten digits')
})

test('uuids in capitals are read in small letters, as values and as cursors; other texts stay as they are', () => {
  const capitals = uuid.toUpperCase()
  const { filter, page } = parse(
    `filter[id]=${capitals},${uuid}&filter[sku]=${capitals}&page[after]=${capitals}`,
  )
  expect(filter).toEqual({ id: [uuid, uuid], sku: [capitals] })
  expect(page).toEqual({ limit: 15, after: uuid })
  const paged = (pattern: RegExp) =>
    compileQuery({ page: { default: 1, max: 1, cursor: { pattern, description: 'a word' } } }, lookup)
  expect(paged(/^[a-z]+$/i)('page[before]=Word').page?.before).toBe('word')
  expect(paged(/^[a-zA-Z]+$/)('page[before]=Word').page?.before).toBe('Word')
})

test('fields are keyed by output type, whichever spelling was used', () => {
  const raw = 'include=productVariant&fields[product-variants]=sku,sku&fields[products-hook]='
  expect(parse(raw).fields).toEqual({ productVariant: ['sku'], product: [] })
})

test('a context decides what a spelling means and which ones are offered, and all stay accepted', () => {
  const other = { ...variant, type: 'products-hook', spellings: ['products-hook', 'variants-hook'] }
  const read = (context?: string) =>
    compileQuery({ resource: product, include: ['productVariant'] }, () => other, context)
  expect(read()('fields[products-hook]=sku').fields).toEqual({ 'products-hook': ['sku'] })
  expect(read('webhook')('fields[products-hook]=name').fields).toEqual({ product: ['name'] })
  const hook = compileQuery({ resource: product }, lookup, 'webhook')
  expect(hook('fields[products-hook]=name').fields).toEqual({ product: ['name'] })
  expect(hook('fields[product]=name').fields).toEqual({ product: ['name'] })
  expect(errorsOf('fields[nope]=a', hook)[0]![1]).toContain('a type among products-hook,')
})

test('a spelling that two resources accept narrows each to the fields it has', () => {
  const a = { ...product, spellings: ['product', 'thing'] }
  const b = { ...variant, spellings: ['productVariant', 'thing'] }
  const read = compileQuery({ resource: a, include: ['productVariant'] }, () => b)
  expect(read('fields[thing]=name,sku').fields).toEqual({ product: ['name'], productVariant: ['sku'] })
  expect(errorsOf('fields[thing]=nope', read)).toHaveLength(1)
})

test('an output type means its own resource even when another resource accepts that spelling', () => {
  const greedy = { ...product, spellings: ['product', 'productVariant'] }
  const read = compileQuery({ resource: greedy, include: ['productVariant'] }, () => variant)
  expect(read('fields[productVariant]=sku').fields).toEqual({ productVariant: ['sku'] })
})

test('minus zero is read as zero', () => {
  expect(parse('filter[movementType][from]=-0').filter).toEqual({ movementType: { from: 0 } })
})

test('more than two hundred parameters are refused without reading them', () => {
  expect(errorsOf('x=1&'.repeat(201))).toEqual([
    [undefined, 'Expected at most 200 query parameters, but saw more.'],
  ])
  expect(errorsOf('x=1&'.repeat(150))).toHaveLength(100)
})

test('nothing of a request reaches a prototype', () => {
  const { filter, fields, include, parameters } = parse('')
  for (const record of [filter, fields, include, parameters]) expect(Object.getPrototypeOf(record)).toBeNull()
})

test('a default sort must be sortable', () => {
  expect(() => compileQuery({ sort: { fields: ['a'], default: '-b' } }, lookup)).toThrow('default sort b')
})

test('the canonical query string encodes brackets', () => {
  expect(formatQuery(parse(`filter[sku]=a&page[after]=${uuid}&fields[products]=`))).toBe(
    `fields%5Bproduct%5D=&filter%5Bsku%5D%5B%5D=a&sort=-createdAt&page%5Blimit%5D=15&page%5Bafter%5D=${uuid}`,
  )
})
