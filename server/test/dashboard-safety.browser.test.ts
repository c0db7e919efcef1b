/** Accounts see nothing of each other, and staff nothing of what owners manage. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { addTestProducts } from './catalog.ts'
import { afterAllTests } from './clean-up.ts'
import { TEST_TIMEOUT_MS, textsOf, visit } from './dashboard.ts'
import { addFailingReceiver } from './dashboard-views.ts'
import { needs } from './requirements.ts'
import { type ServedMarket, serveMarket } from './served-market.ts'
import { type DemoUserKey, data, signedIn } from './sessions.ts'

const options = { ...needs(BROWSER), timeout: TEST_TIMEOUT_MS }
const open = () => serveMarket({ cleanUp: afterAll, isTicking: true, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const OF_OPERATOR = [
  'Pending',
  'Orders',
  'Brands',
  'Retailers',
  'Discounts',
  'Endpoints',
  'Deprecations',
  'Jobs',
  'Support',
  'Audit',
  'Health',
  'Settings',
]

describe('accounts', options, () => {
  let shop: ServedMarket
  let browser: Browser
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    shop = await open()
    browser = await openBrowser(cleanUp)
  })

  const deviceOf = (as: DemoUserKey) => `Mozilla/5.0 (${as})`

  /** The order that the brand was paid for last. */
  async function newestPayout(owner: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
    const { body } = await owner.send('GET', '/api/v1/brands/payouts')
    return body.data[0].attributes.transfers[0].source.reference
  }

  /** Gives a brand one of everything that pages show, and returns the texts by which each is known, by page. */
  async function fillBrand(as: DemoUserKey, brandId: string, applicationId: string) {
    const owner = await signedIn(shop, as)
    const email = `invited@${as}.test`
    const invited = { email, firstName: 'Robin', lastName: `Of ${as}`, role: 'staff' }
    await owner.send('POST', '/api/v1/users', { body: data('users', invited) })
    const order = await owner.send('POST', '/api/testing/orders/create', { body: {} })
    const contact = `books@${as}.test`
    await owner.send('POST', '/api/v1/brands/brand-contacts', {
      body: data('brand-contacts', { email: contact, purposes: ['finance'] }),
    })
    const profile = (await owner.send('GET', '/api/v1/brands/me')).body.data.attributes.link
    const receiver = `https://${as}.test/hooks`
    await addFailingReceiver(shop, { url: receiver, brandId, applicationId })
    await addTestProducts(shop.platform, brandId, [{ name: `Goods of ${as}` }])
    const { attributes } = (await owner.send('GET', '/api/integrations/v1/applications')).body.data[0]
    const session = (await owner.send('GET', '/api/v1/sessions/current')).body.data.attributes
    return {
      '/orders': String(order.body.data.attributes.reference),
      '/money': await newestPayout(owner),
      '/catalog': `Goods of ${as}`,
      '/integrations/apps': attributes.clientId as string,
      '/settings/account': session.account.name as string,
      '/settings/sessions': deviceOf(as),
      '/settings/users': email,
      '/settings/profile': profile as string,
      '/settings/contacts': contact,
      '/settings/audit': contact,
      receiver,
    }
  }
  type Filled = Awaited<ReturnType<typeof fillBrand>>

  /** Everything that an owner of a brand can open. */
  async function readAll(as: DemoUserKey, { receiver, ...byPath }: Filled): Promise<string> {
    const { page } = await visit(shop, { browser, as, context: { userAgent: deviceOf(as) } })
    const texts: string[] = []
    const keep = async (text: string) => {
      await page.getByText(text).first().waitFor()
      texts.push(await textsOf(page))
    }
    for (const [path, text] of Object.entries(byPath)) {
      await page.goto(`/dashboard${path}`)
      await keep(text)
    }
    for (const [button, text] of [
      [/^Recent failures: 1/, receiver],
      [/^Mails 1/, byPath['/settings/users']],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await keep(text)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    return texts.join('\n')
  }

  test('two brands see everything of their own, and nothing of each other', async () => {
    const ours = await fillBrand('alder-wick', DEMO.brandId, DEMO.applicationId)
    const theirs = await fillBrand('northlight-ceramics', DEMO.otherBrandId, DEMO.otherApplicationId)
    const weSee = await readAll('alder-wick', ours)
    const theySee = await readAll('northlight-ceramics', theirs)
    expect(Object.values(theirs).filter((text) => weSee.includes(text))).toEqual([])
    expect(Object.values(ours).filter((text) => theySee.includes(text))).toEqual([])
  })

  test("another brand's app opens no dialog, and the API refuses it", async () => {
    const { page } = await visit(shop, {
      browser,
      as: 'alder-wick',
      path: `/dashboard/integrations/apps?dialog=revoke&app=${DEMO.otherApplicationId}`,
    })
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const owner = await signedIn(shop, 'alder-wick')
    const answer = await owner.send(
      'POST',
      `/api/integrations/v1/applications/${DEMO.otherApplicationId}/-actions/revoke`,
    )
    expect([403, 404]).toContain(answer.status)
  })

  test('staff find the pages of owners nowhere, and the API refuses what these do', async () => {
    const { page, complaints } = await visit(shop, {
      browser,
      as: 'alder-wick-staff',
      path: '/dashboard/settings',
    })
    await page.getByLabel('First name').waitFor()
    const linksOf = (name: string) =>
      page.getByRole('navigation', { name }).getByRole('link').allTextContents()
    // The number beside a page is that of what waits there.
    const withoutNumbers = (await linksOf('Main')).map((text) => text.replace(/\d+$/, ''))
    const main = ['Home', 'Orders', 'Labels', 'Catalog', 'Imports', 'Money', 'Integrations', 'Settings']
    expect(withoutNumbers).toEqual(main)
    expect(await linksOf('Your settings')).toEqual(['Your account', 'Second factor', 'Sessions'])
    const ofBrand = ['Profile', 'Shipping', 'Free shipping', 'Contacts', 'Retailers']
    expect(await linksOf('Settings of Alder & Wick')).toEqual(ofBrand)
    await page.keyboard.press('Control+k')
    for (const name of ['Users', 'Private App']) {
      await page.getByLabel('Search orders, retailers, products, pages and actions').fill(name)
      await page.getByText('Nothing found.').waitFor()
    }
    for (const path of [
      'settings/users',
      'settings/audit',
      'integrations/apps',
      'integrations/apps?dialog=create',
    ]) {
      await page.goto(`/dashboard/${path}`)
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect(complaints).toEqual([])

    const [staff, owner] = [await signedIn(shop, 'alder-wick-staff'), await signedIn(shop, 'alder-wick')]
    const app = `/api/integrations/v1/applications/${DEMO.applicationId}`
    const user = `/api/v1/users/${(await owner.send('GET', '/api/v1/users/current')).body.data.id}`
    for (const [method, url] of [
      ['GET', '/api/v1/users'],
      ['POST', '/api/v1/users'],
      ['DELETE', user],
      ['POST', `${user}/-actions/suspend`],
      ['POST', `${user}/-actions/change-role`],
      ['GET', '/api/integrations/v1/applications'],
      ['POST', '/api/integrations/v1/applications'],
      ['POST', `${app}/-actions/rotate-secret`],
      ['POST', `${app}/-actions/revoke`],
    ] as const) {
      const { status, body } = await staff.send(method, url)
      expect([method, url, status, body.errors[0].code]).toEqual([method, url, 403, 'role_required'])
    }
    expect((await owner.send('GET', '/api/v1/users')).status).toBe(200)
    expect((await owner.send('GET', '/api/integrations/v1/applications')).status).toBe(200)
  })

  test.each([
    ['harbour-lane', ['Purchases', 'Settings']],
    ['operator', OF_OPERATOR],
  ] as const)('%s has no Private Apps of a brand', async (as, pages) => {
    const { page } = await visit(shop, { browser, as, path: '/dashboard/integrations/apps' })
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor()
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    // Without the number of what waits there.
    const titles = (await links.allTextContents()).map((title) => title.replace(/\d+$/, ''))
    expect(titles).toEqual(pages)
  })
})

describe('the content security policy', options, () => {
  test('stops what markup would do, should it ever get into a page', async () => {
    const shop = await serveMarket({ isTicking: true })
    const { page } = await visit(shop, { browser: await openBrowser(), as: null })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const stopped = await page.evaluate(`new Promise((done) => {
      const found = new Set()
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        found.add(effectiveDirective)
        if (found.size === 4) done([...found].sort())
      })
      document.body.insertAdjacentHTML('beforeend',
        '<img src="https://elsewhere.test/x.png" onerror="document.ran = true"><b style="color: red">b</b>')
      document.body.append(Object.assign(document.createElement('script'), { text: 'document.ran = true' }))
    })`)
    expect(stopped).toEqual(['img-src', 'script-src-attr', 'script-src-elem', 'style-src-attr'])
    expect(await page.evaluate('document.ran')).toBeUndefined()
  })
})
