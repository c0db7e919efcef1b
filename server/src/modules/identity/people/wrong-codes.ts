/**
 * Bounds how many codes of a second factor are judged after a right password, counted in a row for each user, for all nodes
 * together and before the code is judged. There is no delay: a delay alone would let an attacker guess for ever.
 */
import { realNow } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { secondFactorLocked } from '../errors.ts'

/** From then on a session needs to have begun on a known device or by a mailed link. */
const MAX_UNPROVEN = 20
/** Where no link can be mailed. What is left until the end is for known devices, which nobody else can hold up. */
const MAX_UNPROVEN_WITHOUT_MAIL = 80
/** The end, as NIST SP 800-63B demands: a code of six digits is then still unlikely to be guessed. A reset begins anew. */
const MAX_IN_A_ROW = 100

/**
 * Counts a code as wrong until it succeeds. Returns false if a mailed link is needed first; such attempts are not counted, so
 * that somebody with the password alone cannot bring the user to the end. Throws 409 at the end, and where no link can be mailed.
 */
export async function admitCode(
  { db, clock }: Pick<Work, 'db' | 'clock'>,
  userId: UserId,
  { isProven, mayMail }: { isProven: boolean; mayMail: boolean },
): Promise<boolean> {
  const maxUnproven = mayMail ? MAX_UNPROVEN : MAX_UNPROVEN_WITHOUT_MAIL
  const max = isProven ? MAX_IN_A_ROW : maxUnproven
  const now = realNow(clock)
  const counted = await db`
    insert into identity.wrong_codes (user_id, count, last_at)
    values (${userId}, 1, ${now})
    on conflict on constraint wrong_codes_pkey do update
    set count = wrong_codes.count + 1, last_at = ${now}
    where wrong_codes.count < ${max}
    returning count`
  if (counted.length > 0) return true
  const [row] = await db<{ count: number }[]>`
    select count from identity.wrong_codes where user_id = ${userId}`
  if (!mayMail || (row?.count ?? 0) >= MAX_IN_A_ROW) throw secondFactorLocked()
  return false
}

export async function forgetWrongCodes(db: Queryable, userId: UserId): Promise<void> {
  await db`delete from identity.wrong_codes where user_id = ${userId}`
}
