import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { lookup, product, productRow, resources } from './fixtures/catalog.ts'
import {
  compileQuery,
  createRenderer,
  documentSchema,
  offsetMeta,
  offsetParameters,
  Problem,
  pageNumberParameters,
  queryParameters,
  readOffset,
  readPageNumber,
} from './index.ts'

const SPEC = { default: 20, max: 100 }
const spec = { resource: product, parameters: offsetParameters(SPEC) }
const parse = compileQuery(spec, lookup)
const read = (text: string) => readOffset(parse(text), SPEC)

function errorsOf(text: string) {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof Problem) return error.errors.map(({ detail, source }) => [source?.parameter, detail])
    throw error
  }
  return []
}

test('pages begin at the start and have the usual length, unless the query says otherwise', () => {
  expect(read('')).toEqual({ offset: 0, limit: 20 })
  expect(read('page[offset]=40&page%5Blimit%5D=100')).toEqual({ offset: 40, limit: 100 })
})

test('what is no page is refused, with all mistakes at once', () => {
  expect(errorsOf('page[offset]=-1&page[limit]=101')).toEqual([
    ['page[offset]', 'Expected an integer from 0 to 999999999, but saw "-1".'],
    ['page[limit]', 'Expected an integer from 1 to 100, but saw "101".'],
  ])
  expect(errorsOf('page[limit]=0')).toHaveLength(1)
  expect(errorsOf('page[offset]=')).toHaveLength(1)
  expect(errorsOf('page[after]=x')).toEqual([
    [
      'page[after]',
      'Expected fields[…], page[offset], page[limit], but saw the unknown parameter "page[after]".',
    ],
  ])
})

test('pages by number lie where their numbers say', () => {
  const parseNumber = compileQuery({ resource: product, parameters: pageNumberParameters(SPEC) }, lookup)
  const readPage = (text: string) => readPageNumber(parseNumber(text), SPEC)
  expect(readPage('')).toEqual({ offset: 0, limit: 20 })
  expect(readPage('page[number]=3&page[size]=7')).toEqual({ offset: 14, limit: 7 })
  for (const text of ['page[number]=0', 'page[size]=101', 'page[number]=1.5', 'page[offset]=0']) {
    expect(() => readPage(text)).toThrow(Problem)
  }
})

test.each([
  ['the first of three pages', { offset: 0, limit: 2 }, { rows: 2, total: 5 }, [1, 1, 3, 2, 2, 5]],
  ['the last one', { offset: 4, limit: 2 }, { rows: 1, total: 5 }, [3, 5, 3, 2, 5, 5]],
  ['an offset between two pages', { offset: 3, limit: 2 }, { rows: 2, total: 5 }, [2, 4, 3, 2, 5, 5]],
  ['an empty list', { offset: 0, limit: 2 }, { rows: 0, total: 0 }, [1, 0, 1, 2, 0, 0]],
  ['behind the end', { offset: 8, limit: 2 }, { rows: 0, total: 5 }, [5, 0, 3, 2, 0, 5]],
])('%s is counted', (_name, page, seen, [currentPage, from, lastPage, perPage, to, total]) => {
  expect(offsetMeta(page, seen)).toEqual({ currentPage, from, lastPage, perPage, to, total })
})

test('the document fits its schema, and the parameters are described', () => {
  const { renderSync } = createRenderer<null>({ resources, loaders: {} })
  const page = { offset: 0, limit: 20 }
  const id = '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30'
  const meta = { page: offsetMeta(page, { rows: 1, total: 1 }) }
  const document = JSON.parse(renderSync({ resource: product, data: [productRow(id)], meta }))
  const schema = Compile(documentSchema(product, { many: true, paged: 'offset' }, lookup))
  expect(schema.Check(document)).toBe(true)
  expect(schema.Check({ ...document, meta: undefined })).toBe(false)
  for (const { description } of queryParameters(spec, lookup)) expect(description).not.toBe('')
})
