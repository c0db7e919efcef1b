/** Receives notifications (`LISTEN`) on a dedicated connection, and reconnects when that is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Connection } from './connection.ts'
import { KnownStatements } from './known-statements.ts'
import { reconnectDelayMs } from './pool.ts'
import { quoteIdentifier } from './query.ts'

interface Subscription {
  channel: string
  onNotify: (payload: string) => void
  onListen: () => void
}

export class Listener {
  readonly #newClient: () => Promise<pg.Client>
  readonly #all = new Set<Subscription>()
  #connection: Promise<Connection> | undefined
  #isEnding = false

  constructor(newClient: () => Promise<pg.Client>) {
    this.#newClient = newClient
  }

  /** `onListen` is called after each (re)connection, because notifications sent before that were missed. */
  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ): Promise<{ unlisten(): Promise<void> }> {
    const one = { channel, onNotify, onListen }
    this.#all.add(one)
    try {
      const isNew = this.#connection === undefined
      const connection = await this.#connected()
      if (!isNew) await listenOn(connection, [one])
    } catch (error) {
      this.#all.delete(one)
      throw error
    }
    return {
      unlisten: async () => {
        this.#all.delete(one)
        if ([...this.#all].some((other) => other.channel === channel)) return
        await (await this.#connection)?.script(`unlisten ${quoteIdentifier(channel)}`)
      },
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.close()
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#open().catch((error) => {
      this.#connection = undefined
      throw error
    })
    return this.#connection
  }

  async #open(): Promise<Connection> {
    let isOpen = false
    const connection = new Connection(
      await this.#newClient(),
      new KnownStatements(),
      () => isOpen && void this.#reconnect(),
    )
    await connection.open()
    connection.onNotification((channel, payload) => {
      for (const one of this.#all) if (one.channel === channel) one.onNotify(payload)
    })
    try {
      await listenOn(connection, this.#all)
    } catch (error) {
      // Nothing else closes it, and every failed attempt would leave a connection open.
      connection.lose(error as Error)
      throw error
    }
    isOpen = true
    return connection
  }

  /** Reconnects in the background with backoff. */
  async #reconnect(): Promise<void> {
    this.#connection = undefined
    for (let failures = 0; !this.#isEnding; failures++) {
      await wait(reconnectDelayMs(failures), undefined, { ref: false })
      if (this.#isEnding) return
      if (await this.#connected().then(Boolean, () => false)) return
    }
  }
}

async function listenOn(connection: Connection, all: Iterable<Subscription>): Promise<void> {
  for (const { channel, onListen } of all) {
    await connection.script(`listen ${quoteIdentifier(channel)}`)
    onListen()
  }
}
