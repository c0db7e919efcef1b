/** API processes and a worker that run until the next saved file, which starts them again with the code as it is then. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { type ChildRole, type SupervisorOptions, superviseProcesses } from '../../src/processes/supervisor.ts'
import type { Begin } from './process.ts'

export interface RestartableServer {
  /** Fulfilled when it serves or has failed, or with undefined when another restart has taken over. */
  restart(saved: string[]): Promise<{ failure: string | undefined } | undefined>
  /** Waits for a start. Fulfilled with an error message when the processes do not run. */
  serving(): Promise<string | undefined>
  /** Changes with each restart. */
  run(): unknown
  stop(): Promise<void>
}

interface ServerOptions extends SupervisorOptions {
  /** Brings the database up to date, if it has to be. */
  prepare(): Promise<void>
  /** Told when a process ends that was serving. */
  onCrash(sentence: string): void
}

/** Most requests end in time; nobody waits for the others. */
const STOP_WITHIN_MS = 500

export function restartableServer(roles: ChildRole[], options: ServerOptions): RestartableServer {
  const ahead = roles.map(startAhead)
  const nothing = (failure?: string): Run => ({ serving: async () => failure, stop: async () => {} })
  let running = Promise.resolve(nothing())

  const next = async (before: Promise<Run>): Promise<Run> => {
    await (await before).stop()
    try {
      await options.prepare()
    } catch (error) {
      return nothing((error as Error).message)
    }
    return startProcesses(ahead, options)
  }
  return {
    async restart(saved) {
      for (const role of ahead) role.note(saved)
      const own = next(running)
      running = own
      const failure = await (await own).serving()
      if (running !== own) return undefined
      // What has failed would fail again.
      if (failure === undefined) for (const role of ahead) role.refill()
      return { failure }
    },
    async serving() {
      for (;;) {
        const asked = running
        const failure = await (await asked).serving()
        if (asked === running) return failure
      }
    },
    run: () => running,
    async stop() {
      const last = running
      running = Promise.resolve(nothing())
      await (await last).stop()
      for (const role of ahead) role.discard()
    },
  }
}

interface Run {
  serving(): Promise<string | undefined>
  stop(): Promise<void>
}

function startProcesses(roles: ChildRole[], { log, stopDelayMs, onCrash }: ServerOptions): Run {
  const crashed = Promise.withResolvers<string>()
  let isReady = false
  let isOver = false
  const watched = roles.map((role) => ({
    ...role,
    spawn() {
      const child = role.spawn()
      child.once('exit', (code, signal) => {
        if (isOver) return
        // The others would run without it, and the same code would crash again.
        isOver = true
        tree.kill()
        const sentence = `The ${role.name} exited with ${signal ?? `code ${code}`}.`
        crashed.resolve(sentence)
        if (isReady) onCrash(sentence)
      })
      return child
    },
  }))
  const tree = superviseProcesses(watched, { log, stopDelayMs })
  const failed = Promise.race([tree.failed, crashed.promise])
  const ready = tree.ready.then(() => {
    isReady = true
    return undefined
  })
  return {
    serving: () => Promise.race([failed, ready]),
    async stop() {
      isOver = true
      crashed.resolve('It was stopped.')
      await Promise.race([tree.drain(), wait(STOP_WITHIN_MS, undefined, { ref: false })])
      tree.kill()
    },
  }
}

interface RoleAhead extends ChildRole {
  /** Takes down what the processes that wait have loaded before it was saved. */
  note(saved: string[]): void
  refill(): void
  discard(): void
}

/** `spawn` takes a process that was started ahead, if there is one, and tells it to begin. */
function startAhead(role: ChildRole): RoleAhead {
  let waiting: ChildProcess[] = []
  let changed: string[] = []
  const start = () => role.spawn().on('error', () => {})
  return {
    ...role,
    note(saved) {
      changed.push(...saved)
    },
    spawn() {
      const ahead = waiting.pop()
      const isThere = ahead?.connected
      const child = isThere ? ahead : start()
      child.send({ saved: isThere ? changed : [] } satisfies Begin)
      return child
    },
    refill() {
      waiting = Array.from({ length: role.count }, start)
      changed = []
    },
    discard() {
      for (const child of waiting) child.kill('SIGKILL')
    },
  }
}
