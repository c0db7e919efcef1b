/** `tradehall application …`: manages the clients of the API on the machine of the server. The output is JSON. */

import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, printResult } from '@tradehall/kit/printing'
import { validate } from 'uuid'
import type { Config } from '../config.ts'
import {
  createApplication,
  listAllApplications,
  revokeApplication,
  rotateSecret,
  SHELL,
} from '../modules/identity/index.ts'
import { transaction } from '../platform/database.ts'
import { withPlatform } from './with-platform.ts'

export interface ApplicationOptions extends OutputOptions {
  name: string
  email: string
  user: string
  brand?: string
  retailer?: string
}

export async function listApplications(config: Config, options: OutputOptions): Promise<number> {
  return print(await withPlatform(config, ({ db }) => listAllApplications(db)), options)
}

export async function addApplication(config: Config, wanted: ApplicationOptions): Promise<number> {
  refuseBadId('--user', wanted.user)
  if (wanted.brand) refuseBadId('--brand', wanted.brand)
  if (wanted.retailer) refuseBadId('--retailer', wanted.retailer)
  const application = {
    account: accountOf(wanted),
    userId: wanted.user,
    name: wanted.name,
    developerEmail: wanted.email,
  }
  return print(
    await withPlatform(config, (platform) =>
      transaction(platform.db, (tx) => createApplication({ ...platform, db: tx }, application, SHELL)),
    ),
    wanted,
  )
}

export async function rotateApplicationSecret(
  config: Config,
  id: string,
  options: OutputOptions,
): Promise<number> {
  refuseBadId('The id of the application', id)
  const credentials = await withPlatform(config, (platform) => rotateSecret(platform, id, SHELL))
  if (!credentials) throw new StartRefused(`There is no active application with the id ${id}.`)
  return print(credentials, options)
}

export async function endApplication(config: Config, id: string, options: OutputOptions): Promise<number> {
  refuseBadId('The id of the application', id)
  const revoked = await withPlatform(config, (platform) => revokeApplication(platform, id, SHELL))
  if (!revoked) throw new StartRefused(`There is no active application with the id ${id}.`)
  return print({ applicationId: id, revoked }, options)
}

function accountOf({ brand, retailer }: ApplicationOptions) {
  if (brand && retailer)
    throw new StartRefused('An application belongs to a brand or to a retailer, not to both.')
  if (brand) return { kind: 'brand', brandId: brand } as const
  if (retailer) return { kind: 'retailer', retailerId: retailer } as const
  return { kind: 'operator' } as const
}

function refuseBadId(what: string, id: string): void {
  if (!validate(id)) throw new StartRefused(`${what} must be a UUID; it is "${id}".`)
}

function print(result: object | readonly object[], options: OutputOptions): number {
  printResult(result, options)
  return 0
}
