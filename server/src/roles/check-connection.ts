import { connect, type Database } from '../platform/database.ts'

/** A database that takes longer for one of the short statements of a check is not one to start on. */
const ANSWER_WITHIN_MS = 8000

/** For checks before a start: one connection, and a database that hangs counts as one that cannot be reached. */
export const connectToCheck = (databaseUrl: string): Database =>
  connect(databaseUrl, { pool: 1, name: 'tradehall check', answerWithinMs: ANSWER_WITHIN_MS })
