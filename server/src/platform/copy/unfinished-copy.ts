/**
 * The mark of a database into which a copy is being loaded. It is created in an empty database and removed when the copy is
 * complete, so a copy that was interrupted is recognized, and no server starts on it.
 */
import { StartRefused } from '@tradehall/kit/failures'
import { connect, type Queryable } from '../database.ts'

export interface UnfinishedCopy {
  id: string
  /** Describes the source in messages. */
  source: string
}

export async function refuseUnfinishedCopy(db: Queryable): Promise<void> {
  const [table] = await db`select to_regclass('public.unfinished_copy') as name`
  if (table?.name === null) return
  const [copy] = await db<{ source: string }[]>`select source from public.unfinished_copy`
  throw new StartRefused(
    `This database is an unfinished copy of ${copy?.source ?? 'another one'}; run the \`move\` or \`restore\` that was interrupted again, or use another database.`,
  )
}

/** The same for a command that has no connection yet. */
export async function refuseUnfinishedCopyAt(url: string): Promise<void> {
  const db = connect(url, { pool: 1, name: 'tradehall check' })
  try {
    await refuseUnfinishedCopy(db)
  } finally {
    await db.end()
  }
}
