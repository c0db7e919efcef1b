/**
 * The PostgreSQL of a run: the embedded binaries in a folder of its own, for servers to which it is an external database.
 * When it ends without having been stopped, it is started again, as an operator's service manager does.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../src/platform/embedded/embedded-database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/embedded/socket.ts'
import { processTree, signalAll } from '../../test/stopped.ts'

/** While the disk is full it cannot start. */
const RESTART_MS = 1_000

export class Postgres {
  readonly #dataDir: string
  readonly #say: (line: string) => void
  #running: EmbeddedDatabase | undefined
  #starting: Promise<void> | undefined
  #isWanted = false
  #frozen: number[] = []

  constructor(dataDir: string, say: (line: string) => void) {
    this.#dataDir = dataDir
    this.#say = say
  }

  /** Each process of the server has a role, so that its sessions can be told apart. */
  urlOf(role: string): string {
    const url = new URL(embeddedDatabaseUrl(this.#dataDir))
    url.username = role
    return url.href
  }

  /** Fulfilled when it accepts connections. */
  start(): Promise<void> {
    this.#isWanted = true
    this.#starting ??= this.#startUntilItRuns().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async stop({ immediate }: { immediate: boolean }): Promise<void> {
    this.#isWanted = false
    await this.#starting
    await this.#running?.stop({ immediate })
    this.#running = undefined
  }

  /** The first process. */
  get pid(): number {
    return Number(readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  async freeze(): Promise<void> {
    this.#frozen = await processTree(this.pid)
    signalAll(this.#frozen, 'SIGSTOP')
  }

  thaw(): void {
    signalAll(this.#frozen.splice(0), 'SIGCONT')
  }

  async #startUntilItRuns(): Promise<void> {
    while (this.#isWanted && !this.#running) {
      try {
        const running = await startEmbeddedDatabase({ dataDir: this.#dataDir, log: { info: () => {} } })
        this.#running = running
        void running.died.then((why) => this.#onDied(why))
      } catch (error) {
        this.#say(`PostgreSQL does not start: ${(error as Error).message}`)
        await wait(RESTART_MS)
      }
    }
  }

  #onDied(why: string): void {
    this.#running = undefined
    if (!this.#isWanted) return
    this.#say(why)
    void this.start()
  }
}
