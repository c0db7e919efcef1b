/** Who is signed in, for everything inside of the shell. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Session, sessionQuery } from './api/queries.ts'

export function useSession(): Session['attributes'] {
  return useSuspenseQuery(sessionQuery).data.attributes
}
