/**
 * Supervises the child processes of the server: starts them, restarts them with backoff after a crash, and stops them.
 *
 *   a child:   starting → ready → (crash → backoff → starting)
 *   the tree:  starting → ready → leaving → draining → exited, or failed when one role keeps crashing
 *
 * A child sends `{ type: 'ready' }` by IPC when it serves, or `{ type: 'failed', sentence }` when it cannot. It exits when
 * the IPC channel closes, so that it does not outlive a parent that was killed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { failureMessage } from './refusals.ts'

export type ChildMessage =
  | { type: 'ready'; address?: string }
  | { type: 'failed'; sentence: string }
  | ({ type: 'step' } & Step)

type ParentMessage = { type: 'reload' }

/** The next step of a child, for display. `of`: the number of steps, if known. */
export interface Step {
  sentence: string
  of?: number
}

export interface ChildRole {
  /** The name in messages. */
  name: string
  count: number
  spawn: () => ChildProcess
}

export interface ProcessTree {
  /** Fulfilled when every child has been ready once, with the first address that one of them reported. */
  ready: Promise<string | undefined>
  /** Fulfilled with an error message when the tree cannot continue; otherwise never. */
  failed: Promise<string>
  /** Lets the children leave and finish their work, and kills them after the drain timeout. */
  drain: () => Promise<void>
  kill: () => void
  /** Lets the children read again what they can read while they run. */
  reload: () => void
}

export interface Program {
  script: string
  args: string[]
  environment: Record<string, string | undefined>
  /** Of V8. API processes and workers have those of servers in any case. */
  flags?: readonly string[]
}

/** The drain timeout for work in flight. A stop takes less than five seconds, including the database. */
const DRAIN_MS = 3000
/** A child stops draining a little earlier than its parent would kill it. */
const CHILD_DRAIN_MS = 2800
const MAX_CRASHES = 5
const CRASHES_WITHIN_MS = 60_000
const FIRST_WAIT_MS = 200

export interface SupervisorOptions {
  log: { warn: (message: string) => void }
  /** How long children leave before they drain. */
  stopDelayMs: number
}

export function superviseProcesses(roles: ChildRole[], { log, stopDelayMs }: SupervisorOptions): ProcessTree {
  const children = new Set<ChildProcess>()
  const stop = new AbortController()
  const failure = Promise.withResolvers<string>()

  const spawnAndRestart = (role: ChildRole, crashes: number[], onReady: (address?: string) => void) => {
    if (stop.signal.aborted) return
    const child = role.spawn()
    children.add(child)
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') onReady(message.address)
      if (message.type === 'failed') failure.resolve(message.sentence)
    })
    const restart = async (how: string) => {
      children.delete(child)
      if (stop.signal.aborted) return
      const waitMs = waitBeforeRestart(crashes)
      if (waitMs === undefined) {
        failure.resolve(
          `The ${role.name} crashed more than ${MAX_CRASHES} times within a minute; see the log.`,
        )
        return
      }
      log.warn(`the ${role.name} ${how}; restarting it in ${waitMs} ms`)
      await wait(waitMs, undefined, { signal: stop.signal }).catch(() => {})
      spawnAndRestart(role, crashes, onReady)
    }
    child.once('exit', (code, signal) => restart(`exited with ${signal ?? `code ${code}`}`))
    child.on('error', (error: NodeJS.ErrnoException) => {
      // An error with a pid is about a message to a child that is exiting; its 'exit' event follows.
      if (child.pid === undefined) restart(`could not be started (${error.code})`)
    })
  }

  const starts = roles.flatMap((role) => {
    // The times of the crashes of all its children within the last minute.
    const crashes: number[] = []
    return Array.from({ length: role.count }, () => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      spawnAndRestart(role, crashes, resolve)
      return promise
    })
  })

  return {
    ready: Promise.all(starts).then((addresses) => addresses.find(Boolean)),
    failed: failure.promise,
    drain: async () => {
      stop.abort()
      await endAll(children, stopDelayMs + DRAIN_MS)
    },
    kill: () => {
      stop.abort()
      for (const child of children) child.kill('SIGKILL')
    },
    reload: () => {
      for (const child of children)
        if (child.connected) child.send({ type: 'reload' } satisfies ParentMessage)
    },
  }
}

