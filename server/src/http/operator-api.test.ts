import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { market, type Who } from '../../test/market.ts'

const shop = await market({ cleanUp: afterAll })
const operations = shop.http.operations.filter(({ tag }) => tag === 'Operator')

test('the operator API has its own tag, prefix and kind of account', () => {
  // Excludes operations of groups that end, on which nothing else may depend.
  expect(operations.filter(({ deprecated }) => !deprecated).length).toBe(82)
  const underPrefix = shop.http.operations.filter(({ path }) => path.startsWith('/api/operator/v1/'))
  expect(underPrefix).toEqual(operations)
  expect(new Set(operations.map(({ access }) => access))).toEqual(new Set(['operator', 'session']))
})

/** Operations that manage users, which no token may call. */
const ofSessions = operations.filter(({ access }) => access === 'session')
const ofAll = operations.filter(({ access }) => access === 'operator')
const urlOf = ({ path }: { path: string }) => path.replaceAll(/\{\w+\}/g, () => randomUUID())

test.each(ofSessions.map((one) => [one.id, one] as const))(
  '%s is for sessions of operators alone',
  async (_id, operation) => {
    expect(operation.roles).toEqual(['operator'])
    const answer = await shop.send(operation.method, urlOf(operation), { as: 'operator' })
    expect(answer.status).toBe(401)
  },
)

describe.each(ofAll.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, operation) => {
  const url = urlOf(operation)

  test.each<Who>(['brand', 'otherBrand', 'retailer'])('is forbidden to a %s token', async (as) => {
    const answer = await shop.send(operation.method, url, {
      as,
      ...(operation.body && { body: { data: {} } }),
    })
    expect(answer.status).toBe(403)
    expect(answer.body.errors[0].detail).toMatch(/for operator accounts/)
  })

  test('passes the access check with an operator token', async () => {
    const needsBody = operation.body && !operation.bodyOptional
    const answer = await shop.send(operation.method, url, {
      as: 'operator',
      ...(needsBody && { body: {} }),
    })
    const filters = Object.values(operation.query?.filters ?? {})
    const needsFilter = filters.some((filter) => 'required' in filter && filter.required)
    const expected = needsBody ? 422 : needsFilter ? 400 : operation.params || operation.slugs ? 404 : 200
    expect(answer.status).toBe(expected)
  })
})
