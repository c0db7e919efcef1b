/** `tradehall distribute`: distributes the database by brand over the nodes of a Citus cluster. */

import { StartRefused } from '@tradehall/kit/failures'
import { type OutputOptions, print, printJson } from '@tradehall/kit/printing'
import type { Config } from '../config.ts'
import { connect } from '../platform/database.ts'
import { planDistribution } from '../platform/distribution/distribute.ts'
import type { Node, Step, StepKind } from '../platform/distribution/steps.ts'

export interface DistributeOptions extends OutputOptions {
  worker?: readonly string[]
  coordinator?: string
  shards?: string
  dryRun?: boolean
}

export async function distribute(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { worker = [], coordinator, shards, dryRun = false, json = false }: DistributeOptions,
): Promise<number> {
  if (!databaseUrl) {
    throw new StartRefused(
      'Set TRADEHALL_DATABASE_URL to the coordinator of a Citus cluster: the embedded database cannot be distributed.',
    )
  }
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall distribute' })
  try {
    const distribution = await planDistribution(db, {
      coordinator: coordinator ? readNode(coordinator, '--coordinator') : nodeOfUrl(databaseUrl),
      workers: worker.map((text) => readNode(text, '--worker')),
      shards: readShards(shards),
    })
    const { steps } = distribution
    const show = (step: Step, done: number) =>
      json
        ? printJson({ step: step.kind, of: step.of, done, steps: steps.length, ...(dryRun && { dryRun }) })
        : print(`${String(done).padStart(3)}/${steps.length}  ${DOING[step.kind]} ${step.of}`)
    if (dryRun) for (const [i, step] of steps.entries()) show(step, i + 1)
    else await distribution.run(show)
    if (!json) print(conclusion(steps.length, dryRun))
    return 0
  } finally {
    await db.end()
  }
}

const DOING: Record<StepKind, string> = {
  coordinator: 'register the coordinator',
  worker: 'register the worker',
  setting: 'set on the nodes',
  extension: 'create the extension',
  'drop-keys': 'store and drop',
  reference: 'copy to all nodes',
  function: 'create on all nodes',
  distribute: 'distribute',
  'node-function': 'run on the node of the brand',
  joint: 'commit with the nodes',
  'remove-copy': 'remove the old copy of',
  'restore-key': 'create the foreign key',
}

function conclusion(count: number, isDryRun: boolean): string {
  if (count === 0) return 'The database is distributed; there is nothing to do.'
  return isDryRun
    ? 'Nothing was changed: this is what `tradehall distribute` would do.'
    : 'The database is distributed. Start the API nodes and workers again.'
}

/** Most clusters have a multiple of it; more only make cross-brand reads slower. */
const MAX_SHARDS = 1024

function readShards(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MAX_SHARDS) return count
  throw new StartRefused(`--shards must be a whole number from 1 to ${MAX_SHARDS}; it is "${text}".`)
}

function readNode(text: string, option: string): Node {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host && port) return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  throw new StartRefused(`${option} must be host:port; it is "${text}".`)
}

/** The workers connect to the coordinator by this name, too. */
function nodeOfUrl(url: string): Node {
  const { hostname, port } = new URL(url)
  return { host: hostname || 'localhost', port: Number(port) || 5432 }
}
