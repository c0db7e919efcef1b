/** What the phases of a run play with. */
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import type { Database } from '../../src/platform/database.ts'
import type { Postgres } from '../chaos/postgres.ts'
import type { Balancer } from '../fleet/balancer.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { ApiName, ProcessName } from '../fleet/processes.ts'
import type { Watch } from '../fleet/watch.ts'
import type { Check } from '../judgement/check.ts'
import type { Client } from '../load/client.ts'
import type { Load } from '../load/load.ts'
import type { Receivers } from '../load/receivers.ts'
import type { Work } from '../load/work.ts'
import type { Picture } from './pictures.ts'
import type { Release } from './releases.ts'

/** What the next start of a process uses. */
export interface Next {
  /** Undefined: that of this version. */
  program: string | undefined
  secretKey: string
}

export interface Scene {
  release: Release
  folder: string
  postgres: Postgres
  db: Database
  fleet: Fleet
  nodes: Readonly<Record<ApiName, string>>
  balancer: Balancer
  watch: Watch
  client: Client
  work: Work
  load: Load
  receivers: Receivers
  credentials: SandboxCredentials
  picture: Picture
  next: Next
  /** The settings of a process that starts now. */
  environmentOf(name: ProcessName): Record<string, string | undefined>
  /** How long each phase lasts with load. */
  seconds: number
  say(line: string): void
  stop: AbortSignal
}

export interface Phase {
  key: string
  name: string
  /** Played after the last upgrade only: the earlier version does not matter to it. */
  isOnce?: boolean
  play(scene: Scene): Promise<readonly Check[]>
}
