import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { market, type Who } from '../../test/market.ts'

const shop = await market({ cleanUp: afterAll })
const operations = shop.http.operations.filter(({ tag }) => tag === 'Operator')

test('the operator API has its own tag, prefix and kind of account', () => {
  // Without those of groups that end, on which nothing else may depend.
  expect(operations.filter(({ deprecated }) => !deprecated).length).toBe(38)
  const underPrefix = shop.http.operations.filter(({ path }) => path.startsWith('/api/operator/v1/'))
  expect(underPrefix).toEqual(operations)
  expect(new Set(operations.map(({ access }) => access))).toEqual(new Set(['operator']))
})

describe.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s',
  (_name, operation) => {
    const url = operation.path.replaceAll(/\{\w+\}/g, () => randomUUID())

    test.each<Who>(['brand', 'otherBrand', 'retailer'])('is forbidden to a %s token', async (as) => {
      const answer = await shop.send(operation.method, url, {
        as,
        ...(operation.body && { body: { data: {} } }),
      })
      expect(answer.status).toBe(403)
      expect(answer.body.errors[0].detail).toMatch(/for operator accounts/)
    })

    test('looks further with an operator token', async () => {
      const needsBody = operation.body && !operation.bodyOptional
      const answer = await shop.send(operation.method, url, {
        as: 'operator',
        ...(needsBody && { body: {} }),
      })
      expect(answer.status).toBe(needsBody ? 422 : operation.params ? 404 : 200)
    })
  },
)
