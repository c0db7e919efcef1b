/** `tradehall seed`: the demo data, and their credentials in `sandbox.json`, without starting a server. */
import { modulesFor } from '../composition.ts'
import { type Config, ConfigError } from '../config.ts'
import { productGenerator } from '../module.ts'
import { DEMO } from '../modules/identity/index.ts'
import { prepareDataDir, readSecretKey, StartRefused } from '../platform/data-dir.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { migrateDatabase } from '../platform/migrate.ts'
import { checkBeforeWriting } from './checks.ts'
import { ensureDemo } from './demo.ts'
import { showProgress } from './progress.ts'
import { sandboxFilePath } from './sandbox-file.ts'
import { withPlatform } from './with-platform.ts'

export async function seed(config: Config, options: { products?: string } = {}): Promise<number> {
  if (config.mode === 'production')
    throw new ConfigError('Demo data belong to the sandbox, not to production.')
  const count = readCount(options.products)
  // With a database of one's own nothing else makes the folder that the credentials go to.
  prepareDataDir(config.dataDir)
  const database = await openDatabase(config)
  try {
    const secretKey = config.secretKey ?? readSecretKey(config.dataDir)
    await checkBeforeWriting({ ...config, secretKey, databaseUrl: database.url })
    await migrateDatabase(database.url)
    await ensureDemo({ ...config, databaseUrl: database.url })
    process.stdout.write(
      `The demo data are there; their credentials are in ${sandboxFilePath(config.dataDir)}.\n`,
    )
    if (count > 0) await addProducts({ ...config, databaseUrl: database.url }, count)
    return 0
  } finally {
    await database.close()
  }
}

/** Twenty times the largest catalog that is measured: more is a slip of the finger. */
const MAX_PRODUCTS = 10_000_000

function readCount(text = '0'): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count <= MAX_PRODUCTS) return count
  throw new StartRefused(`--products takes a whole number up to ${MAX_PRODUCTS}; "${text}" is none.`)
}

async function addProducts(config: Config, count: number): Promise<void> {
  const generateProducts = productGenerator(modulesFor('sandbox'))
  const progress = showProgress(process.stdout, { of: count, noun: 'products' })
  const { variants } = await withPlatform(config, (platform) =>
    generateProducts(platform, DEMO.brandId, { count, onBatch: progress.reach }),
  )
  const { seconds, perSecond } = progress.end()
  process.stdout.write(
    `Added ${count} products with ${variants} variants in ${seconds.toFixed(1)} s, ${perSecond} products a second.\n`,
  )
}
