/** What stands in the addresses of these pages, without the pages, which are loaded when they are opened. */
export const WEBHOOK_DIALOGS = ['create', 'edit', 'test', 'rotate', 'remove'] as const
export type WebhookDialog = (typeof WEBHOOK_DIALOGS)[number]

export interface WebhooksSearch {
  dialog?: WebhookDialog
  webhook?: string
}

/** Of the samples of receivers. */
export const LANGUAGES = ['node', 'php', 'python', 'ruby', 'go'] as const
export type Language = (typeof LANGUAGES)[number]
