import { passkeysCheck, publicUrlCheck, tlsCheck } from './address-checks.ts'
import { distributionCheck } from './cluster-checks.ts'
import {
  clockCheck,
  databaseCheck,
  demoAccountsCheck,
  migrationsCheck,
  privilegesCheck,
  secretKeyCheck,
} from './database-checks.ts'
import { filesCheck } from './files-check.ts'
import { disksCheck, nodeCheck, openFilesCheck, portsCheck, settingsCheck } from './machine-checks.ts'
import { breachedPasswordsCheck, carriersCheck, mailCheck, ratesCheck, redisCheck } from './service-checks.ts'
import type { SetupCheck } from './setup-check.ts'

/** In the order of the output. */
export const allChecks: readonly SetupCheck[] = [
  settingsCheck,
  nodeCheck,
  databaseCheck,
  privilegesCheck,
  migrationsCheck,
  distributionCheck,
  secretKeyCheck,
  demoAccountsCheck,
  clockCheck,
  redisCheck,
  tlsCheck,
  publicUrlCheck,
  passkeysCheck,
  portsCheck,
  openFilesCheck,
  disksCheck,
  filesCheck,
  mailCheck,
  breachedPasswordsCheck,
  carriersCheck,
  ratesCheck,
]
