/**
 * Everything that the dashboard can show: its pages, and what opens on top of them. The test of accessibility, the test of
 * markup and the pictures share this list.
 */
import { JSON_API } from '@tradehall/jsonapi'
import type { Page } from 'playwright-core'
import { DEMO } from '../src/modules/identity/index.ts'
import { dialog, type Given, heading, loaded, menu, press, row, type View } from './dashboard-view.ts'
import { ACCOUNT_VIEWS } from './dashboard-views-accounts.ts'
import { CATALOG_VIEWS } from './dashboard-views-catalog.ts'
import { HOME_VIEWS } from './dashboard-views-home.ts'
import { furnishImports, IMPORT_VIEWS } from './dashboard-views-imports.ts'
import { furnishIntegrations, INTEGRATION_VIEWS } from './dashboard-views-integrations.ts'
import { MONEY_VIEWS } from './dashboard-views-money.ts'
import { OPERATOR_ORDER_VIEWS } from './dashboard-views-operator-orders.ts'
import { ORDER_VIEWS } from './dashboard-views-orders.ts'
import { PURCHASE_VIEWS } from './dashboard-views-purchases.ts'
import { SETTINGS_VIEWS } from './dashboard-views-settings.ts'
import { furnishShipping, SHIPPING_VIEWS } from './dashboard-views-shipping.ts'
import { SUPPORT_VIEWS } from './dashboard-views-support.ts'
import { furnishSystems, SYSTEMS_VIEWS } from './dashboard-views-systems.ts'
import type { ServedMarket } from './served-market.ts'
import { data, joinWithSecondFactor, linkTo, signedIn } from './sessions.ts'

export async function furnish(shop: ServedMarket): Promise<Given> {
  const owner = await signedIn(shop, 'alder-wick')
  const invited = { email: 'joost@alderwick.test', firstName: 'Joost', lastName: 'Maes', role: 'staff' }
  await owner.send('POST', '/api/v1/users', { body: data('users', invited) })
  const invitationToken = await linkTo(shop, invited.email)
  const { email } = shop.credentials.user
  await owner.send('POST', '/api/v1/password-resets', { body: data('password-resets', { email }) })
  const resetToken = await linkTo(shop, email)
  const secured = await joinWithSecondFactor(shop, {
    invitedBy: 'alder-wick',
    email: 'mara@alderwick.test',
  })
  await addFailingReceiver(shop, { url: 'https://erp.alderwick.test/hooks', ...OF_BRAND })
  await addCalls(shop)
  // Nothing waits for the other brand.
  await shop.platform.db`
    update ordering.orders set status = 'shipped'
    where brand_id = ${DEMO.otherBrandId} and status = 'ankor_confirmed'`
  const shipping = await furnishShipping(shop)
  const integrations = await furnishIntegrations(shop)
  const imports = await furnishImports(shop)
  const systems = await furnishSystems(shop)
  return { shop, resetToken, invitationToken, secured, shipping, integrations, imports, systems }
}

/** Of the last two weeks, with a day without any. */
async function addCalls({ platform: { db, clock } }: ServedMarket): Promise<void> {
  await db`
    insert into identity.application_calls (application_id, hour, calls, last_called_at)
    select ${DEMO.applicationId}, hour, 40 + 37 * day % 160, hour
    from generate_series(0, 13) day, lateral (
      select date_trunc('hour', ${clock.now()}::timestamptz) - day * interval '1 day' - interval '1 hour' as hour
    ) at
    where day <> 5`
}

const OF_BRAND = { brandId: DEMO.brandId, applicationId: DEMO.applicationId }

export async function addFailingReceiver(
  { platform: { db, clock, secrets } }: ServedMarket,
  { url, brandId, applicationId }: { url: string; brandId: string; applicationId: string },
): Promise<void> {
  const since = clock.now()
  await db`
    insert into webhooks.subscriptions
      (brand_id, id, application_id, url, events, secret_encrypted, failing_since, failures, created_at, updated_at)
    values (${brandId}, gen_random_uuid(), ${applicationId}, ${url}, '{order.shipped}',
      ${secrets.encrypt('whsec_test')}, ${since}, 3, ${since}, ${since})`
}

const SIGN_IN = '/dashboard/sign-in'
const HOME = '/dashboard'
const APPS = '/dashboard/integrations/apps'
const ACCOUNT = '/dashboard/settings/account'
const SECURITY = '/dashboard/settings/security'
const USERS = '/dashboard/settings/users'

