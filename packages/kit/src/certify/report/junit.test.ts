import sax from 'sax'
import { expect, test } from 'vitest'
import { REPORT } from './fixtures.ts'
import { junitOf } from './junit.ts'

interface Element {
  name: string
  attributes: Record<string, string>
}

function elementsOf(xml: string): Element[] {
  const elements: Element[] = []
  const parser = sax.parser(true)
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> })
  parser.write(xml).close()
  return elements
}

test('has a suite for each lesson, a case for each requirement, and the counts of both', () => {
  const elements = elementsOf(junitOf(REPORT))
  const of = (name: string) =>
    elements.filter((each) => each.name === name).map(({ attributes }) => attributes)
  expect(of('testsuites')).toMatchObject([
    {
      name: 'Cats & <Dogs>: Failed; 3 requirements not observed: tokens.revocation, stock.onHand, stock.once',
      ...{ tests: '5', failures: '1', skipped: '2' },
    },
  ])
  expect(of('testsuite')).toMatchObject([
    { name: 'tokens: Tokens', tests: '4', failures: '1', skipped: '1', time: '12' },
    { name: 'stock: Stock', tests: '1', failures: '0', skipped: '1' },
  ])
  expect(of('testcase').map(({ name }) => name)).toEqual([
    'One token is used for all requests.',
    'It names itself.',
    'No token in a URL.',
    'It stops when it is refused.',
    'Stock',
  ])
  expect(of('failure')).toEqual([{ message: '9 token requests & 8 others.' }])
  expect(of('skipped')).toEqual([
    { message: 'Nothing was refused.' },
    { message: 'certify.json has no action set-stock.' },
  ])
})

test('strictly, what was not observed is a failure', () => {
  const elements = elementsOf(junitOf({ ...REPORT, isStrict: true }))
  const failures = elements
    .filter(({ name }) => name === 'failure')
    .map(({ attributes }) => attributes.message)
  expect(failures).toEqual([
    '9 token requests & 8 others.',
    'Not observed: Nothing was refused.',
    'Not observed: certify.json has no action set-stock.',
  ])
  expect(elements.filter(({ name }) => name === 'skipped')).toEqual([])
  expect(elements.find(({ name }) => name === 'testsuites')?.attributes).toMatchObject({
    failures: '3',
    skipped: '0',
  })
})

test('a failure names the request and the fix', () => {
  expect(junitOf(REPORT)).toContain(
    '2026-03-02T09:00:01.000Z POST /oauth/token?a=1&amp;b=2 - r-1\nKeep the token.',
  )
})
