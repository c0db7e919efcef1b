/** Serves the minimal handlers of all reads. */
import { readConfig } from '../src/config.ts'
import { runAsChild } from '../src/processes/supervisor.ts'
import { buildMinimalApp } from './minimal.ts'

const { databaseUrl = '', databasePool } = readConfig(process.env)
process.exit(await runAsChild(serveMinimal))

async function serveMinimal() {
  const app = buildMinimalApp(databaseUrl, databasePool)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { address, close: () => app.close() }
}