async function signInUpToCode(page: Page, { secured: { email, password } }: Given): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading('Second factor')(page)
}

async function askForReset(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@nowhere.test')
  await press('Send the link', heading('Look at your mail'))(page)
}

async function endSession(page: Page, { shop }: Given): Promise<void> {
  await page.getByLabel('First name').waitFor()
  const answer = await page.context().request.delete('/api/v1/sessions/current', {
    headers: { origin: shop.url, accept: JSON_API },
  })
  if (answer.status() !== 204) throw new Error(`Not signed out: ${await answer.text()}`)
  await dialog('Your session has ended')(page)
}

async function forgetPassword(page: Page, { shop }: Given): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  await shop.platform.db`update identity.sessions set password_confirmed_at = null`
  await press('Set up', dialog('Confirm your password'))(page)
}

async function createApp(page: Page): Promise<void> {
  await dialog('Create a Private App')(page)
  await page.getByLabel('Name', { exact: true }).fill('Warehouse bridge')
  await page.getByLabel('Contact').fill('erp@alderwick.test')
  await page.getByRole('dialog').getByRole('button', { name: 'Create app' }).click()
  await dialog(/^Secret of/)(page)
}

async function cutConnection(page: Page, { shop }: Given): Promise<void> {
  await heading('Home')(page)
  await loaded(page)
  await shop.cut()
  await page.getByText('The server cannot be reached. Trying again…').waitFor()
}

const removeUser = press(/^Actions for/, async (page) => {
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await dialog(/^Remove /)(page)
})

