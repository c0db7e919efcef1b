/** Events of accounts and applications, for other modules only; webhook subscribers do not receive them. */
import { eventType } from '../../platform/events/outbox.ts'

export const identityEvents = {
  applicationRevoked: eventType('application.revoked', {
    meaning: 'An application was revoked: what belongs to it ends.',
  }),
  shippingOriginChanged: eventType('brand.shipping_origin_changed', {
    meaning: 'A brand ships from another address. Its subject is the brand.',
  }),
}
