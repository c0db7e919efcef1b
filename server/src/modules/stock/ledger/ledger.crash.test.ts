import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../../test/market.ts'
import { BRAND, emptyLedger, expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { setStock } from './set-stock.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform
const WRITER = fileURLToPath(new URL('../../../../test/stock-writer.ts', import.meta.url))

test('a process that dies during a bulk change leaves neither changes nor locks', async () => {
  await emptyLedger(platform)
  const ids = await openVariants(
    platform,
    Array.from({ length: 50 }, () => ({ onHand: 7 })),
  )
  const child = spawn(process.execPath, [WRITER, shop.databaseUrl, BRAND, ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  expect(JSON.parse(String(said))).toEqual({ applied: true })
  child.kill('SIGKILL')
  await once(child, 'exit')

  // Waits for the locks of the killed process, which are released with its connection.
  const outcome = await setStock(platform, BRAND, [{ variantId: ids[0] ?? '', to: { onHand: 8 } }])
  expect(outcome).toMatchObject({ applied: true, levels: [{ available: 8 }] })
  const levels = await readLevels(db, ids.slice(1))
  expect(levels.every((level) => level?.available === 7)).toBe(true)
  await expectSoundLedger(db)
})

test('a bulk change that fails at its last row writes none of the others', async () => {
  await emptyLedger(platform)
  const ids = (
    await openVariants(
      platform,
      Array.from({ length: 50 }, () => ({ onHand: 7 })),
    )
  ).sort()
  const changes = ids.map((variantId, i) => ({ variantId, to: { onHand: i === 49 ? Number.NaN : 9 } }))
  await expect(setStock(platform, BRAND, changes)).rejects.toThrow()
  const beyond = ids.map((variantId, i) => ({
    variantId,
    to: { onHand: 9 },
    inventoryPolicy: (i === 49 ? 'sometimes' : 'deny') as 'deny',
  }))
  await expect(setStock(platform, BRAND, beyond)).rejects.toThrow('levels_policy_known')
  const levels = await readLevels(db, ids)
  expect(levels.every((level) => level?.available === 7)).toBe(true)
  await expectSoundLedger(db)
})