export const VIEWS: readonly View[] = [
  {
    name: 'sign-in',
    as: null,
    path: SIGN_IN,
    ready: (page) => page.getByRole('button', { name: /Operator/ }).waitFor(),
  },
  {
    name: 'sign-in-refused',
    as: null,
    path: SIGN_IN,
    ready: press('Sign in', (page) =>
      page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor(),
    ),
  },
  { name: 'code-step', as: null, path: SIGN_IN, ready: signInUpToCode },
  { name: 'forgot', as: null, path: '/dashboard/forgot', ready: heading('Reset your password') },
  { name: 'forgot-sent', as: null, path: '/dashboard/forgot', ready: askForReset },
  {
    name: 'reset',
    as: null,
    path: ({ resetToken }) => `/dashboard/reset/${resetToken}`,
    ready: (page) => page.getByLabel('New password').waitFor(),
  },
  {
    name: 'reset-gone',
    as: null,
    path: '/dashboard/reset/x',
    ready: heading('This link does not work any more'),
  },
  {
    name: 'sign-in-link',
    as: null,
    path: '/dashboard/sign-in-link/x',
    ready: heading('Continue signing in'),
  },
  {
    name: 'sign-in-link-gone',
    as: null,
    path: '/dashboard/sign-in-link/x',
    ready: press('Sign in here', heading('This link does not work any more')),
  },
  {
    name: 'invitation',
    as: null,
    path: ({ invitationToken }) => `/dashboard/invitation/${invitationToken}`,
    ready: (page) => page.getByLabel('Choose a password').waitFor(),
  },
  {
    name: 'invitation-gone',
    as: null,
    path: '/dashboard/invitation/x',
    ready: heading('This invitation does not work any more'),
  },

  ...HOME_VIEWS,

  ...ORDER_VIEWS,
  ...OPERATOR_ORDER_VIEWS,
  ...MONEY_VIEWS,
  ...PURCHASE_VIEWS,
  ...CATALOG_VIEWS,

  { name: 'apps', as: 'alder-wick', path: APPS, ready: row },
  { name: 'apps-menu', as: 'alder-wick', path: APPS, ready: press(/^Actions for/, menu) },
  {
    name: 'apps-create',
    as: 'alder-wick',
    path: `${APPS}?dialog=create`,
    ready: dialog('Create a Private App'),
  },
  { name: 'apps-secret', as: 'alder-wick', path: `${APPS}?dialog=create`, ready: createApp },
  {
    name: 'apps-edit',
    as: 'alder-wick',
    path: `${APPS}?dialog=edit&app=${DEMO.applicationId}`,
    ready: dialog(/^Edit /),
  },
  {
    name: 'apps-new-secret',
    as: 'alder-wick',
    path: `${APPS}?dialog=rotate&app=${DEMO.applicationId}`,
    ready: dialog(/^New secret for/),
  },
  {
    name: 'apps-revoke',
    as: 'alder-wick',
    path: `${APPS}?dialog=revoke&app=${DEMO.applicationId}`,
    ready: (page) =>
      page
        .getByRole('dialog', { name: /^Revoke/ })
        .getByRole('listitem')
        .waitFor(),
  },

  ...IMPORT_VIEWS,

  ...INTEGRATION_VIEWS,

  {
    name: 'account',
    as: 'alder-wick',
    path: ACCOUNT,
    ready: (page) => page.getByLabel('First name').waitFor(),
  },
  {
    name: 'security',
    as: 'alder-wick',
    path: SECURITY,
    ready: (page) => page.getByRole('button', { name: 'Set up' }).waitFor(),
  },
  {
    name: 'security-set-up',
    as: 'alder-wick',
    path: SECURITY,
    ready: press('Set up', (page) => page.getByRole('img', { name: /^QR code/ }).waitFor()),
  },
  { name: 'sessions', as: 'alder-wick', path: '/dashboard/settings/sessions', ready: row },
  { name: 'users', as: 'alder-wick', path: USERS, ready: row },
  { name: 'users-operator', as: 'operator', path: USERS, ready: row },
  { name: 'users-menu', as: 'alder-wick', path: USERS, ready: press(/^Actions for/, menu) },
  {
    name: 'users-invite',
    as: 'alder-wick',
    path: USERS,
    ready: press('Invite user', dialog('Invite a user')),
  },
  { name: 'users-remove', as: 'alder-wick', path: USERS, ready: removeUser },

  { name: 'account-menu', as: 'alder-wick', path: HOME, ready: press(/account menu$/, menu) },
  {
    name: 'palette',
    as: 'alder-wick',
    path: HOME,
    ready: press(/^Search/, (page) =>
      page.getByLabel('Search orders, retailers, products, pages and actions').waitFor(),
    ),
  },
  {
    name: 'failures',
    as: 'alder-wick',
    path: HOME,
    ready: press(/^Recent failures: [1-9]/, dialog('Recent failures')),
  },
  {
    name: 'failures-none',
    as: 'harbour-lane',
    path: HOME,
    ready: press(/^Recent failures/, dialog('Recent failures')),
  },
  { name: 'faults-none', as: 'alder-wick', path: HOME, ready: press(/^Faults 0/, dialog('Faults')) },
  {
    name: 'faults',
    as: 'alder-wick',
    path: HOME,
    fault: { path: '/api/v1/elsewhere*', status: 503 },
    ready: press(/^Faults 1/, dialog('Faults')),
  },
  { name: 'mails', as: 'alder-wick', path: HOME, ready: press(/^Mails [1-9]/, dialog('Mails')) },
  {
    name: 'to-a-date',
    as: 'alder-wick',
    path: HOME,
    ready: press('To a date…', (page) => page.getByLabel('Date and time').waitFor()),
  },
  {
    name: 'reset-sandbox',
    as: 'alder-wick',
    path: HOME,
    ready: press('Reset…', dialog('Reset the sandbox')),
  },

  { name: 'session-ended', as: 'alder-wick', path: ACCOUNT, ready: endSession, endsSession: true },
  { name: 'confirm-password', as: 'alder-wick', path: SECURITY, ready: forgetPassword },
  {
    name: 'not-found',
    as: 'alder-wick',
    path: '/dashboard/nowhere',
    ready: heading('There is no such page'),
  },
  { name: 'forbidden', as: 'alder-wick-staff', path: USERS, ready: heading('You may not see this') },
  {
    name: 'unreachable',
    as: 'alder-wick',
    path: HOME,
    fault: { path: '/api/v1/sessions/current', status: 503 },
    ready: heading('The server cannot be reached'),
  },
  {
    name: 'failed',
    as: 'alder-wick',
    path: HOME,
    fault: { path: '/api/v1/sessions/current', status: 500 },
    ready: heading('This did not work'),
  },
  {
    name: 'connection-lost',
    as: 'alder-wick',
    path: HOME,
    ready: cutConnection,
    restore: (shop) => shop.restore(),
  },
  ...SHIPPING_VIEWS,
  ...SETTINGS_VIEWS,
  ...SUPPORT_VIEWS,
  ...SYSTEMS_VIEWS,
  ...ACCOUNT_VIEWS,
]
