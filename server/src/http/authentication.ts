/** How the HTTP server authenticates callers. The identity module implements these interfaces. */
import type { Actor, Person } from '../domain/actor.ts'
import type { ApplicationId } from '../platform/ids.ts'
import type { Work } from '../platform/work.ts'

export interface People {
  /**
   * Throws a 401 problem if the person does not exist or the password is wrong, and 403 if a session is needed. `address` is the
   * network address that tries.
   */
  authenticate(email: string, password: string, address: string): Promise<Person>
}

export interface Tokens {
  issue(applicationId: ApplicationId): Promise<string>
  /** Returns the actor synchronously if the token is cached. Throws a 401 problem that says why a token is invalid. */
  authenticate(token: string): Actor | Promise<Actor>
}

export interface Sessions {
  /**
   * Returns the actor of a cookie value, synchronously if the session is cached; `fresh` reads it from the database, for
   * operations that depend on when the password was given. Throws a 401 problem if there is no such session.
   */
  authenticate(value: string, options: { fresh: boolean }): Actor | Promise<Actor>
  /** Records in the audit of the brand the change that a support session is about to make. */
  recordSupport(work: Work, actor: Actor, request: string): Promise<void>
}
