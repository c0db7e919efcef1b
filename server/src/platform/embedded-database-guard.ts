/**
 * The process between the server and its embedded database, in a session of its own: Ctrl-C in the terminal does not
 * reach the database, which has to outlive the last request. The channel to the parent is the lifeline. When it
 * closes, because the parent asked or because it was killed, the database is stopped and the guard ends.
 *
 *   starting → ready → stopping → gone
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Launch } from './embedded-database-account.ts'

export interface GuardTask {
  launch: Launch
  environment: Record<string, string>
  databaseDir: string
  logFile: string
}

export type GuardMessage = { type: 'ready' } | { type: 'ended'; lastWords: string }

/** A clean stop writes a checkpoint. Together with the three seconds the API may drain this stays below five. */
const FAST_STOP_MS = 1500
/** After an immediate stop the database recovers on its next start; nothing acknowledged is lost. */
const IMMEDIATE_STOP_MS = 1000
const POLL_MS = 20
/** Two files of this size are kept. */
const MAX_LOG_BYTES = 1024 * 1024
/** Enough for the reason of a failed start. */
const LAST_WORDS_LENGTH = 2000

if (import.meta.main) guard(JSON.parse(process.argv[2] ?? '') as GuardTask)

function guard({ launch, environment, databaseDir, logFile }: GuardTask): void {
  const postgres = spawn(launch.command, launch.args, {
    ...launch.identity,
    env: environment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastWords = keepLog(postgres, logFile)
  const polling = setInterval(() => {
    if (!isReady(databaseDir, postgres.pid)) return
    clearInterval(polling)
    report({ type: 'ready' })
  }, POLL_MS)

  const end = (words: string) => {
    clearInterval(polling)
    report({ type: 'ended', lastWords: words }, () => process.exit())
  }
  postgres.once('error', (error) => end(error.message))
  postgres.once('close', () => end(lastWords()))

  process.once('disconnect', () => stopStepwise(postgres))
  process.once('SIGTERM', () => stopStepwise(postgres))
  process.once('SIGINT', () => stopStepwise(postgres))
  process.once('SIGQUIT', () => postgres.kill('SIGQUIT'))
}

function stopStepwise(postgres: ChildProcess): void {
  postgres.kill('SIGINT')
  setTimeout(() => postgres.kill('SIGQUIT'), FAST_STOP_MS).unref()
  setTimeout(() => postgres.kill('SIGKILL'), FAST_STOP_MS + IMMEDIATE_STOP_MS).unref()
}

/** The pid must be that of our process: a file of an earlier life also says "ready". */
function isReady(databaseDir: string, pid: number | undefined): boolean {
  const running = readPostmasterFile(databaseDir)
  return running?.pid === pid && running?.status === 'ready'
}

export interface Postmaster {
  pid: number
  socketDir: string
  status: string
}

/** PostgreSQL keeps its state in lines of `postmaster.pid`; its own `pg_ctl` waits for the same line. */
export function readPostmasterFile(databaseDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

function keepLog(postgres: ChildProcess, logFile: string): () => string {
  let recent = ''
  postgres.stderr?.setEncoding('utf8').on('data', (text: string) => {
    recent = (recent + text).slice(-LAST_WORDS_LENGTH)
    appendToLog(logFile, text)
  })
  return () => recent
}

function appendToLog(logFile: string, text: string): void {
  try {
    writeFileSync(logFile, text, { flag: 'a', mode: 0o600 })
    if (statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`)
  } catch {
    // A full disk costs the line, not the database.
  }
}

function report(message: GuardMessage, done = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, done)
  else done()
}
