import { Type } from 'typebox'
import { job } from '../../../platform/jobs.ts'
import { deleteExpiredLinks } from '../people/mail-links.ts'
import { forgetAttempts } from './attempts.ts'
import { deleteEndedSessions } from './session-rows.ts'

export const purgeSessionsJob = job('purge-sessions', {
  payload: Type.Object({}),
  everyMs: 86_400_000,
  async run(platform) {
    await deleteEndedSessions(platform)
    await deleteExpiredLinks(platform)
    await forgetAttempts(platform)
  },
})
