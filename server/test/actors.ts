/** Everybody who may send a request, for the test of all operations: what each sends to say who it is. */
import { createApplication, revokeApplication, SHELL, suspendAccount } from '../src/modules/identity/index.ts'
import { transaction } from '../src/platform/database.ts'
import type { Market, SendOptions } from './market.ts'
import {
  type Browser,
  browser,
  type DemoUserKey,
  demoUserId,
  joinWithSecondFactor,
  ORIGIN,
  signedIn,
  signIn,
} from './sessions.ts'
import { startSupport, supporting } from './support.ts'

export interface Actor {
  name: string
  /** Fresh for each request, because some requests end what the actor has. */
  credentials: () => Promise<Pick<SendOptions, 'as' | 'headers'>>
}

const byToken = (name: string, token: () => Promise<string> | string): Actor => ({
  name,
  credentials: async () => ({
    as: null,
    headers: { authorization: `Bearer ${await token()}`, origin: ORIGIN },
  }),
})

const byPage = (name: string, page: Browser): Actor => ({
  name,
  credentials: async () => ({ as: null, headers: { cookie: page.cookie, origin: ORIGIN } }),
})

const signedInAs = async (shop: Market, name: string, key: DemoUserKey) =>
  byPage(name, await signedIn(shop, key))

/** The demo brand and those with whom it has to do, and what is left of credentials that have ended. */
export async function everyActor(shop: Market): Promise<Actor[]> {
  const ended = await endedActors(shop)
  return [
    { name: 'anonymous', credentials: async () => ({ as: null, headers: { origin: ORIGIN } }) },
    byToken('application of a brand', () => shop.tokenOf('brand')),
    await signedInAs(shop, 'owner of a brand', 'alder-wick'),
    await signedInAs(shop, 'staff of a brand', 'alder-wick-staff'),
    byPage('support session to read', await supporting(shop, 'read-only')),
    byPage('support session to write', await supporting(shop, 'read-write')),
    byToken('application of a retailer', () => shop.tokenOf('retailer')),
    await signedInAs(shop, 'owner of a retailer', 'harbour-lane'),
    byToken('application of the operator', () => shop.tokenOf('operator')),
    await signedInAs(shop, 'operator', 'operator'),
    ...ended,
  ]
}

async function endedActors(shop: Market): Promise<Actor[]> {
  const { platform, http } = shop
  const unfinished = await joinWithSecondFactor(shop, {
    invitedBy: 'alder-wick',
    email: 'half.way@alderwick.test',
  })
  const waiting = browser(shop)
  await signIn(waiting, unfinished.email, unfinished.password)

  const gone = await signedIn(shop, 'alder-wick')
  const before = gone.cookie
  await gone.send('DELETE', '/api/v1/sessions/current')
  gone.cookie = before

  const account = { kind: 'brand', brandId: shop.credentials.brandId } as const
  const userId = demoUserId('alder-wick')
  const application = await transaction(platform.db, (tx) =>
    createApplication(
      { ...platform, db: tx },
      { account, userId, name: 'Revoked', developerEmail: 'dev@alderwick.test' },
      SHELL,
    ),
  )
  const revoked = await http.tokens.issue(application.applicationId)
  await revokeApplication(platform, application.applicationId, SHELL)

  const suspendedPage = await signedIn(shop, 'northlight-ceramics')
  const suspendedToken = await shop.tokenOf('otherBrand')
  const operator = { userId: demoUserId('operator'), account: { kind: 'operator' } } as never
  await suspendAccount(
    { ...platform, actor: operator },
    { kind: 'brand', brandId: shop.credentials.otherBrand.brandId },
    'A test of who may do what.',
  )
  return [
    byPage('session without its second factor', waiting),
    byPage('session that has ended', gone),
    byToken('application that was revoked', () => revoked),
    byToken('application of a suspended brand', () => suspendedToken),
    byPage('owner of a suspended brand', suspendedPage),
    byToken('forged token', () => `${'x'.repeat(40)}.${'y'.repeat(40)}.${'z'.repeat(40)}`),
  ]
}

/** Those who have nothing to do with the demo brand, and everything to do with their own account. */
export async function strangers(shop: Market): Promise<Actor[]> {
  const { otherBrand } = shop.credentials
  const support = await signedIn(shop, 'operator')
  const begun = await startSupport(support, otherBrand.brandId, { reason: 'A test.', access: 'read-write' })
  if (begun.status !== 201) throw new Error(begun.text)
  return [
    byToken('application of another brand', () => shop.tokenOf('otherBrand')),
    await signedInAs(shop, 'owner of another brand', 'northlight-ceramics'),
    byPage('support session of another brand', support),
    ...(await otherRetailer(shop)),
  ]
}

/** One from whom the demo brand has no order. */
async function otherRetailer(shop: Market): Promise<Actor[]> {
  const operator = await signedIn(shop, 'operator')
  const data = (type: string, attributes: object) => ({ body: { data: { type, attributes } } })
  const made = await operator.send(
    'POST',
    '/api/operator/v1/retailers',
    data('retailers', {
      storeName: 'Quiet Corner',
      email: 'shop@quietcorner.test',
      currency: 'EUR',
      country: 'BE',
    }),
  )
  if (made.status !== 201) throw new Error(made.text)
  const retailer = `/api/operator/v1/retailers/${made.body.data.id}`
  const user = await operator.send(
    'POST',
    `${retailer}/users`,
    data('users', { email: 'lena@quietcorner.test', firstName: 'Lena', lastName: 'Fox' }),
  )
  if (user.status !== 201) throw new Error(user.text)
  const application = await operator.send(
    'POST',
    `${retailer}/applications`,
    data('applications', { name: 'Till', developerEmail: 'dev@quietcorner.test', userId: user.body.data.id }),
  )
  if (application.status !== 201) throw new Error(application.text)
  const token = await shop.http.tokens.issue(application.body.data.id)
  return [byToken('application of another retailer', () => token)]
}
