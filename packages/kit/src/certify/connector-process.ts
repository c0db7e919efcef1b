/** The connector as a process: started with its credentials, observed, and ended with everything that it has started. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessEnd } from './evidence.ts'
import { type GroupOptions, type ProcessGroup, startGroup } from './process-group.ts'

/** The end of its output, which is enough to see why it failed. */
const MAX_OUTPUT = 8192
const STOP_MS = 10_000

export interface ProcessOptions extends GroupOptions {
  command: string
  /** Values that are replaced in the output. */
  secrets: readonly string[]
  /** Milliseconds since the recording began. */
  now: () => number
}

export class ConnectorProcess {
  readonly ends: ProcessEnd[] = []
  #output = ''
  #group: ProcessGroup | undefined
  /** Resolves when it and all that it has started have ended, because these share its output. */
  #closed: Promise<unknown> = Promise.resolve()
  #isWanted = false
  readonly #options: ProcessOptions

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    const child = this.#group?.child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** The end of what it has printed, without secrets. */
  get output(): string {
    return this.#options.secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), this.#output)
  }

  /** `changes` to its environment are for this start alone. */
  start(changes: Readonly<Record<string, string>> = {}): void {
    const { command, folder, environment } = this.#options
    this.#isWanted = false
    const group = startGroup(command, { folder, environment: { ...environment, ...changes } })
    const { child } = group
    this.#group = group
    this.#closed = new Promise((resolve) => child.once('close', resolve))
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-MAX_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)))
    child.on('exit', (code, signal) => {
      this.ends.push({ code, signal, atMs: this.#options.now(), isWanted: this.#isWanted })
      // Ends child processes of a connector that has crashed.
      if (!this.#isWanted) group.signal('SIGKILL')
    })
  }

  /** Asks it to stop, and ends it if it does not within ten seconds. Returns whether it stopped by itself. */
  async stop(): Promise<boolean> {
    if (!this.isRunning) return true
    this.#isWanted = true
    this.#group?.signal('SIGTERM')
    const hasStopped = await this.#hasEndedWithin(STOP_MS)
    // Also ends child processes of a connector that has stopped.
    this.#group?.signal('SIGKILL')
    if (!hasStopped) await this.#hasEndedWithin(STOP_MS)
    return hasStopped
  }

  /** Kills it without notice, as a power cut does. */
  async kill(): Promise<void> {
    if (!this.isRunning) return
    this.#isWanted = true
    this.#group?.signal('SIGKILL')
    await this.#hasEndedWithin(STOP_MS)
  }

  /** Waits for the whole group: a shell or npm ends before the connector, which still has its port then. */
  async #hasEndedWithin(ms: number): Promise<boolean> {
    const ended = new AbortController()
    const wait = pause(ms, false, { signal: ended.signal }).catch(() => true)
    const hasEnded = await Promise.race([this.#closed.then(() => true), wait])
    ended.abort()
    return hasEnded
  }
}
