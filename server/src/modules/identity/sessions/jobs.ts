import { Type } from 'typebox'
import { job } from '../../../platform/jobs/jobs.ts'
import { inTransaction } from '../../../platform/work.ts'
import { deleteUsedChallenges } from '../people/challenges.ts'
import { deleteExpiredLinks } from '../people/mail-links.ts'
import { forgetAttempts } from './attempts.ts'
import { deleteOldDevices } from './devices.ts'
import { deleteEndedSessions } from './session-rows.ts'
import { deleteExpiredSignInLinks } from './sign-in-links.ts'
import { noteEndedSupport } from './support-rows.ts'

export const purgeSessionsJob = job('purge-sessions', {
  meaning: 'Deletes ended sessions, expired links, old devices and old attempts to sign in.',
  payload: Type.Object({}),
  everyMs: 86_400_000,
  async run(platform) {
    await deleteEndedSessions(platform)
    await deleteExpiredLinks(platform)
    await deleteExpiredSignInLinks(platform)
    await deleteOldDevices(platform)
    await deleteUsedChallenges(platform)
    await forgetAttempts(platform)
  },
})

/** Only writes the audit entries of brands: a support session itself ends by its time. */
export const endSupportSessionsJob = job('end-support-sessions', {
  meaning: 'Tells the audit of brands of support sessions that have ended by themselves.',
  payload: Type.Object({}),
  everyMs: 60_000,
  run: (platform) => inTransaction(platform, (work) => noteEndedSupport(work, null)),
})
