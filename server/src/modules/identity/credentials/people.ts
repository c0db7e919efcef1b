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

/** HTTP Basic, which has no second factor: users who have one must sign in. */
export function createPeople({ db }: Pick<Platform, 'db'>): People {
  return {
    async authenticate(email, password) {
      // PostgreSQL rejects NUL in text, and no address contains it.
      const user = email.includes('\0') ? undefined : await findUserByEmail(db, email)
      if (!(await isPasswordOf(user, password)) || !user)
        throw unauthorized('The email address or the password is wrong.')
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
