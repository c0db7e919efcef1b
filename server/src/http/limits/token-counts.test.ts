import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createTestPlatform } from '../../../test/platform.ts'
import { createLog } from '../../platform/log.ts'
import { createRateLimits } from '../../platform/processes/rate-limit.ts'
import { APPLICATION, POLICIES, TOKEN, TOKEN_ADDRESS } from './limits.ts'
import { forgetTokenCounts } from './token-counts.ts'

test('a reset clears the counts of token requests, and no others', async () => {
  const platform = await createTestPlatform(await createTestDatabase())
  const { db, signals, config } = platform
  const limits = forgetTokenCounts(createRateLimits(config, POLICIES, createLog('silent')), signals)
  const remaining = async () =>
    await Promise.all(
      [TOKEN, TOKEN_ADDRESS, APPLICATION].map(
        async (policy) => (await limits.consume(policy, 'x')).remaining,
      ),
    )
  expect(await remaining()).toEqual([59, 1199, 599])
  expect(await remaining()).toEqual([58, 1198, 598])
  await db.begin((tx) => signals.raise(tx, 'token-counts'))
  await signals.refresh()
  expect(await remaining()).toEqual([59, 1199, 597])
})
