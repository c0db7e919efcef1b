/**
 * The guard process between the server and its embedded database. It runs in a separate session, so that Ctrl-C in the
 * terminal does not reach the database, which has to outlive the last request. When the IPC channel to the parent closes,
 * because the parent stops or was killed, the guard stops the database and exits.
 *
 *   starting → ready → stopping → exited
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Launch } from './account.ts'

export interface GuardTask {
  launch: Launch
  environment: Record<string, string>
  databaseDir: string
  logFile: string
}

export type GuardMessage = { type: 'ready' } | { type: 'ended'; lastOutput: string }

/** A clean stop writes a checkpoint. With the three seconds for draining the API a stop takes less than five seconds. */
const FAST_STOP_MS = 1500
/** After an immediate stop the database recovers on its next start; nothing acknowledged is lost. */
const IMMEDIATE_STOP_MS = 1000
const POLL_MS = 20
/** The log is rotated at this size; one old file is retained. */
const MAX_LOG_BYTES = 1024 * 1024
/** Enough for the reason of a failed start. */
const LAST_OUTPUT_LENGTH = 2000

if (import.meta.main) guard(JSON.parse(process.argv[2] ?? '') as GuardTask)

function guard({ launch, environment, databaseDir, logFile }: GuardTask): void {
  const postgres = spawn(launch.command, launch.args, {
    ...launch.identity,
    env: environment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastOutput = captureLog(postgres, logFile)
  const polling = setInterval(() => {
    if (!isReady(databaseDir, postgres.pid)) return
    clearInterval(polling)
    report({ type: 'ready' })
  }, POLL_MS)

  const end = (output: string) => {
    clearInterval(polling)
    report({ type: 'ended', lastOutput: output }, () => process.exit())
  }
  postgres.once('error', (error) => end(error.message))
  postgres.once('close', () => end(lastOutput()))

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

/** The pid must be that of the child process: a file left by an earlier run also contains "ready". */
function isReady(databaseDir: string, pid: number | undefined): boolean {
  const running = readPostmasterFile(databaseDir)
  return running?.pid === pid && running?.status === 'ready'
}

export interface Postmaster {
  pid: number
  socketDir: string
  status: string
}

/** Parses `postmaster.pid`, in which PostgreSQL records its state; `pg_ctl` waits for the same line. */
export function readPostmasterFile(databaseDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

function captureLog(postgres: ChildProcess, logFile: string): () => string {
  let recent = ''
  postgres.stderr?.setEncoding('utf8').on('data', (text: string) => {
    recent = (recent + text).slice(-LAST_OUTPUT_LENGTH)
    appendToLog(logFile, text)
  })
  return () => recent
}

function appendToLog(logFile: string, text: string): void {
  try {
    writeFileSync(logFile, text, { flag: 'a', mode: 0o600 })
    if (statSync(logFile).size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`)
  } catch {
    // On a full disk the line is lost, but the database must keep running.
  }
}

function report(message: GuardMessage, done = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, done)
  else done()
}
