/**
 * Applies one migration file.
 *
 * A file is one transaction, unless it is resumable: then each statement commits by itself and may run again, and the
 * file is recorded after the last one. Statements have a short lock timeout, because all requests for a table queue
 * behind a statement that waits for its lock. After a lock timeout the transaction is rolled back and retried.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { StartRefused } from '@tradehall/kit/failures'
import pg from 'pg'
import { DatabaseAway } from '../database-health/away.ts'
import type { MigrationFile } from './files.ts'
import type { Blocked, LockWatch } from './lock-watch.ts'
import type { MigrationReport } from './report.ts'
import type { MigrationSession } from './session.ts'
import { type MigrationStatement, statementsIn } from './statements.ts'

export interface Patience {
  /**
   * The longest time that one try of a file waits for locks, and so the longest that requests wait behind it. More than the
   * `deadlock_timeout` of PostgreSQL (1 s): only then does a waiting statement end the autovacuum that is in its way.
   */
  lockTimeoutMs: number
  /** How often the locks of a waiting statement are checked, to report who holds them. */
  lookEveryMs: number
  /** With the pauses between the tries, about three minutes in total. */
  maxTries: number
  pauseMs: (tries: number) => number
}

export const PATIENCE: Patience = {
  lockTimeoutMs: 2000,
  lookEveryMs: 1000,
  maxTries: 20,
  pauseMs: (tries) => Math.min(500 * 2 ** (tries - 1), 10_000),
}

/** A statement late in a file still gets this much time for its lock, even if earlier ones have used up the file's time. */
const LEAST_LOCK_TIMEOUT_MS = 100

export interface Applying {
  session: MigrationSession
  watch: LockWatch
  report: MigrationReport
  patience: Patience
}

export async function applyMigration(applying: Applying, migration: MigrationFile): Promise<void> {
  const statements = statementsIn(migration.sql)
  if (migration.isResumable) await applyResumable(applying, migration, statements)
  else await applyAtomically(applying, migration, statements)
}

async function applyAtomically(
  applying: Applying,
  migration: MigrationFile,
  statements: readonly MigrationStatement[],
): Promise<void> {
  const { session, patience } = applying
  await retryLocks(applying, migration, async () => {
    await session.query('begin')
    try {
      let timeoutMs = Number.POSITIVE_INFINITY
      const giveUpAt = performance.now() + patience.lockTimeoutMs
      for (const statement of statements) {
        // The locks of earlier statements are held meanwhile, so all statements share the time.
        const leftMs = Math.max(Math.ceil(giveUpAt - performance.now()), LEAST_LOCK_TIMEOUT_MS)
        if (timeoutMs - leftMs >= LEAST_LOCK_TIMEOUT_MS) {
          timeoutMs = leftMs
          await session.query(`set local lock_timeout = ${timeoutMs}`)
        }
        await execute(applying, migration, statement)
      }
      await record(session, migration)
      await session.query('commit')
    } catch (error) {
      await session.query('rollback').catch(() => {})
      throw error
    }
  })
}

async function applyResumable(
  applying: Applying,
  migration: MigrationFile,
  statements: readonly MigrationStatement[],
): Promise<void> {
  const { session, patience } = applying
  try {
    for (const statement of statements) {
      const timeoutMs = statement.isConcurrent ? 0 : patience.lockTimeoutMs
      await session.query(`set lock_timeout = ${timeoutMs}`)
      await completeStatement(applying, migration, statement)
    }
    await session.query('reset lock_timeout')
    await record(session, migration)
  } catch (error) {
    await session.query('reset lock_timeout').catch(() => {})
    throw error
  }
}

/** Runs a statement of a resumable file. A repeated one runs until it changes no row. */
async function completeStatement(
  applying: Applying,
  migration: MigrationFile,
  statement: MigrationStatement,
): Promise<void> {
  const { file } = migration
  const run = () =>
    retryLocks(applying, migration, async () => {
      if (statement.concurrentIndex) await dropInvalidIndex(applying, migration, statement)
      return await execute(applying, migration, statement)
    })
  let rows = 0
  for (let changed = await run(); statement.isRepeated && changed > 0; changed = await run()) {
    rows += changed
    applying.report({ kind: 'rows', file, line: statement.line, rows })
  }
}

/** A build that was interrupted, or failed, leaves an index that costs every write and serves no read. */
async function dropInvalidIndex(
  applying: Applying,
  migration: MigrationFile,
  statement: MigrationStatement,
): Promise<void> {
  const index = statement.concurrentIndex
  const { rows } = await applying.session.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rows.length > 0) await execute(applying, migration, statement, `drop index concurrently ${index}`)
}

