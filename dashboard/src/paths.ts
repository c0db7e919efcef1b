/** Every address of the dashboard, relative to `/dashboard`. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  forgot: '/forgot',
  reset: '/reset/$token',
  invitation: '/invitation/$token',
  integrations: '/integrations',
  apps: '/integrations/apps',
  settings: '/settings',
  account: '/settings/account',
  security: '/settings/security',
  sessions: '/settings/sessions',
  users: '/settings/users',
} as const

/** Of the server, outside of the dashboard. */
export const REFERENCE = '/docs'
