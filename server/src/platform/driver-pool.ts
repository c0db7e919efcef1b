/**
 * A pool of the driver's connections that is replaced as a whole when one of them is lost.
 *
 * The driver would go on with the rest, but not safely: a statement that it gives to a connection in the moment of its
 * end leaves that connection mute for ever, what waits for a free one waits without a bound, and a transaction whose
 * connection is lost takes the process with it. A new pool knows nothing of all that and costs a few connections.
 */
import { Socket } from 'node:net'
import type postgres from 'postgres'

export type Driver = postgres.Sql<{ bigint: number }>

export interface Pool {
  /** The driver as it is now. Another one in its place means that the connections of the first are gone. */
  readonly driver: Driver
  readonly lines: ReadonlySet<Line>
  /** Gives the connections up. Those that are still good may finish what they do, unless it is at once. */
  replace(how?: { atOnce: boolean }): void
  end(how?: { timeout?: number }): Promise<void>
}

/** Then the old pool is gone with everything in it. */
const GRACE_SECONDS = 1

/** Asked by the driver for each connection. */
export type DialLine = (address: Address) => Line

export function openPool(openDriver: (dial: DialLine) => Driver): Pool {
  let ending = false
  let current = open()

  function open(): { driver: Driver; lines: Set<Line> } {
    const lines = new Set<Line>()
    let attempts = 0
    const dial = (address: Address) => {
      const line = new Line(() => {
        lines.delete(line)
        if (lines === current.lines) replace()
      })
      lines.add(line)
      return line.dial(address, attempts++)
    }
    return { driver: openDriver(dial), lines }
  }

  function replace({ atOnce } = { atOnce: false }): void {
    if (ending) return
    const { driver, lines } = current
    current = open()
    void close(driver, lines, { timeout: atOnce ? 0 : GRACE_SECONDS })
  }

  return {
    get driver() {
      return current.driver
    },
    get lines() {
      return current.lines
    },
    replace,
    end(how) {
      ending = true
      return close(current.driver, current.lines, how)
    },
  }
}

async function close(driver: Driver, lines: Set<Line>, how?: { timeout?: number }): Promise<void> {
  await driver.end(how)
  // The driver only says goodbye, which a server that hangs does not hear.
  for (const line of lines) line.destroy()
}

interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

/** A connection's socket, which knows for how many looks at it the other side has been silent. */
export class Line extends Socket {
  host = ''
  port = 0
  /** Looks since the last byte came. */
  quiet = 0
  /** Looks since something was sent to which no byte came back. */
  unanswered = 0
  #heard = 0
  #said = 0
  readonly #onEnd: () => void

  constructor(onEnd: () => void) {
    super()
    this.#onEnd = onEnd
  }

  dial({ host, port, path }: Address, attempt: number): this {
    // The driver checks certificates against these, and rotates hosts like this when it dials itself.
    this.host = host[attempt % host.length] ?? ''
    this.port = port[attempt % port.length] ?? 0
    // The driver begins to listen after this turn; a failure before that would go unheard.
    setImmediate(() => {
      if (this.destroyed) return
      if (path) this.connect(path)
      else this.connect(this.port, this.host)
    })
    return this
  }

  look(): void {
    const heard = this.bytesRead !== this.#heard
    const said = this.bytesWritten !== this.#said
    this.#heard = this.bytesRead
    this.#said = this.bytesWritten
    this.quiet = heard ? 0 : this.quiet + 1
    this.unanswered = !heard && (said || this.unanswered > 0) ? this.unanswered + 1 : 0
  }

  /** Before anybody hears of the end: what is sent from now on must not go to the pool of this line. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#onEnd()
    super._destroy(error, callback)
  }
}
