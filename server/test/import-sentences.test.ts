/** The dashboard says in words of its own what is wrong with files and products, so a new code needs a sentence there. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { COLUMNS } from '@tradehall/product-files'
import { expect, test } from 'vitest'
import { errors } from '../../dashboard/src/words/en/errors.ts'
import { productFiles } from '../../dashboard/src/words/en/product-files.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/product-files/src/', import.meta.url))
const read = (name: string) => readFileSync(PACKAGE + name, 'utf8')
const namesIn = (declaration: string) =>
  [...declaration.matchAll(/\| '([A-Z_]+)'/g)].map(([, name = '']) => name)
const declarationIn = (file: string, type: string) =>
  read(file).split(`export type ${type} =`)[1]?.split('\n\n')[0] ?? ''
const flawCodes = namesIn(declarationIn('bad-file.ts', 'FlawCode'))
const issueCodes = namesIn(declarationIn('issues.ts', 'IssueCode'))

test('each code of a flaw has a sentence, and no other has one', () => {
  expect(flawCodes.length).toBeGreaterThan(15)
  expect(Object.keys(productFiles.flaws).sort()).toEqual(flawCodes.toSorted())
})

test('each code of an issue has a sentence here or among the errors', () => {
  expect(issueCodes.length).toBeGreaterThan(15)
  for (const code of issueCodes) expect(productFiles.issues, code).toHaveProperty(code)
  for (const code of Object.keys(productFiles.issues))
    expect(issueCodes.includes(code) || code in errors.codes, code).toBe(true)
})

test('each column has a name for people', () => {
  for (const { header } of COLUMNS) expect(productFiles.columns[header], header).toMatch(/^[A-Z][^_]*$/)
})

const FIGURES = [
  {},
  { sku: 'TF-204-W', product: 'Tealight', order: 1, name: 'color', currency: 'EUR', allowed: ['EUR', 'GBP'] },
  { cell: 10, columns: 9, column: 'name', line: 5, most: 1000, maxLength: 200, maxItems: 30 },
  { numbers: [{ column: 'variant_stock_quantity', text: '1.000', decimal: '1', whole: '1000' }] },
]
const KINDS = ['text', 'amount', 'number', 'boolean', 'tags', 'images', 'options', undefined] as const

test('the sentences are for people', () => {
  const said = FIGURES.flatMap((figures) => [
    ...Object.values(productFiles.flaws).map((sentence) => sentence(figures)),
    ...Object.values(productFiles.issues).flatMap((sentence) => KINDS.map((kind) => sentence(figures, kind))),
  ])
  for (const sentence of said) {
    expect(sentence).toMatch(/^$|^[A-Z“].*[.?]$/)
    expect(sentence).not.toMatch(/_|undefined|null|NaN|Expected|but saw/)
  }
})
