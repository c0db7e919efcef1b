/** What the sandbox bar of the dashboard shows. */
import { accountIdOf } from '../../domain/actor.ts'
import type { ActivitySource } from '../../module.ts'
import { newestMail } from '../../platform/mail.ts'
import { versionOf } from '../../platform/queries/row-version.ts'
import { findAutopilot } from './autopilot/autopilot-queries.ts'
import { listFaults } from './faults/fault-queries.ts'

export const sandboxActivity: readonly ActivitySource[] = [
  { type: 'clocks', read: async ({ clock }) => ({ version: versionOf([clock.offsetMs()]) }) },
  {
    type: 'faults',
    async read({ db }) {
      const faults = await listFaults(db)
      return { version: versionOf(faults.map(({ id, remaining }) => `${id} ${remaining}`)) }
    },
  },
  {
    type: 'mails',
    read: async ({ db, actor }) => ({
      version: versionOf([await newestMail(db, accountIdOf(actor.account))]),
    }),
  },
  {
    type: 'autopilots',
    async read({ db, actor: { account } }) {
      if (account.kind !== 'brand') return null
      const autopilot = await findAutopilot(db, account.brandId)
      return { version: versionOf([autopilot?.enabled ? 'on' : 'off']) }
    },
  },
]
