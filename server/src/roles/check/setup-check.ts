/**
 * The checks of `tradehall check`. Each looks at one part of the installation, changes nothing, and says in a sentence what
 * it found and what to do. A new check is a `SetupCheck` in the list of `all-checks.ts`.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import type { Health } from '../../module.ts'
import type { Database } from '../../platform/database.ts'
import { failureMessage } from '../../processes/refusals.ts'

export interface Finding {
  /** `skipped`: it could not be looked at, because something else fails or does not run. */
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  sentence: string
}

export interface CheckContext {
  /** A setting that is not valid has its default here. */
  config: Config
  /** What is wrong with the settings, and what is not a setting. */
  settings: { problems: readonly string[]; unknown: readonly string[] }
  database: Promise<ReachedDatabase>
  now: Date
}

export type ReachedDatabase = { db: Database; url: string } | { notReached: Finding }

export interface SetupCheck {
  /** As in the output, such as `secret-key`. */
  name: string
  run: (context: CheckContext) => Promise<Finding | readonly Finding[]>
}

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ state: 'warning', sentence })
export const failed = (sentence: string): Finding => ({ state: 'failed', sentence })
export const skipped = (sentence: string): Finding => ({ state: 'skipped', sentence })

/** What the health page says about the same. */
export const fromHealth = ({ state, sentence }: Pick<Health, 'state' | 'sentence'>): Finding => ({
  state: state === 'failing' ? 'failed' : state,
  sentence,
})

/** A check that needs the database. */
export const onDatabase =
  (look: (db: Database, context: CheckContext) => Promise<Finding | readonly Finding[]>): SetupCheck['run'] =>
  async (context) => {
    const reached = await context.database
    if ('notReached' in reached) return skipped('It needs the database, which could not be looked at.')
    return await look(reached.db, context)
  }

/** Longer than a mail server needs for its greeting, which may be late on purpose. */
const CHECK_MS = 10_000

/** What hangs or breaks is a finding like any other. */
export async function runCheck(
  { run }: SetupCheck,
  context: CheckContext,
  timeoutMs: number = CHECK_MS,
): Promise<readonly Finding[]> {
  const late = failed(`It could not be checked within ${timeoutMs / 1000} seconds.`)
  try {
    const found = await Promise.race([run(context), wait(timeoutMs, late, { ref: false })])
    return 'state' in found ? [found] : found
  } catch (error) {
    return [failed((await failureMessage(error)) ?? `It could not be checked: ${(error as Error).message}.`)]
  }
}