/** Returns the number of rows that the statement has changed. */
async function execute(
  { session, watch, report }: Applying,
  { file }: MigrationFile,
  statement: MigrationStatement,
  text = statement.text,
): Promise<number> {
  const { line } = statement
  let blocked: Blocked | undefined
  let phase: string | undefined
  try {
    const { rowCount } = await watch.during(session.query(text), {
      onBlocked(seen) {
        if (blocked?.holders.replaceAll(/\d+ s/g, '') !== seen.holders.replaceAll(/\d+ s/g, '')) {
          const lock = seen.table ? `a lock on ${seen.table}` : 'a lock'
          report({
            kind: 'waiting',
            sentence: `${file}, line ${line} waits for ${lock} that ${seen.holders} holds.`,
          })
        }
        blocked = seen
      },
      onIndexProgress(seen) {
        if (seen.phase !== phase || seen.percent !== null)
          report({ kind: 'index', file, line, phase: seen.phase, percent: seen.percent })
        phase = seen.phase
      },
    })
    return rowCount ?? 0
  } catch (error) {
    throw new StatementFailed(statement, blocked, error)
  }
}

class StatementFailed extends Error {
  readonly statement: MigrationStatement
  readonly blocked: Blocked | undefined

  constructor(statement: MigrationStatement, blocked: Blocked | undefined, cause: unknown) {
    super((cause as Error).message, { cause })
    this.statement = statement
    this.blocked = blocked
  }
}

/** Lock timeouts, deadlocks and serialization failures. */
const RETRYABLE = ['55P03', '40P01', '40001']

async function retryLocks<T>(
  { report, patience }: Pick<Applying, 'report' | 'patience'>,
  migration: MigrationFile,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StatementFailed)) throw describeLoss(migration, error)
      if (!RETRYABLE.includes(codeOf(error.cause))) throw describeFailure(migration, error)
      if (tries >= patience.maxTries) throw describeExhaustion(migration, error, tries)
      const pauseMs = patience.pauseMs(tries)
      report({
        kind: 'waiting',
        sentence: `${migration.file}, line ${error.statement.line}: ${sentenceOf(error)}; try ${tries + 1} of ${patience.maxTries} follows in ${pauseMs / 1000} s.`,
      })
      await wait(pauseMs)
    }
  }
}

const record = (session: MigrationSession, { version, name, md5 }: MigrationFile) =>
  session.query('insert into public.schemaversion (version, name, md5, run_at) values ($1, $2, $3, now())', [
    version,
    name,
    md5,
  ])

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** The message of the database without the dot that some have. */
const sentenceOf = (error: Error) => error.message.replace(/\.$/, '')

function describeLoss({ file }: MigrationFile, error: unknown): unknown {
  if (!(error instanceof DatabaseAway)) return error
  return new DatabaseAway(
    `${error.message} while ${file} was applied; what was applied before is kept, and \`tradehall migrate\` continues from there`,
    { cause: error },
  )
}

function describeFailure(migration: MigrationFile, error: StatementFailed): unknown {
  if (error.cause instanceof DatabaseAway) return describeLoss(migration, error.cause)
  const remedy = remedyFor(codeOf(error.cause))
  return new StartRefused(
    `${placeOf(migration, error)} failed: ${sentenceOf(error)}. ${leftovers(migration)}; ${remedy}, and run \`tradehall migrate\` again.`,
    { cause: error },
  )
}

function describeExhaustion(migration: MigrationFile, error: StatementFailed, tries: number): StartRefused {
  const { table = null, holders } = error.blocked ?? {}
  const lock = table ? `the lock on ${table}` : 'its lock'
  const reason = holders
    ? `, because ${holders} holds it; end that transaction`
    : '; end long transactions, or choose a quieter time'
  return new StartRefused(
    `${placeOf(migration, error)} did not get ${lock} in ${tries} tries${reason}, and run \`tradehall migrate\` again. ${leftovers(migration)}.`,
    { cause: error },
  )
}

const placeOf = ({ file }: MigrationFile, { statement: { line, summary } }: StatementFailed) =>
  `The migration ${file}, line ${line} (${summary})`

const leftovers = ({ isResumable }: MigrationFile) =>
  isResumable
    ? 'What this file has done is kept and continued by the next run'
    : 'Nothing of this file was applied'

function remedyFor(code: string): string {
  if (code === '42501')
    return 'give the role of TRADEHALL_DATABASE_URL this privilege, or use the role that owns the tables'
  if (code.startsWith('53')) return 'give the database what it lacks'
  if (code.startsWith('23')) return 'correct the rows that contradict this constraint'
  return 'remove the cause'
}
