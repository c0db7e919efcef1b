/** Reserves ports for programs that need a fixed port before they start or after a restart. */
import { createServer } from 'node:net'

/**
 * Below the range of ephemeral ports: one of those could be assigned to another test between the check here and the
 * start of the program.
 */
const FIRST = 15_000
const COUNT = 15_000
/** Each test process has a range of its own. */
const PORTS_OF_PROCESS = 32

let next = process.pid * PORTS_OF_PROCESS

/** A free port that is returned only once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}
