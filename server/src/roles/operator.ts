/** `tradehall operator`: the first credentials of a production server, and new ones for an operator who is locked out. */

import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, printResult } from '@tradehall/kit/printing'
import type { Config } from '../config.ts'
import { createOperator, recoverOperator } from '../modules/identity/index.ts'
import { withPlatform } from './with-platform.ts'

export interface OperatorOptions extends OutputOptions {
  email: string
  firstName: string
  lastName: string
  currency: string
  country: string
}

export async function addOperator(
  config: Config,
  { json = false, ...wanted }: OperatorOptions,
): Promise<number> {
  const created = await withPlatform(config, (platform) => createOperator(platform, wanted))
  // Printed once, because the database stores only hashes.
  printResult(created, { json })
  return 0
}

/** Sets a new password, removes the second factor and ends the sessions of an operator. */
export async function restoreOperator(
  config: Config,
  { json = false, email }: OutputOptions & { email: string },
): Promise<number> {
  const restored = await withPlatform(config, (platform) => recoverOperator(platform, email))
  if (!restored) throw new StartRefused(`No operator has the address ${email}.`)
  printResult(restored, { json })
  return 0
}
