/**
 * The parent of the server's processes. It starts each, starts again what dies, and stops all.
 *
 *   a child:   starting → ready → (dies → waits → starting)
 *   the tree:  starting → ready → draining → gone, or failed when one role keeps dying
 *
 * A child says `{ type: 'ready' }` by IPC when it serves, or `{ type: 'failed', sentence }` when it cannot. It ends by
 * itself when the channel closes, so that nothing outlives a parent that was killed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { sentenceOf } from './refusals.ts'

export type ChildMessage =
  | { type: 'ready'; address?: string }
  | { type: 'failed'; sentence: string }
  | ({ type: 'step' } & Step)

/** What a child is about to do, for the person who waits. `of`: how many steps there are, where that is known. */
export interface Step {
  sentence: string
  of?: number
}

export interface ChildRole {
  /** As it is called in messages. */
  name: string
  count: number
  /** `hasServed`: a child of this role has been ready before, so its settings are good and its database was reached. */
  spawn: (past: { hasServed: boolean }) => ChildProcess
}

export interface ProcessTree {
  /** Fulfilled when every child has been ready once, with the first address one of them named. */
  ready: Promise<string | undefined>
  /** Fulfilled with a sentence when the tree cannot go on; else never. */
  failed: Promise<string>
  /** Lets the children finish what they do, within the bound, then ends them. */
  drain: () => Promise<void>
  kill: () => void
}

export interface Program {
  script: string
  args: string[]
  environment: Record<string, string | undefined>
}

/** What is in flight has this long to end. A stop takes less than five seconds, the database included. */
const DRAIN_MS = 3000
/** A child gives up a little earlier than its parent does, to end by itself. */
const CHILD_DRAIN_MS = 2800
const MAX_DEATHS = 5
const DEATHS_WITHIN_MS = 60_000
const FIRST_WAIT_MS = 200

/** What the children of one role did so far. */
interface Past {
  hasServed: boolean
  /** Moments of the last minute. */
  deaths: number[]
}

export function superviseProcesses(
  roles: ChildRole[],
  log: { warn: (message: string) => void },
): ProcessTree {
  const living = new Set<ChildProcess>()
  const stop = new AbortController()
  const failure = Promise.withResolvers<string>()

  const keepRunning = (role: ChildRole, past: Past, onReady: (address?: string) => void) => {
    if (stop.signal.aborted) return
    const child = role.spawn(past)
    living.add(child)
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') {
        past.hasServed = true
        onReady(message.address)
      }
      if (message.type === 'failed') failure.resolve(message.sentence)
    })
    const restart = async (how: string) => {
      living.delete(child)
      if (stop.signal.aborted) return
      const waitMs = waitBeforeRestart(past.deaths)
      if (waitMs === undefined) {
        failure.resolve(`The ${role.name} died more than ${MAX_DEATHS} times within a minute.`)
        return
      }
      log.warn(`the ${role.name} ${how}; it starts again in ${waitMs} ms`)
      await wait(waitMs, undefined, { signal: stop.signal }).catch(() => {})
      keepRunning(role, past, onReady)
    }
    child.once('exit', (code, signal) => restart(`ended with ${signal ?? `code ${code}`}`))
    child.on('error', (error: NodeJS.ErrnoException) => {
      // A message that a dying child did not take any more is no news: its exit follows.
      if (child.pid === undefined) restart(`could not be started (${error.code})`)
    })
  }

  const starts = roles.flatMap((role) => {
    const past: Past = { hasServed: false, deaths: [] }
    return Array.from({ length: role.count }, () => {
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      keepRunning(role, past, resolve)
      return promise
    })
  })

  return {
    ready: Promise.all(starts).then((addresses) => addresses.find(Boolean)),
    failed: failure.promise,
    drain: async () => {
      stop.abort()
      await endAll(living)
    },
    kill: () => {
      stop.abort()
      for (const child of living) child.kill('SIGKILL')
    },
  }
}

