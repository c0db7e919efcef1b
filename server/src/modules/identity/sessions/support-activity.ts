import type { ActivitySource } from '../../../module.ts'
import { supportVersion } from './support-rows.ts'

export const supportActivity: ActivitySource = {
  type: 'support-sessions',
  read: async ({ db, actor: { account } }) =>
    account.kind === 'operator' ? { version: await supportVersion(db) } : null,
}
