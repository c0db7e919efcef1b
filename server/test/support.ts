/** Support sessions for tests. */
import type { Answer, Market } from './market.ts'
import { type Browser, data, signedIn } from './sessions.ts'

export const supportPath = (brandId: string) => `/api/operator/v1/brands/${brandId}/support-sessions`

export const startSupport = (page: Browser, brandId: string, attributes: object): Promise<Answer> =>
  page.send('POST', supportPath(brandId), { body: data('support-sessions', attributes) })

/** A browser in which the demo operator views as the demo brand. */
export async function supporting(
  shop: Pick<Market, 'http' | 'credentials'>,
  access: 'read-only' | 'read-write',
): Promise<Browser> {
  const page = await signedIn(shop, 'operator')
  const answer = await startSupport(page, shop.credentials.brandId, {
    reason: 'Labels are missing.',
    access,
  })
  if (answer.status !== 201) throw new Error(`No support session: ${answer.text}`)
  return page
}

/** Lets the hour of all support sessions pass. */
export async function passHour({ platform: { db, signals } }: Market): Promise<void> {
  await db`update identity.support_sessions
    set started_at = started_at - interval '2 hours', ends_at = ends_at - interval '2 hours' where ended_at is null`
  // Clears the caches, which have the old end.
  await signals.raise(db, 'sessions')
  await signals.refresh()
}
