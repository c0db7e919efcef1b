import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { type Config, readConfig } from '../config.ts'
import { createOperator, DEMO } from '../modules/identity/index.ts'
import { connect } from '../platform/database.ts'
import { reset } from './reset.ts'
import { seed } from './seed.ts'
import { withPlatform } from './with-platform.ts'

async function emptySandbox(): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-seed-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return readConfig({
    TRADEHALL_DATABASE_URL: await createTestDatabase(),
    TRADEHALL_DATA_DIR: join(dataDir, 'not-there-yet'),
    TRADEHALL_LOG_LEVEL: 'silent',
  })
}

function captureOutput(): () => string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  return () => write.mock.calls.map(([text]) => String(text)).join('')
}

async function countProducts(config: Config): Promise<number> {
  const db = connect(config.databaseUrl as string, { pool: 1, name: 'test' })
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from catalog.products where brand_id = ${DEMO.brandId}`
  await db.end()
  return row?.count as number
}

test('seed adds the products that are asked for to the demo brand, and more when it is run again', async () => {
  const config = await emptySandbox()
  const output = captureOutput()
  expect(await seed(config)).toBe(0)
  const before = await countProducts(config)
  expect(await seed(config, { products: '12' })).toBe(0)
  expect(await seed(config, { products: '3' })).toBe(0)
  expect(await countProducts(config)).toBe(before + 15)
  expect(output()).toMatch(/Added 12 products with \d+ variants in [\d.]+ s, \d+ products a second\./)
})

test.each(['-1', '1.5', 'many', '10000001', ''])(
  'seed refuses --products %j before it does anything',
  async (products) => {
    const config = readConfig({ TRADEHALL_DATABASE_URL: 'postgres://localhost:1/nowhere' })
    await expect(seed(config, { products })).rejects.toThrow('--products must be a whole number')
  },
)

test('seed is not for production', async () => {
  const config: Config = { ...readConfig({}), mode: 'production' }
  await expect(seed(config, { products: '1' })).rejects.toThrow('`seed` is for the sandbox')
})

test('a database with accounts of others is neither seeded nor reset', async () => {
  const config = await emptySandbox()
  await withPlatform({ ...config, secretKey: Buffer.alloc(32, 7).toString('base64') }, (platform) =>
    createOperator(platform, {
      email: 'operator@example.test',
      firstName: 'Market',
      lastName: 'Operator',
      currency: 'EUR',
      country: 'FR',
    }),
  )
  await expect(seed(config)).rejects.toThrow('A sandbox refuses this database')
  await expect(reset(config)).rejects.toThrow('A sandbox refuses this database')
  expect(await countProducts(config)).toBe(0)
})
