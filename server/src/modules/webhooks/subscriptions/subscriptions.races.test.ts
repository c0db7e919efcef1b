import { expect, onTestFinished, test } from 'vitest'
import { sessionsWaiting } from '../../../../test/locks.ts'
import { market } from '../../../../test/market.ts'
import { soon } from '../../../../test/time.ts'
import { requestSubscription } from '../../../../test/webhooks.ts'
import { connect } from '../../../platform/database.ts'

test('no subscription remains if it is created while its application is revoked', async () => {
  const shop = await market()
  const { applicationId } = shop.credentials
  // Caches the token first, as an earlier request would.
  await shop.tokenOf('brand')
  const aside = connect(shop.databaseUrl, { pool: 2, name: 'aside' })
  onTestFinished(() => aside.end())
  const revoked = await aside.begin(async (tx) => {
    await tx`update identity.applications set revoked_at = now() where id = ${applicationId}`
    const subscribing = requestSubscription(shop, { url: 'http://127.0.0.1:50999/hooks' })
    await expect.poll(() => sessionsWaiting(aside), soon).toBe(1)
    return { subscribing }
  })
  expect((await revoked.subscribing).status).toBe(404)
  expect(await shop.platform.db`select id from webhooks.subscriptions`).toEqual([])
})
