/** The open dialogs of applications and users, which are part of the addresses of several pages. */
export const APP_DIALOGS = ['create', 'edit', 'rotate', 'revoke'] as const

export interface AppsSearch {
  dialog?: (typeof APP_DIALOGS)[number]
  app?: string
}

export const USER_DIALOGS = ['invite', 'reset', 'remove'] as const

export interface UsersSearch {
  dialog?: (typeof USER_DIALOGS)[number]
  user?: string
}
