/** The client library while the API process is killed and started again: nothing is added twice, and nothing is missing. */

import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@tradehall/client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { market } from './market.ts'
import { freePort } from './ports.ts'
import { type Program, runProgram } from './programs.ts'
import { until } from './time.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const ELAPSED = { now: () => performance.now(), random: () => 0 }

/** As many as three requests take. */
const PRODUCTS = 2100

test('an import goes on after kill -9 in the middle of a request', async () => {
  const port = await freePort()
  const start = () =>
    runProgram(['api'], {
      TRADEHALL_DATABASE_URL: shop.databaseUrl,
      TRADEHALL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRADEHALL_PORT: String(port),
      TRADEHALL_PROCESSES: '1',
      TRADEHALL_LOG_LEVEL: 'warn',
    })
  let server: Program = start()
  let uploads = 0
  const { clientId, clientSecret } = shop.credentials
  const baseUrl = `http://127.0.0.1:${port}`
  const isUp = async () => (await fetch(`${baseUrl}/health/live`).catch(() => undefined))?.status === 200
  const client = createClient({
    baseUrl,
    // How long a server takes to start depends on the machine, so a backoff lasts until it has.
    clock: { ...ELAPSED, sleep: () => until(isUp, () => server.errors()) },
    clientId,
    clientSecret,
    fetch(input, init) {
      const response = fetch(input, init)
      if (String(input).endsWith('/products') && ++uploads === 2) {
        server.process.kill('SIGKILL')
        server = start()
      }
      return response
    },
  })
  await until(isUp, () => server.errors())
  let isRunning = true
  onTestFinished(() => {
    isRunning = false
  })
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    id: `k${i}`,
    attributes: { external_id: `k${i}` },
  }))
  const imported = client.imports.run(products).finally(() => {
    isRunning = false
  })
  imported.catch(() => {})
  while (isRunning) await Promise.race([shop.runJobs().then(() => wait(20)), imported.catch(() => undefined)])
  const { operation, results } = await imported
  expect(operation.attributes.totalProductsCount).toBe(PRODUCTS)
  const ids = (await results.toArray()).map(({ attributes }) => attributes.externalProductId)
  expect(ids).toEqual(products.map(({ id }) => id))
})
