/** Listens for notifications on a connection of its own, which it opens again whenever it is lost. */
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { pauseMs } from './pool.ts'
import { quoted } from './query.ts'
import type { Ways } from './settings.ts'

interface Listening {
  channel: string
  onNotify: (payload: string) => void
  onListen: () => void
}

export class Listener {
  readonly #ways: Ways
  readonly #all = new Set<Listening>()
  #connection: Promise<Connection> | undefined
  #attempts = 0
  #isEnding = false

  constructor(ways: Ways) {
    this.#ways = ways
  }

  /** `onListen` is called whenever it has begun to listen: what was notified before that went unheard. */
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
        await (await this.#connection)?.script(`unlisten ${quoted(channel)}`)
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
    const way = this.#ways[this.#attempts++ % this.#ways.length] as Ways[0]
    let isOpen = false
    const connection = new Connection(way, new WeakMap(), () => isOpen && void this.#repair())
    await connection.open()
    connection.onNotification((channel, payload) => {
      for (const one of this.#all) if (one.channel === channel) one.onNotify(payload)
    })
    await listenOn(connection, this.#all)
    isOpen = true
    return connection
  }

  /** Nobody waits for it. */
  async #repair(): Promise<void> {
    this.#connection = undefined
    for (let failures = 0; !this.#isEnding; failures++) {
      await wait(pauseMs(failures), undefined, { ref: false })
      if (this.#isEnding) return
      if (await this.#connected().then(Boolean, () => false)) return
    }
  }
}

async function listenOn(connection: Connection, all: Iterable<Listening>): Promise<void> {
  for (const { channel, onListen } of all) {
    await connection.script(`listen ${quoted(channel)}`)
    onListen()
  }
}
