/** What support sessions may call, for every operation of the server. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import type { Browser } from '../../../test/sessions.ts'
import { supporting } from '../../../test/support.ts'
import type { Operation } from '../operation.ts'
import { rolesOf, supportUseOf } from './checks.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const operations = shop.http.operations.filter(({ access }) => access !== 'public')
const idsOf = (wanted: (operation: Operation) => boolean) =>
  operations
    .filter(wanted)
    .map(({ id }) => id)
    .toSorted()

/** The daily work of a brand. A new write is refused, until it declares `support` and is listed here. */
const WRITES = [
  'addIntegrationProducts',
  'cancelIntegrationOperation',
  'confirmShippingQuote',
  'createBillingExport',
  'createErrorReport',
  'createIntegrationOperation',
  'createShippingQuotes',
  'deleteIntegrationProducts',
  'fetchPicture',
  'markOrderLabels',
  'pauseWebhookSubscription',
  'redeliverAllFailedWebhooks',
  'redeliverFailedWebhooks',
  'redeliverWebhook',
  'resumeWebhookSubscription',
  'saveFrancoSettings',
  'schedulePickup',
  'startIntegrationOperation',
  'testWebhookSubscription',
  'transitionOrder',
  'updateBrandRetailer',
  'updateMasterOrder',
  'updateProductPictures',
  'updateProductVariantPrices',
  'updateProductVariantStock',
  'updateShippingSettings',
  'updateStockInBulk',
  'updateStockStates',
  'updateStockStatesAtShortPath',
  'uploadPicture',
]
/** Operations that only compute a result, and those that end the support session itself. */
const HARMLESS = [
  'checkFulfillmentFeasibility',
  'countFulfillmentCosts',
  'endSession',
  'previewTransitionOfOrder',
  'signOut',
]
/** Reads that the staff of a brand may do and a support session may not: users, credentials and links in mails. */
const UNREADABLE = [
  'getCurrentUser',
  'getSecondFactor',
  'getUserConfig',
  'listApplications',
  'listDevices',
  'listMails',
  'listOwnDeprecatedCalls',
  'listPasskeys',
  'listSessions',
]
/** Operations that would end the support session of the test; the tests of sessions call them. */
const ENDINGS = new Set(['endSession', 'signOut'])

test('the allowed writes are these and no others', () => {
  expect(idsOf((operation) => supportUseOf(operation) === 'write')).toEqual(WRITES)
  expect(idsOf((operation) => operation.method !== 'GET' && supportUseOf(operation) === 'read')).toEqual(
    HARMLESS,
  )
})

test('a support session may read what staff may read, except for the listed operations', () => {
  const isOfStaff = (operation: Operation) =>
    operation.method === 'GET' &&
    operation.access !== 'retailer' &&
    (rolesOf(operation) ?? []).includes('staff')
  expect(idsOf((operation) => isOfStaff(operation) && supportUseOf(operation) !== 'read')).toEqual(UNREADABLE)
  expect(
    idsOf(
      (operation) =>
        !isOfStaff(operation) && operation.method === 'GET' && supportUseOf(operation) !== 'never',
    ),
  ).toEqual([])
})

async function codeOf(page: Browser, { method, path, params = {}, slugs = {} }: Operation) {
  const names = [...Object.keys(params), ...Object.keys(slugs)]
  const url = names.reduce(
    (url, name) => url.replace(`{${name}}`, name in slugs ? 'marketplace' : randomUUID()),
    path,
  )
  const { status, body } = await page.send(method, url)
  return { status, code: body?.errors?.[0]?.code }
}

test.for(['read-only', 'read-write'] as const)(
  'a session that is %s gets exactly this access from every operation',
  async (access) => {
    const page = await supporting(shop, access)
    for (const operation of operations) {
      if (ENDINGS.has(operation.id)) continue
      const use = supportUseOf(operation)
      const { status, code } = await codeOf(page, operation)
      const seen = `${operation.id}: ${status} ${code}`
      if (use === 'never')
        expect({ status, code }, seen).toEqual({ status: 403, code: 'support_session_refused' })
      else if (use === 'write' && access === 'read-only')
        expect({ status, code }, seen).toEqual({ status: 403, code: 'support_session_read_only' })
      else {
        expect(code ?? '', seen).not.toMatch(/^support_session/)
        expect([401, 500], seen).not.toContain(status)
      }
    }
    expect((await page.send('GET', '/api/v1/sessions/current')).status).toBe(200)
  },
)

test('after its hour a support session can only be read and ended', async () => {
  const page = await supporting(shop, 'read-write')
  await shop.platform.db`
    update identity.support_sessions set started_at = now() - interval '2 hours', ends_at = now() - interval '1 second'
    where ended_at is null`
  for (const operation of operations) {
    if (ENDINGS.has(operation.id)) continue
    const { status, code } = await codeOf(page, operation)
    const seen = `${operation.id}: ${status} ${code}`
    if (operation.id === 'getCurrentSession') expect(status, seen).toBe(200)
    else if (operation.states?.includes('support-ended')) expect(status, seen).toBe(403)
    else expect({ status, code }, seen).toEqual({ status: 401, code: 'support_session_ended' })
  }
})

test('the reference says what a support session may call', async () => {
  const { body } = await shop.send('GET', '/openapi.json')
  const described = Object.values(body.paths as Record<string, Record<string, Record<string, unknown>>>)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-tradehall-support-session'] === 'write')
    .map(({ operationId }) => operationId)
  expect(described.toSorted()).toEqual(WRITES)
})
