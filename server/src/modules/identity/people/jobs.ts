import { Type } from 'typebox'
import { job } from '../../../platform/jobs/jobs.ts'
import { sendPasswordReset } from './mail-links.ts'

/**
 * Looks the address up after the response, so that the response time does not reveal whether it belongs to a user. Seven
 * attempts take half an hour; a user without a mail by then has asked again.
 */
export const sendPasswordResetJob = job('send-password-reset', {
  meaning: 'Mails a link for a new password to somebody who has forgotten theirs.',
  lost: 'The person gets no link, and has to ask for another one.',
  payload: Type.Object({ email: Type.String(), publicUrl: Type.String() }),
  maxAttempts: 7,
  run: (platform, { email, publicUrl }) => sendPasswordReset({ ...platform, publicUrl }, email),
})
