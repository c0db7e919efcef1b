/** Authenticates people by their email address and password. */
import { forbidden, unauthorized } from '../../../domain/problems.ts'
import type { People } from '../../../http/authentication.ts'
import type { Platform } from '../../../platform/index.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { isSuspended } from '../accounts/suspension-rows.ts'
import { accountSuspended } from '../errors.ts'
import { hashPassword, isPassword } from '../people/password-hash.ts'
import { hasSecondFactor } from '../people/second-factor-rows.ts'
import { accountOf, findUserByEmail, personOf, type UserRow } from '../queries.ts'
import { admitSignIn } from '../sessions/attempts.ts'

/** HTTP Basic, which has no second factor: users who have one must sign in. Guesses count like those of a sign-in. */
export function createPeople(platform: Platform): People {
  const { db } = platform
  return {
    async authenticate(email, password, address) {
      // PostgreSQL rejects NUL in text, and no address contains it.
      const user = email.includes('\0') ? undefined : await findUserByEmail(db, email)
      // By the address as it is stored: PostgreSQL takes letters for the same that are not for JavaScript, such as İ and i.
      const attempt = await admitSignIn(platform, { email: user?.email ?? email, address, device: undefined })
      const isRight = await isPasswordOf(user, password)
      if (attempt.verdict === 'link')
        throw forbidden('Too many wrong passwords were given for this address: sign in instead.')
      if (!isRight || !user) throw unauthorized('The email address or the password is wrong.')
      await attempt.succeed()
      if (await isSuspended(db, accountOf(user))) throw accountSuspended()
      if (await hasSecondFactor(db, user.id))
        throw forbidden('This user has a second factor, which HTTP Basic cannot carry: sign in instead.')
      return personOf(user)
    },
  }
}

/** Hash of a random password, so that rejecting an unknown address takes as long as rejecting a wrong password. */
let decoy: Promise<string> | undefined

/** False without a user, without a password, or if the user may not sign in. It takes the same time in every case. */
export async function isPasswordOf(user: UserRow | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(newSecret())
  const hashOfNobody = await decoy
  const isRight = await isPassword(user?.password_hash ?? hashOfNobody, password)
  return isRight && user?.password_hash != null && user.suspended_at === null
}
