import { randomInt } from 'node:crypto'
import { createOnce } from '../../domain/create-once.ts'
import { missing } from '../../domain/ownership.ts'
import { accountIdOf } from '../../http/actor.ts'
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

/** Stores the verification and its mail together. An id that is known already answers with what is stored. */
export async function requestVerification(
  ctx: Ctx,
  wanted: { id: string | undefined; email: string },
): Promise<{ verification: EmailVerificationRow; created: boolean }> {
  const { clock, ids, secrets, actor } = ctx
  const given = {
    what: 'email verification',
    id: wanted.id,
    find: findVerification,
    isOwn: (row: EmailVerificationRow) => isOwn(ctx, row),
  }
  const { row, created } = await createOnce(ctx, given, async (work) => {
    const id = wanted.id ?? ids.next()
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const now = clock.now()
    const accountId = actor ? accountIdOf(actor.account) : null
    await sendMailsLater(work, [{ to: wanted.email, ...codeMail(code), accountId }])
    return await insertVerification(work.db, {
      id,
      application_id: applicationOf(ctx),
      email: wanted.email,
      code_hash: secrets.fingerprint(`${id}:${code}`),
      failed_attempts: 0,
      created_at: now,
      expires_at: new Date(now.getTime() + EXPIRES_IN_MINUTES * 60_000),
      verified_at: null,
    })
  })
  return { verification: row, created }
}

function codeMail(code: string): { subject: string; text: string } {
  return {
    // Subjects are stored in clear and shown on locked screens, so the code is not in it.
    subject: 'Your verification code',
    text: `Your verification code is ${code}. It is good for ${EXPIRES_IN_MINUTES} minutes.\n\nIf you did not ask for it, ignore this mail.\n`,
  }
}

/** Checks a code. Tries are counted one after the other, whatever the number of requests at once. */
export async function verifyCode(
  ctx: Ctx,
  { id, code }: { id: string; code: string },
  at?: { code: string },
): Promise<EmailVerificationRow> {
  const { db, clock, secrets } = ctx
  const now = clock.now()
  const { row, verdict } = await transaction(db, async (tx) => {
    const row = readOwn(ctx, id, await lockVerification(tx, id))
    const verdict = judgeCode(row, secrets.fingerprint(`${id}:${code}`), now)
    if (verdict === 'wrong') await countFailedAttempt(tx, id)
    if (verdict === 'right' && !row.verified_at) await markVerified(tx, id, now)
    return { row, verdict }
  })
  // Thrown after the commit: the failed try must stay counted.
  if (verdict !== 'right') throw codeRefused(verdict, at?.code)
  return { ...row, verified_at: row.verified_at ?? now }
}

function readOwn(ctx: Ctx, id: string, row: EmailVerificationRow | undefined): EmailVerificationRow {
  if (!row || !isOwn(ctx, row)) throw missing('email verification', id, { exists: row !== undefined })
  return row
}

const isOwn = (ctx: Ctx, row: EmailVerificationRow) => row.application_id === applicationOf(ctx)

/** Null where the route is open to callers without a token. */
const applicationOf = ({ actor }: Ctx) => actor?.applicationId ?? null
