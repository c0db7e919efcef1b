/** Upgrades without downtime: the API of the previous version runs on the schema of this one. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, demoCredentials, demoTemplate } from './database.ts'
import { freePort } from './ports.ts'
import { checkOutPrevious, GIT_HISTORY, previousCommit } from './previous-version.ts'
import { runScript } from './programs.ts'
import { needs } from './requirements.ts'
import { until } from './time.ts'

const JSON_API = 'application/vnd.api+json'

test('the previous version serves requests on the schema of this version', needs(GIT_HISTORY), async () => {
  const folder = checkOutPrevious(previousCommit as string)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const databaseUrl = await createTestDatabase(onTestFinished, demoTemplate)
  const base = `http://127.0.0.1:${await freePort()}`
  const server = runScript(join(folder, 'server/src/main.ts'), ['api'], {
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_DATA_DIR: join(folder, 'data'),
    TRADEHALL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    TRADEHALL_PORT: new URL(base).port,
    TRADEHALL_LOG_LEVEL: 'warn',
  })
  const isUp = async () => (await fetch(`${base}/health/live`).catch(() => undefined))?.status === 200
  await until(isUp, () => server.errors() + server.output())

  const { clientId, clientSecret, applicationId } = demoCredentials
  const granted = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: '*',
    }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }

  /** Returns the `data` of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: the test reads arbitrary members of the response.
  async function send(method: string, path: string, data?: unknown): Promise<any> {
    const response = await fetch(`${base}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: JSON_API,
        ...(data !== undefined && { 'content-type': JSON_API }),
      },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text).data
  }

  const orders = await send('GET', 'orders?page[limit]=50&include=retailer,orderItems')
  const pending = orders.find(
    ({ attributes }: { attributes: { status: string } }) => attributes.status === 'ankor_confirmed',
  )
  expect((await send('GET', `orders/${pending.id}`)).id).toBe(pending.id)
  const accepted = await send('POST', `orders/${pending.id}/-actions/transition`, { type: 'brand-validates' })
  expect(accepted.attributes.status).toBe('brand_confirmed')

  const [product] = await send('GET', 'products?include=productVariant&page[limit]=1')
  expect((await send('GET', `products/${product.id}`)).id).toBe(product.id)
  const [variant] = await send('GET', 'product-variants?filter[archived]=false&page[limit]=1')
  const stocked = await send('PATCH', `product-variants/${variant.id}/stock`, {
    ...{ type: 'product-variants', id: variant.id, attributes: { stockQuantity: 123 } },
  })
  expect(stocked.attributes.stockQuantity).toBe(123)

  const subscription = await send('POST', 'webhook-subscriptions', {
    type: 'webhook-subscriptions',
    attributes: { url: `${base}/`, events: ['order.brand_created'] },
    relationships: { application: { data: { type: 'applications', id: applicationId } } },
  })
  expect((await send('GET', 'webhook-subscriptions')).map(({ id }: { id: string }) => id)).toContain(
    subscription.id,
  )

  const readiness = await fetch(`${base}/health/ready`)
  // No worker runs.
  expect(await readiness.json()).toMatchObject({
    checks: { database: 'ok', migrations: 'ok', writes: 'ok' },
  })
})
