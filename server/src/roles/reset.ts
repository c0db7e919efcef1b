/** `tradehall reset`: resets the sandbox to the demo data. Credentials remain valid. */

import { ConfigError } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import { modulesFor } from '../composition.ts'
import type { Config } from '../config.ts'
import { resetDemo } from '../modules/sandbox/index.ts'
import { refuseUnfinishedCopyAt } from '../platform/copy/unfinished-copy.ts'
import { openDatabase } from '../platform/embedded/embedded-database.ts'
import { migrateDatabase } from '../platform/migrations/migrate.ts'
import { remarkWaits } from './report-migration.ts'

export async function reset(config: Config, { json = false }: OutputOptions = {}): Promise<number> {
  if (config.mode === 'production')
    throw new ConfigError('`reset` is for the sandbox: a production server is never reset to demo data.')
  const database = await openDatabase(config)
  try {
    await refuseUnfinishedCopyAt(database.url)
    await migrateDatabase(database.url, { report: remarkWaits })
    const { removedApplications } = await resetDemo(database.url, modulesFor('sandbox'), config)
    if (json) {
      printJson({ removedApplications })
      return 0
    }
    print('The sandbox was reset to its demo data.')
    for (const { id, name, clientId } of removedApplications) {
      print(`Removed the application "${name}" (${id}, client id ${clientId}).`)
    }
    return 0
  } finally {
    await database.close()
  }
}
