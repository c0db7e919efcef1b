/** `tradehall reset`: resets the sandbox to the demo data. Credentials remain valid. */

import { modulesFor } from '../composition.ts'
import { type Config, ConfigError } from '../config.ts'
import { resetDemo } from '../modules/sandbox/index.ts'
import { openDatabase } from '../platform/embedded-database.ts'
import { migrateDatabase } from '../platform/migrate.ts'

export async function reset(config: Config): Promise<number> {
  if (config.mode === 'production')
    throw new ConfigError('`reset` is for the sandbox: a production server is never reset to demo data.')
  const database = await openDatabase(config)
  try {
    await migrateDatabase(database.url)
    const { removedApplications } = await resetDemo(database.url, modulesFor('sandbox'), config)
    process.stdout.write('The sandbox was reset to its demo data.\n')
    for (const { id, name, clientId } of removedApplications) {
      process.stdout.write(`Removed the application "${name}" (${id}, client id ${clientId}).\n`)
    }
    return 0
  } finally {
    await database.close()
  }
}
