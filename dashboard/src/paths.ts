/** Every address of the dashboard, relative to `/dashboard`. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  forgot: '/forgot',
  reset: '/reset/$token',
  invitation: '/invitation/$token',
  orders: '/orders',
  order: '/orders/$orderId',
  ship: '/orders/$orderId/ship',
  labels: '/labels',
  integrations: '/integrations',
  apps: '/integrations/apps',
  webhooks: '/integrations/webhooks',
  webhook: '/integrations/webhooks/$subscriptionId',
  deliveries: '/integrations/deliveries',
  delivery: '/integrations/deliveries/$deliveryId',
  requests: '/integrations/requests',
  request: '/integrations/requests/$requestId',
  deprecations: '/integrations/deprecations',
  settings: '/settings',
  account: '/settings/account',
  security: '/settings/security',
  sessions: '/settings/sessions',
  users: '/settings/users',
} as const

/** Of the server, outside of the dashboard. */
export const REFERENCE = '/docs'
