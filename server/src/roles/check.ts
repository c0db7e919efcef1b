/** `tradehall check`: looks at everything that a server needs, without starting one and without writing anything. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type OutputOptions, print, printJson, styled } from '@tradehall/kit/printing'
import { type Config, inspectConfig, secretsOf, unknownVariables } from '../config.ts'
import { readPostmasterFile } from '../platform/embedded/guard.ts'
import { socketUrl } from '../platform/embedded/socket.ts'
import { failureMessage } from '../processes/refusals.ts'
import { allChecks } from './check/all-checks.ts'
import {
  type CheckContext,
  type Finding,
  failed,
  type ReachedDatabase,
  runCheck,
  skipped,
} from './check/setup-check.ts'
import { connectToCheck } from './check-connection.ts'

export interface CheckOptions extends OutputOptions {
  /** Warnings count as failures. */
  strict?: boolean
}

const STYLES = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'gray' } as const

/** Returns the exit code: 0 when nothing failed, else 1. */
export async function check(
  { json = false, strict = false }: CheckOptions,
  environment: Record<string, string | undefined>,
): Promise<number> {
  const counts = { ok: 0, warning: 0, failed: 0, skipped: 0 }
  for await (const found of lookAtEverything(environment)) {
    counts[found.state] += 1
    printFinding(found, json)
  }
  if (!json) print(`\n${summary(counts)}`)
  return counts.failed > 0 || (strict && counts.warning > 0) ? 1 : 0
}

type NamedFinding = Finding & { check: string }

/** All findings, in the order of the checks. Exported for tests. */
export async function* lookAtEverything(
  environment: Record<string, string | undefined>,
): AsyncGenerator<NamedFinding> {
  const { config, problems } = inspectConfig(environment)
  const database = reachDatabase(config)
  const context: CheckContext = {
    config,
    settings: { problems, unknown: unknownVariables(environment) },
    database,
    now: new Date(),
  }
  // All at once, because most of the time is spent waiting for others.
  const running = allChecks.map((each) => ({ check: each.name, findings: runCheck(each, context) }))
  const hide = secretsHider(config)
  for (const { check, findings } of running) {
    for (const { state, sentence } of await findings) yield { check, state, sentence: hide(sentence) }
  }
  const reached = await database
  if ('db' in reached) await reached.db.end({ timeout: 1 })
}

function printFinding({ check, state, sentence }: NamedFinding, json: boolean): void {
  if (json) printJson({ check, state, sentence })
  else print(`${styled(STYLES[state], state.padEnd(8))} ${check.padEnd(15)} ${sentence}`)
}

function summary({ ok, warning, failed: failures, skipped: left }: Record<Finding['state'], number>): string {
  const counted = [`${ok} ok`, `${warning} ${warning === 1 ? 'warning' : 'warnings'}`, `${failures} failed`]
  return `${[...counted, ...(left > 0 ? [`${left} skipped`] : [])].join(', ')}.`
}

/** The embedded database is looked at only while a server runs, because starting it writes to the data folder. */
async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const url = config.databaseUrl ?? runningUrl(config.dataDir)
  if (!url) {
    const sentence = existsSync(join(config.dataDir, 'postgres'))
      ? `The embedded database in ${config.dataDir} does not run; check again while the server runs.`
      : `The first start creates an embedded database in ${config.dataDir}.`
    return { notReached: skipped(sentence) }
  }
  const db = connectToCheck(url)
  try {
    await db`select 1`
    return { db, url }
  } catch (error) {
    await db.end({ timeout: 0 })
    return { notReached: failed((await failureMessage(error)) ?? String(error)) }
  }
}

function runningUrl(dataDir: string): string | undefined {
  const running = readPostmasterFile(join(dataDir, 'postgres'))
  return running?.status === 'ready' ? socketUrl(running.socketDir) : undefined
}

/** Others quote what they were sent in their errors. */
function secretsHider(config: Config): (sentence: string) => string {
  const secrets = secretsOf(config)
  return (sentence) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), sentence)
}
