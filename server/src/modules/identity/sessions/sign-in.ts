/** Signing in with an email address and a password, and giving the password again. */
import { sessionOf } from '../../../domain/actor.ts'
import type { Ctx } from '../../../http/operation.ts'
import { realNow } from '../../../platform/clock.ts'
import { bestEffort } from '../../../platform/resilience/best-effort.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, NOBODY, writeUserAudit } from '../credentials/audit.ts'
import { isPasswordOf } from '../credentials/people.ts'
import { signInLinkRequired, wrongPassword, wrongPasswordAt } from '../errors.ts'
import { findUser, personOf, type UserRow } from '../queries.ts'
import { admitPassword, admitSignIn } from './attempts.ts'
import { findUserWithDevice } from './devices.ts'
import { type SessionView, updateSession } from './session-rows.ts'
import { type Client, readSession, type StartedSession, startSession } from './sessions.ts'
import { mailSignInLink } from './sign-in-links.ts'

/** Starts a session with a new value, and ends the session of the cookie that the browser sent. */
export async function signIn(
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<StartedSession> {
  const { user, device } = await findUserWithDevice(ctx.db, email, client)
  const attempt = await admitSignIn(ctx, { email, address: client.address, device })
  const isRight = (await isPasswordOf(user, password)) && user !== undefined
  // What follows is not awaited, because the time of the answer would reveal whether the address belongs to a user, or whether
  // the password is right.
  if (user && !isRight)
    void bestEffort(ctx.log, 'recording a failed sign-in', () =>
      writeUserAudit(ctx, NOBODY, 'fail-sign-in', personOf(user)),
    )
  if (attempt.verdict === 'link') {
    if (isRight) {
      void bestEffort(ctx.log, 'mailing a link to sign in', () => mailSignInLink(ctx, user.id, client))
    }
    throw signInLinkRequired()
  }
  if (!isRight) throw wrongPassword()
  await attempt.succeed()
  return await startAudited(ctx, user, client)
}

/** Starts a session of an authenticated user, and writes the audit entry. */
export async function startAudited(
  ctx: Ctx,
  user: UserRow,
  client: Client,
  options: { isTold?: boolean } = {},
): Promise<StartedSession> {
  const started = await inTransaction(ctx, async (work) => {
    const session = await startSession(work, user, client, options)
    await writeUserAudit(work, authorOf(personOf(user)), 'sign-in', personOf(user))
    return session
  })
  await ctx.signals.refresh()
  return started
}

/** Checks the password of the caller. `at` is the pointer to it in the request. */
export async function checkOwnPassword(ctx: Ctx, password: string, at: string): Promise<UserRow> {
  const user = await findUser(ctx.db, ctx.actor.userId)
  const attempt = await admitPassword(ctx, sessionOf(ctx.actor).id)
  if (!user || !(await isPasswordOf(user, password))) {
    await writeUserAudit(ctx, authorOf(ctx.actor), 'fail-password', ctx.actor)
    throw wrongPasswordAt(at)
  }
  await attempt.succeed()
  return user
}

/** Records that the caller has given the password again, as critical changes require. */
export async function confirmPassword(ctx: Ctx, password: string, at: string): Promise<SessionView> {
  await checkOwnPassword(ctx, password, at)
  const { id } = sessionOf(ctx.actor)
  return await inTransaction(ctx, async (work) => {
    await updateSession(work.db, id, { password_confirmed_at: realNow(work.clock) })
    await writeUserAudit(work, authorOf(ctx.actor), 'confirm-password', ctx.actor)
    return await readSession(work, id)
  })
}
