/** The environment variables of the processes of a run. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { foreignEnvironment } from '../../bench/environment.ts'
import { RETRY_SECONDS } from '../judgement/file-invariants.ts'
import { type FleetOptions, isApi } from './fleet.ts'
import type { ApiName, ProcessName } from './processes.ts'

export interface Surroundings {
  folder: string
  labelsDir: string
  ports: Readonly<Record<ApiName, number>>
  /** Each process has a role in PostgreSQL, so that its sessions can be told apart. */
  databaseUrlOf(name: ProcessName): string
  redisUrl?: string | undefined
}

export function settingsFor(surroundings: Surroundings): FleetOptions['environmentOf'] {
  const { folder, labelsDir, ports, databaseUrlOf, redisUrl } = surroundings
  const secretKey = randomBytes(32).toString('base64')
  return (name) => ({
    ...foreignEnvironment(),
    // By this variable a cleanup finds the processes of the run.
    TRADEHALL_TEST_RUN: process.env.TRADEHALL_TEST_RUN,
    TRADEHALL_DATABASE_URL: databaseUrlOf(name),
    // Small pools leave some of the hundred connections to sessions of killed processes.
    TRADEHALL_DATABASE_POOL: '3',
    TRADEHALL_DATA_DIR: join(folder, name),
    TRADEHALL_LABELS_DIR: labelsDir,
    TRADEHALL_SECRET_KEY: secretKey,
    TRADEHALL_LOG_LEVEL: 'warn',
    TRADEHALL_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(','),
    ...(redisUrl && { TRADEHALL_REDIS_URL: redisUrl }),
    ...(isApi(name) && { TRADEHALL_PORT: String(ports[name]) }),
  })
}
