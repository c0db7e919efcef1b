/** What the phases of a run play with. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../src/platform/database.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Watch } from '../fleet/watch.ts'
import type { Check } from '../judgement/check.ts'
import type { Client, ClientOptions } from '../load/client.ts'
import type { Journal } from '../load/journal.ts'
import type { Receivers } from '../load/receivers.ts'
import type { Brand, Work } from '../load/work.ts'
import type { Cluster } from './cluster.ts'
import type { Share } from './market.ts'
import type { OperationFigures } from './remote-commands.ts'

export interface Scene {
  folder: string
  cluster: Cluster
  /** A session with the coordinator, which waits as long as it takes. */
  db: Database
  fleet: Fleet
  watch: Watch
  receivers: Receivers
  journal: Journal
  /** Those of the load, by node. */
  shares: readonly Share[]
  /** One of each node that has no load. */
  idle: readonly Share[]
  /** Requests a second. */
  rate: number
  /** How long a phase lasts. */
  seconds: number
  newClient(options: Pick<ClientOptions, 'rate' | 'observe'>): Client
  workOf(client: Client, brands: readonly Brand[], until: AbortSignal): Work
  /** Signs the operator in with a password; returns the status of the answer, 0 without one. */
  signIn(): Promise<number>
  /** Runs the program once, with the settings of a worker, and returns its exit code and what it said. */
  runProgram(args: readonly string[], databaseUrl: string): Promise<{ code: number | null; said: string }>
  say(line: string): void
  stop: AbortSignal
}

export interface Phase {
  /** For the command line. */
  key: string
  name: string
  /** Played only on nodes that the run has started. */
  needsOwnNodes?: boolean
  /** Played only in a network of the run. */
  needsOwnNetwork?: boolean
  play(scene: Scene): Promise<Played>
}

interface Played {
  checks: readonly Check[]
  operations?: readonly OperationFigures[]
  /** Why it could not be played. */
  skipped?: string
}

export const pause = ({ stop }: Pick<Scene, 'stop'>, seconds: number) =>
  wait(seconds * 1000, undefined, { signal: stop })

const REST_SECONDS = 60

/** Until no brand has work that is due, or for so long: brands stay due for some seconds after the end of their work. */
export async function awaitRest(scene: Pick<Scene, 'db' | 'stop'>): Promise<void> {
  const until = performance.now() + REST_SECONDS * 1000
  while (performance.now() < until) {
    const [row] = await scene.db<{ due: number }[]>`
      select count(*)::int as due from platform.due_brands where due_at <= now()`
    if (row?.due === 0) return
    await pause(scene, 1)
  }
}
