/** Verifying an email address with a code that is mailed to it. */
import { randomInt } from 'node:crypto'
import { accountIdOf, type Doer, doerOf, SERVER } from '../../domain/actor.ts'
import { createOnce } from '../../domain/create-once.ts'
import { missing } from '../../domain/ownership.ts'
import type { Ctx } from '../../http/operation.ts'
import { transaction } from '../../platform/database.ts'
import { sendMailsLater } from '../../platform/mail.ts'
import { codeRefused } from './errors.ts'
import {
  countFailedAttempt,
  type EmailVerificationRow,
  findVerification,
  insertVerification,
  lockVerification,
  markVerified,
} from './queries.ts'
import { EXPIRES_IN_MINUTES, judgeCode } from './verification-rules.ts'

/** Stores the verification and its mail in one transaction. The id is an idempotency key: a known id returns the stored row. */
export async function requestVerification(
  ctx: Ctx,
  requested: { id: string | undefined; email: string },
): Promise<{ row: EmailVerificationRow; created: boolean }> {
  const { clock, ids, secrets, actor } = ctx
  const creation = {
    what: 'email verification',
    id: requested.id,
    find: findVerification,
    isOwn: (row: EmailVerificationRow) => isOwn(ctx, row),
  }
  return await createOnce(ctx, creation, async (work) => {
    const id = requested.id ?? ids.next()
    const { applicationId, userId } = callerOf(ctx)
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const now = clock.now()
    const accountId = actor ? accountIdOf(actor.account) : null
    await sendMailsLater(work, [{ to: requested.email, ...codeMail(code), accountId }])
    return await insertVerification(work.db, {
      id,
      application_id: applicationId,
      user_id: userId,
      email: requested.email,
      code_hash: secrets.fingerprint(`${id}:${code}`),
      key_name: secrets.keyNames[0],
      failed_attempts: 0,
      created_at: now,
      expires_at: new Date(now.getTime() + EXPIRES_IN_MINUTES * 60_000),
      verified_at: null,
    })
  })
}

function codeMail(code: string): { subject: string; text: string } {
  return {
    // The subject does not contain the code, because it is stored in plain text and displayed on lock screens.
    subject: 'Your verification code',
    text: `Your verification code is ${code}. It works for ${EXPIRES_IN_MINUTES} minutes.\n\nIf you did not ask for it, ignore this mail.\n`,
  }
}

/** Checks a code. The row lock serializes concurrent attempts, so that each of them is counted. */
export async function verifyCode(
  ctx: Ctx,
  { id, code }: { id: string; code: string },
  at?: { code: string },
): Promise<EmailVerificationRow> {
  const { db, clock, secrets } = ctx
  const now = clock.now()
  const { row, verdict } = await transaction(db, async (tx) => {
    const row = requireOwn(ctx, id, await lockVerification(tx, id))
    const verdict = judgeCode(row, secrets.fingerprints(`${id}:${code}`), now)
    if (verdict === 'wrong') await countFailedAttempt(tx, id)
    if (verdict === 'right' && !row.verified_at) await markVerified(tx, id, now)
    return { row, verdict }
  })
  // Thrown after the commit, because a rollback would lose the failed attempt.
  if (verdict !== 'right') throw codeRefused(verdict, at?.code)
  return { ...row, verified_at: row.verified_at ?? now }
}

function requireOwn(ctx: Ctx, id: string, row: EmailVerificationRow | undefined): EmailVerificationRow {
  if (!row || !isOwn(ctx, row)) throw missing('email verification', id, { exists: row !== undefined })
  return row
}

function isOwn(ctx: Ctx, row: EmailVerificationRow): boolean {
  const { applicationId, userId } = callerOf(ctx)
  return row.application_id === applicationId && row.user_id === userId
}

/** Both are null without credentials, which is possible while the route is public. */
const callerOf = ({ actor }: Pick<Ctx, 'actor'>): Required<Doer> => (actor ? doerOf(actor) : SERVER)
