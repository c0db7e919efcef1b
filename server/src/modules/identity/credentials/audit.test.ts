import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { demoId } from '../../../platform/demo-id.ts'
import { inTransaction } from '../../../platform/work.ts'
import { createApplication, revokeApplication, rotateSecret } from './applications.ts'
import { SHELL } from './audit.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const wanted = {
  account: { kind: 'brand', brandId: shop.credentials.brandId },
  userId: demoId('user/alder-wick'),
  name: 'ERP bridge',
  developerEmail: 'dev@alderwick.test',
} as const
const entries = () =>
  platform.db`select action, acted_by, by_user_id, by_application_id from identity.audit order by id`

test('an entry is there with what it tells, or not at all', async () => {
  const undone = inTransaction(platform, async (work) => {
    await createApplication(work, wanted, SHELL)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await entries()).toEqual([])
})

test('whoever has the shell is known as that, and what changed nothing is not told', async () => {
  const { applicationId } = await inTransaction(platform, (work) => createApplication(work, wanted, SHELL))
  await rotateSecret(platform, applicationId, SHELL)
  await revokeApplication(platform, applicationId, SHELL)
  await rotateSecret(platform, applicationId, SHELL)
  await revokeApplication(platform, applicationId, SHELL)
  const shell = { acted_by: 'shell', by_user_id: null, by_application_id: null }
  expect(await entries()).toEqual(
    ['create', 'rotate-secret', 'revoke'].map((action) => ({ action, ...shell })),
  )
})
