/** The framework alone: one route with a constant response and no plugins. */
import { fastify } from 'fastify'
import { runAsChild } from '../src/processes/supervisor.ts'

process.exit(await runAsChild(serveNothing))

async function serveNothing() {
  const app = fastify()
  app.get('/', async () => 'nothing')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { address, close: () => app.close() }
}
