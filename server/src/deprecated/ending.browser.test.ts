import { afterAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { BROWSER } from '../../test/browser-server.ts'
import { TEST_TIMEOUT_MS, visit } from '../../test/dashboard.ts'
import { needs } from '../../test/requirements.ts'
import { serveMarket } from '../../test/served-market.ts'
import { END } from '../modules/ended/groups.ts'

describe('the page of deprecations', { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }, () => {
  test('shows which apps call operations with an end, and when they end', async () => {
    const shop = await serveMarket({ cleanUp: afterAll })
    const operation = shop.http.operations.find(
      ({ deprecated, method, access, params }) =>
        deprecated?.ends && method === 'GET' && access === 'brand' && !params,
    )
    await shop.send('GET', operation?.path ?? '')
    const { page, read } = await visit(shop, {
      browser: await openBrowser(),
      as: 'alder-wick',
      path: '/dashboard/integrations/deprecations',
    })
    const calls = page.getByRole('table', { name: 'Deprecations' })
    const row = calls.getByRole('row', { name: `GET ${operation?.path}` })
    await row.getByRole('cell', { name: /^1 Dec 2026/ }).waitFor()
    const { data } = await read('/api/integrations/v1/deprecated-calls')
    expect(data).toHaveLength(1)
    expect(data[0].attributes).toMatchObject({
      endsAt: END.toISOString().replace('.000Z', '.000000Z'),
      calls: 1,
    })
  })
})
