import { createServer } from 'node:net'
import { StartRefused } from '@tradehall/kit/failures'
import type { Config } from '../config.ts'

/**
 * Resolves port 0 once, so that a restarted child listens on the same port, and detects a port that is in use before
 * anything is written.
 */
export async function choosePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartRefused(
          `The API cannot listen on ${host}:${port} (${error.code}); set TRADEHALL_PORT or TRADEHALL_HOST.`,
          { cause: error },
        ),
      )
    })
    probe.listen({ host, port }, () => {
      const chosen = (probe.address() as { port: number }).port
      probe.close(() => resolve(chosen))
    })
  })
}
