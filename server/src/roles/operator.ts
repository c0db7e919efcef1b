/** `tradehall operator create`: the first credentials of a production server. */
import type { Config } from '../config.ts'
import { createOperator } from '../modules/identity/index.ts'
import { withPlatform } from './with-platform.ts'

export interface OperatorOptions {
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

export async function addOperator(config: Config, wanted: OperatorOptions): Promise<number> {
  const created = await withPlatform(config, (platform) => createOperator(platform, wanted))
  // Printed once, because the database stores only hashes.
  process.stdout.write(`${JSON.stringify(created, null, 2)}\n`)
  return 0
}
