import { expect, test } from 'vitest'
import { expiryAfter, purgeExpired } from './expiry.ts'

test('files are kept for thirty days', () => {
  expect(expiryAfter(new Date('2026-02-03T10:06:04Z'))).toEqual(new Date('2026-03-05T10:06:04Z'))
})

test('all expired documents are purged in batches, each statement for one brand', async () => {
  let waiting = Array.from({ length: 120 }, (_, i) => ({ brand_id: `b${i % 3}`, id: String(i) }))
  const statements: number[] = []
  const purged = await purgeExpired(
    async (limit) => waiting.slice(0, limit),
    async (brandId, ids) => {
      expect(waiting.filter(({ id }) => ids.includes(id)).every(({ brand_id }) => brand_id === brandId)).toBe(
        true,
      )
      waiting = waiting.filter(({ id }) => !ids.includes(id))
      statements.push(ids.length)
      return ids.length
    },
  )
  expect([purged, waiting.length]).toEqual([120, 0])
  expect(Math.max(...statements)).toBeLessThanOrEqual(50)
})
