/** Ports for programs that have to be told theirs before they start, or have to find it again. */
import { createServer } from 'node:net'

/**
 * Below those that systems give to whoever asks for any port: of these another test would get one by chance, after it was
 * found free here and before the program has it.
 */
const FIRST = 15_000
const COUNT = 15_000
/** Of its own for each process that runs tests. */
const PORTS_OF_PROCESS = 32

let next = process.pid * PORTS_OF_PROCESS

/** One that nobody has, and that is given once. */
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
