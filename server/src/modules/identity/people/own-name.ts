/** Users can change their own name, and no other attribute of themselves. */
import { joinProblems } from '@tradehall/jsonapi'
import { unprocessable } from '../../../domain/problems.ts'
import type { Ctx } from '../../../http/operation.ts'
import { inTransaction } from '../../../platform/work.ts'
import { authorOf, writeUserAudit } from '../credentials/audit.ts'
import { user } from '../credentials/credential-resources.ts'
import { KEPT } from './resources.ts'
import { readUser, type UserView } from './users.ts'

/** `at` is the JSON pointer to the attributes, which may have more members than the names. */
export async function renameUser(
  ctx: Ctx,
  attributes: { firstName: string; lastName: string },
  at: string,
): Promise<UserView> {
  const { actor } = ctx
  const { firstName, lastName } = attributes
  return await inTransaction(ctx, async (work) => {
    refuseOtherChanges(await readUser(work.db, actor.account, actor.userId), { ...attributes }, at)
    await work.db`
      update identity.users
      set first_name = ${firstName}, last_name = ${lastName}, updated_at = ${work.clock.now()}
      where id = ${actor.userId}`
    await writeUserAudit(work, authorOf(actor), 'rename', actor)
    return await readUser(work.db, actor.account, actor.userId)
  })
}

function refuseOtherChanges(row: UserView, given: Record<string, unknown>, at: string): void {
  const problems = KEPT.filter((name) => Object.hasOwn(given, name) && given[name] !== shown(row, name)).map(
    (name) =>
      unprocessable(`Only firstName and lastName can be changed here; ${name} stays ${shown(row, name)}.`, {
        pointer: `${at}.${name}`,
      }),
  )
  if (problems.length > 0) throw joinProblems(problems)
}

function shown(row: UserView, name: (typeof KEPT)[number]): unknown {
  const { from } = user.attributes[name]
  return typeof from === 'function' ? from(row, undefined) : row[from]
}
