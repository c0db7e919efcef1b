/** A browser for tests: keeps the session cookie, and sends it with the origin of the server. */
import { JSON_API } from '@tradehall/jsonapi'
import type { InjectOptions } from 'fastify'
import { TOTP } from 'otpauth'
import type { Operation } from '../src/http/operation.ts'
import { rolesOf } from '../src/http/sessions/checks.ts'
import { demoId } from '../src/platform/demo-id.ts'
import type { Answer, Market } from './market.ts'

/** What an injected request is sent to. */
export const ORIGIN = 'http://localhost'

export interface Browser {
  /** The cookie of the session, if there is one. */
  cookie: string | undefined
  /** Those by which it is known as a device, by their names. */
  devices: Map<string, string>
  send(method: string, url: string, options?: BrowserOptions): Promise<Answer>
}

export interface BrowserOptions {
  body?: unknown
  /** Null leaves a header out. */
  headers?: Record<string, string | null>
}

export function browser({ http }: Pick<Market, 'http'>, { address = '127.0.0.1' } = {}): Browser {
  const self: Browser = {
    cookie: undefined,
    devices: new Map(),
    async send(method, url, { body, headers = {} } = {}) {
      const sent: Record<string, string | null | undefined> = {
        accept: JSON_API,
        origin: method === 'GET' ? null : ORIGIN,
        cookie: [self.cookie, ...self.devices.values()].filter(Boolean).join('; ') || undefined,
        'content-type': body === undefined ? null : JSON_API,
        ...headers,
      }
      const options: InjectOptions = {
        method: method as 'GET',
        url,
        remoteAddress: address,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value != null)) as Record<
          string,
          string
        >,
      }
      if (body !== undefined) options.payload = JSON.stringify(body)
      const answer = await http.app.inject(options)
      keepCookie(self, answer.headers['set-cookie'])
      const text = answer.body
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text,
        body: text.startsWith('{') ? JSON.parse(text) : undefined,
      }
    },
  }
  return self
}

function keepCookie(browser: Browser, header: string | string[] | undefined): void {
  const headers = [header ?? []].flat()
  for (const pair of headers.map((one) => one.split(';')[0] ?? '').filter(isOfDevice))
    browser.devices.set(pair.split('=')[0] ?? '', pair)
  // Another one deletes a cookie of another name.
  const [first] = headers.filter((one) => !isOfDevice(one))
  if (first === undefined) return
  const [pair = ''] = first.split(';')
  browser.cookie = pair.endsWith('=') ? undefined : pair
}

const isOfDevice = (cookie: string) => cookie.includes('-device-')

/** The cookie of the session among those that an answer sets. */
export const sessionCookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  ([headers['set-cookie'] ?? []].flat() as string[]).find((one) => !isOfDevice(one)) ?? ''

export const data = (type: string, attributes: object) => ({ data: { type, attributes } })

export type DemoUserKey =
  | 'alder-wick'
  | 'alder-wick-staff'
  | 'northlight-ceramics'
  | 'harbour-lane'
  | 'operator'

export const demoUserId = (key: DemoUserKey) => demoId(`user/${key}`)

/** A browser in which a demo user has signed in. */
export async function signedIn(shop: Pick<Market, 'http'>, key: DemoUserKey): Promise<Browser> {
  const page = browser(shop)
  await signInAsDemoUser(page, key)
  return page
}

export async function signInAsDemoUser(page: Browser, key: DemoUserKey): Promise<void> {
  const answer = await page.send('POST', `/api/testing/demo-users/${demoUserId(key)}/-actions/sign-in`)
  if (answer.status !== 201) throw new Error(`Not signed in: ${answer.text}`)
}

export const signIn = (
  page: Browser,
  email: string,
  password: string,
  headers: BrowserOptions['headers'] = {},
): Promise<Answer> =>
  page.send('POST', '/api/v1/sessions', { body: data('sessions', { email, password }), headers })

/** The token of the link in the newest mail to an address. */
export async function linkTo(shop: Market, email: string): Promise<string> {
  // Who forgot a password is looked up by a job.
  await shop.runJobs()
  const { body } = await shop.send('GET', '/api/testing/mails', { as: 'operator' })
  const texts: string[] = body.data
    .filter(({ attributes }: { attributes: { to: string } }) => attributes.to === email)
    .map(({ attributes }: { attributes: { text: string | null } }) => attributes.text ?? '')
  const link = /\/dashboard\/(?:invitation|reset|sign-in-link)\/([\w-]+)/
  const token = texts.map((text) => link.exec(text)?.[1]).find((found) => found !== undefined)
  if (token === undefined) throw new Error(`No link was mailed to ${email}.`)
  return token
}

/** A code of an authenticator app, some steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

export interface SecuredUser {
  email: string
  password: string
  /** Of the authenticator app. */
  secret: string
  recoveryCodes: string[]
}

/** Invites a user, who joins and switches the second factor on. */
export async function joinWithSecondFactor(
  shop: Market,
  { invitedBy, email }: { invitedBy: DemoUserKey; email: string },
): Promise<SecuredUser> {
  const owner = await signedIn(shop, invitedBy)
  const attributes = { email, firstName: 'Mara', lastName: 'Lindqvist', role: 'staff' }
  await owner.send('POST', '/api/v1/users', { body: data('users', attributes) })
  const page = browser(shop)
  const password = 'four paper boats by the pier'
  const token = await linkTo(shop, email)
  await page.send('POST', '/api/v1/invitations/-actions/accept', {
    body: data('invitations', { token, password }),
  })
  const factor = '/api/v1/users/current/second-factor'
  const { secret } = (await page.send('POST', factor)).body.data.attributes
  const confirmed = await page.send('POST', `${factor}/-actions/confirm`, {
    body: data('second-factors', { code: codeOf(secret) }),
  })
  return { email, password, secret, recoveryCodes: confirmed.body.data.attributes.recoveryCodes }
}

/** The headers of a page in which somebody who may call the operation has just signed in: an owner, or an operator. */
export async function sessionHeaders(
  shop: Pick<Market, 'http'>,
  operation: Pick<Operation, 'access' | 'roles'>,
): Promise<Record<string, string | undefined>> {
  const isOwners = rolesOf(operation)?.includes('owner')
  const { cookie } = await signedIn(shop, isOwners ? 'alder-wick' : 'operator')
  return { authorization: undefined, cookie, origin: ORIGIN }
}