/**
 * A young generation in which responses in flight are collected before they are promoted, and slow growth of the heap. For a
 * page of 50 orders a request takes 1880 µs of CPU time with 20 percent, 1680 with 30 and 1610 with 50, and a process 273, 279 and
 * 287 MB. In a worker with a young generation of 4 MB an import of products takes a third more CPU time and up to 100 MB more
 * memory.
 *
 * Without pretenuring: objects of requests in flight survive collections of the young generation, so that V8 decides, at one start
 * and not at another, to allocate all objects of the same origin in the old generation from then on. Pages with included resources
 * then take a quarter more CPU time, for full collections, until the process ends.
 *
 * API processes, workers and the preparation of the database have the same flags, because the compile cache depends on them:
 * what one of them compiles, the others find. The last flag is for `startup-garbage.ts`.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
]
/**
 * glibc retains freed memory in an arena per thread, and the compiler and garbage-collector threads rarely reuse theirs. It also
 * raises its thresholds with the size of what is freed, and then returns little to the system. One arena and fixed thresholds
 * save 15 to 35 MB under load, and cost no measurable CPU time. The variables are read when a process starts.
 */
export const API_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/**
 * API processes accept connections themselves, on a shared socket. Otherwise the parent would accept and distribute them,
 * and a connection that was assigned to a crashing process would stay open without a response
 * (docs/decisions/0016-who-accepts-connections.md).
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** A child that shares the listening socket with others of its kind. */
export function spawnSharingPort({ script, args, environment }: Program): ChildProcess {
  cluster.setupPrimary({ exec: script, args, execArgv: [...process.execArgv, ...SERVER_FLAGS] })
  const worker = cluster.fork({ ...API_ENVIRONMENT, ...environment })
  // The supervisor handles errors of the process; without a listener here they would end the parent.
  worker.on('error', () => {})
  return worker.process
}

export function spawnAlone({ script, args, environment }: Program): ChildProcess {
  return fork(script, args, { env: environment, execArgv: [...process.execArgv, ...SERVER_FLAGS] })
}

/** Ctrl-C under npm sends two signals, from the terminal and from npm; within this time they count as one. */
const SAME_SIGNAL_MS = 500

/** `first` is the request to stop, `second` the request to stop without draining. */
export function listenForStop(): { first: Promise<void>; second: Promise<void> } {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = () => {
    firstAt ??= performance.now()
    first.resolve()
    if (performance.now() - firstAt > SAME_SIGNAL_MS) second.resolve()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { first: first.promise, second: second.promise }
}

/**
 * SIGHUP, or `systemctl reload`, makes the API processes read their certificate again. Without a certificate the signal
 * has its usual meaning: the terminal was closed, and the server ends.
 */
export function reloadOnSignal({ tlsCert }: Pick<Config, 'tlsCert'>, tree: ProcessTree): void {
  if (tlsCert) process.on('SIGHUP', tree.reload)
}

export interface RunningRole {
  address?: string
  /** Rejected when the process fails after its start. */
  broken?: Promise<unknown>
  /** Reads again what may have changed, such as certificates. */
  reload?: () => void
  /** Tells others to send no more work, and waits until they have noticed. It may be cut short by `close`. */
  leave?: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Runs a role until a signal arrives or the parent is gone, and returns the exit code. It also works without a parent.
 * `serve` may return `undefined` when the signal aborted its start.
 */
export async function runAsChild(
  serve: (stop: AbortSignal) => Promise<RunningRole | undefined>,
): Promise<number> {
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  // A terminal that closes sends it to the whole group; the parent decides what it means.
  if (process.send) process.on('SIGHUP', () => {})
  const orphaned = once(process, 'disconnect')
  orphaned.then(() => stop.abort())
  try {
    const serving = await serve(stop.signal)
    if (!serving) return 0
    // Other messages are those of libraries that share data between processes.
    process.on('message', (message: Partial<ParentMessage> | null) => {
      if (message?.type === 'reload') serving.reload?.()
    })
    sendToParent({ type: 'ready', ...(serving.address && { address: serving.address }) })
    await Promise.race([stopped, serving.broken?.then(() => stopped) ?? stopped])
    await Promise.race([serving.leave?.(), orphaned])
    await Promise.race([serving.close(), wait(CHILD_DRAIN_MS)])
    return 0
  } catch (error) {
    const sentence = await failureMessage(error)
    if (!process.send || !sentence) throw error
    await new Promise((sent) => sendToParent({ type: 'failed', sentence }, sent))
    return 1
  }
}

function sendToParent(message: ChildMessage, sent: (value: unknown) => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent(undefined)
}

/** The backoff before the next restart; `undefined` after too many crashes. */
function waitBeforeRestart(crashes: number[]): number | undefined {
  const now = performance.now()
  crashes.push(now)
  const recent = crashes.filter((at) => now - at < CRASHES_WITHIN_MS)
  crashes.splice(0, crashes.length, ...recent)
  return recent.length > MAX_CRASHES ? undefined : FIRST_WAIT_MS * 2 ** (recent.length - 1)
}

async function endAll(children: Set<ChildProcess>, withinMs: number): Promise<void> {
  const gone = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of children) child.kill('SIGTERM')
  const late = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
  }, withinMs)
  await Promise.all(gone)
  clearTimeout(late)
}
