/** `tradehall seed`: creates the demo data, and their credentials in `sandbox.json`, without starting a server. */

import { ConfigError, StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import { showProgress } from '@tradehall/kit/progress'
import { sandboxFilePath } from '@tradehall/kit/sandbox-file'
import { modulesFor } from '../composition.ts'
import type { Config } from '../config.ts'
import { productGenerator } from '../module.ts'
import { DEMO } from '../modules/identity/index.ts'
import { prepareDataDir, readSecretKey } from '../platform/data-dir/data-dir.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { migrateDatabase } from '../platform/migrations/migrate.ts'
import { checkBeforeWriting } from './checks.ts'
import { ensureDemo } from './demo.ts'
import { remarkWaits } from './report-migration.ts'
import { withPlatform } from './with-platform.ts'

export interface SeedOptions extends OutputOptions {
  products?: string
}

export async function seed(config: Config, options: SeedOptions = {}): Promise<number> {
  if (config.mode === 'production')
    throw new ConfigError('`seed` is for the sandbox: a production server gets no demo data.')
  const count = readCount(options.products)
  // With an external database nothing else creates the folder for the credentials.
  prepareDataDir(config.dataDir)
  const database = await openDatabase(config)
  try {
    const secretKey = config.secretKey ?? readSecretKey(config.dataDir)
    await checkBeforeWriting({ ...config, secretKey, databaseUrl: database.url })
    await migrateDatabase(database.url, { report: remarkWaits })
    await ensureDemo({ ...config, databaseUrl: database.url })
    const credentialsFile = sandboxFilePath(config.dataDir)
    if (!options.json)
      print(`The database contains the demo data; their credentials are in ${credentialsFile}.`)
    const variants =
      count > 0 ? await addProducts({ ...config, databaseUrl: database.url }, count, options) : 0
    if (options.json) printJson({ credentialsFile, products: count, variants })
    return 0
  } finally {
    await database.close()
  }
}

/** Twenty times the largest benchmarked catalog: a larger number is probably a typing error. */
const MAX_PRODUCTS = 10_000_000

function readCount(text = '0'): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count <= MAX_PRODUCTS) return count
  throw new StartRefused(`--products must be a whole number up to ${MAX_PRODUCTS}; it is "${text}".`)
}

/** Returns the number of variants. */
async function addProducts(config: Config, count: number, { json = false }: SeedOptions): Promise<number> {
  const generateProducts = productGenerator(modulesFor('sandbox'))
  const progress = showProgress(json ? process.stderr : process.stdout, { of: count, noun: 'products' })
  const { variants } = await withPlatform(config, (platform) =>
    generateProducts(platform, DEMO.brandId, { count, onBatch: progress.reach }),
  )
  const { seconds, perSecond } = progress.end()
  if (!json)
    print(
      `Added ${count} products with ${variants} variants in ${seconds.toFixed(1)} s, ${perSecond} products a second.`,
    )
  return variants
}
