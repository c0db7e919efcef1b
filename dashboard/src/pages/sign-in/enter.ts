import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Session, sessionQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'

/** Opens the dashboard with a new session: the page that was asked for, or Home. */
export function useEnter(next?: string): (session: Session) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (session) => {
    // Nothing that the user before has seen.
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await router.invalidate()
    // Only paths of the dashboard: a link must not lead elsewhere after the sign-in.
    const target = next?.startsWith('/') && !next.startsWith('//') ? next : paths.home
    await router.navigate({ href: router.history.createHref(withBase(target)) })
  }
}

const BASE = '/dashboard'
const withBase = (path: string) => (path.startsWith(`${BASE}/`) ? path : BASE + path)