/**
 * A nursery in which the answers under way die young, and little room for the garbage of those that do not: under a mixed
 * load some 100 MB less than with a nursery of half the size and room that grows with the load.
 */
export const API_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=20']
/**
 * The C library of Linux keeps what was freed apart for each thread, and those that compile and collect garbage never ask
 * for it again. One store for the main thread and one for the rest: some 9 MB less. It is read when a process begins.
 */
export const API_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }
/**
 * The flags of the API for a worker that imports products: with a nursery of 4 MB it spends a third more, and holds some
 * 100 MB more at most. That costs some 6 MB at rest.
 */
export const WORKER_FLAGS = API_FLAGS

/**
 * Every API process accepts connections itself, on a socket that they share. Otherwise the parent would accept them and
 * hand each one over: of a process that dies meanwhile it keeps the connection open, and nobody ever answers or closes it
 * (docs/decisions/0016-who-accepts-connections.md).
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** A child that shares the listening socket with others of its kind. */
export function spawnSharingPort({ script, args, environment }: Program): ChildProcess {
  cluster.setupPrimary({ exec: script, args, execArgv: [...process.execArgv, ...API_FLAGS] })
  const worker = cluster.fork({ ...API_ENVIRONMENT, ...environment })
  // What goes wrong is also said by the process, to its supervisor; unheard here it would end the parent.
  worker.on('error', () => {})
  return worker.process
}

export function spawnAlone({ script, args, environment }: Program): ChildProcess {
  return fork(script, args, { env: environment, execArgv: [...process.execArgv, ...WORKER_FLAGS] })
}

/** Ctrl-C under npm arrives twice, from the terminal and from npm, a moment apart: that is one wish. */
const SAME_WISH_MS = 500

/** `first` is the wish to stop, `second` the wish not to wait for it. */
export function listenForStop(): { first: Promise<void>; second: Promise<void> } {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = () => {
    firstAt ??= performance.now()
    first.resolve()
    if (performance.now() - firstAt > SAME_WISH_MS) second.resolve()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { first: first.promise, second: second.promise }
}

export interface Serving {
  address?: string
  /** Rejected when the process finds out later that it cannot serve. */
  broken?: Promise<unknown>
  close: () => Promise<void>
}

/**
 * Runs one child: serves until it is told to stop or its parent is gone, and answers the exit code. Alone in a
 * terminal it works the same. `serve` may answer `undefined` when the signal ended its start.
 */
export async function runAsChild(
  serve: (stop: AbortSignal) => Promise<Serving | undefined>,
): Promise<number> {
  const stop = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  process.once('disconnect', () => stop.abort())
  try {
    const serving = await serve(stop.signal)
    if (!serving) return 0
    tellParent({ type: 'ready', ...(serving.address && { address: serving.address }) })
    await Promise.race([stopped, serving.broken?.then(() => stopped) ?? stopped])
    await Promise.race([serving.close(), wait(CHILD_DRAIN_MS)])
    return 0
  } catch (error) {
    const sentence = await sentenceOf(error)
    if (!process.send || !sentence) throw error
    await new Promise((sent) => tellParent({ type: 'failed', sentence }, sent))
    return 1
  }
}

function tellParent(message: ChildMessage, sent: (value: unknown) => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent)
  else sent(undefined)
}

/** `undefined` when it died too often. */
function waitBeforeRestart(deaths: number[]): number | undefined {
  const now = performance.now()
  deaths.push(now)
  const recent = deaths.filter((at) => now - at < DEATHS_WITHIN_MS)
  deaths.splice(0, deaths.length, ...recent)
  return recent.length > MAX_DEATHS ? undefined : FIRST_WAIT_MS * 2 ** (recent.length - 1)
}

async function endAll(living: Set<ChildProcess>): Promise<void> {
  const gone = [...living].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of living) child.kill('SIGTERM')
  const late = setTimeout(() => {
    for (const child of living) child.kill('SIGKILL')
  }, DRAIN_MS)
  await Promise.all(gone)
  clearTimeout(late)
}
