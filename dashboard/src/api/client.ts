/** The client of the page, and the two refusals that the user can lift: a session that ended, and an old password. */
import { AuthenticationError, createClient, ForbiddenError, responseOf } from '@tradehall/client'
import { paths } from '../paths.ts'
import { askForPassword } from './password-prompt.ts'
import { beginAnew } from './session-switch.ts'

/** Failures are shown at once, with a way to try again, instead of being repeated unseen. */
export const client = createClient({ maxRetries: 0, timeoutMs: 30_000, maxWaitMs: 1 })

/** Sends a request. If it needs the password first, asks for it and then sends the request again. */
export async function send<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    // Never settles, because the page is left.
    if (hasSupportEnded(error)) return await new Promise<never>(() => beginAnew(paths.supportEnded))
    if (error instanceof AuthenticationError) await askForPassword('expired')
    else if (needsPassword(error)) await askForPassword('confirm')
    else throw error
    return await request()
  }
}

/** Sends a request, for the data of its document. */
export const sendForData = async <D>(request: () => Promise<{ data: D }>): Promise<D> =>
  (await send(request)).data

const hasSupportEnded = (error: unknown) =>
  error instanceof AuthenticationError && error.codes.includes('support_session_ended')

const needsPassword = (error: unknown) =>
  error instanceof ForbiddenError && error.codes.includes('password_confirmation_required')

/** The tag of the version that an answer shows, for `If-Match`. */
export const tagOf = (answer: object) => responseOf(answer)?.etag ?? ''
