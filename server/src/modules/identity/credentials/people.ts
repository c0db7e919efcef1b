/** Authenticates people by their email address and password. */
import type { People } from '../../../http/authentication.ts'
import type { Platform } from '../../../platform/index.ts'
import { hashPassword, isPassword, newSecret } from '../../../platform/secrets.ts'
import { wrongPassword } from '../errors.ts'
import { accountOf, findUserByEmail } from '../queries.ts'

export function createPeople({ db }: Pick<Platform, 'db'>): People {
  /** Hash of a random password, so that rejecting an unknown address takes as long as rejecting a wrong password. */
  let decoy: Promise<string> | undefined
  return {
    async authenticate(email, password) {
      // PostgreSQL rejects NUL in text, and no address contains it.
      const user = email.includes('\0') ? undefined : await findUserByEmail(db, email)
      decoy ??= hashPassword(newSecret())
      const isRight = await isPassword(user?.password_hash ?? (await decoy), password)
      if (!user?.password_hash || !isRight) throw wrongPassword()
      return { userId: user.id, account: accountOf(user) }
    },
  }
}
