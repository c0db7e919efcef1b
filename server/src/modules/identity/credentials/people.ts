/** People prove who they are by their email address and password. */
import type { People } from '../../../http/actor.ts'
import type { Platform } from '../../../platform/index.ts'
import { hashPassword, isPassword, newSecret } from '../../../platform/secrets.ts'
import { wrongPassword } from '../errors.ts'
import { accountOf, findUserByEmail } from '../queries.ts'

export function createPeople({ db }: Pick<Platform, 'db'>): People {
  /** Nobody's password: an unknown address must take as long to refuse as a wrong password. */
  let decoy: Promise<string> | undefined
  return {
    async authenticate(email, password) {
      // A NUL is in no address, and PostgreSQL refuses it in text.
      const user = email.includes('\0') ? undefined : await findUserByEmail(db, email)
      decoy ??= hashPassword(newSecret())
      const isRight = await isPassword(user?.password_hash ?? (await decoy), password)
      if (!user?.password_hash || !isRight) throw wrongPassword()
      return { userId: user.id, account: accountOf(user) }
    },
  }
}
