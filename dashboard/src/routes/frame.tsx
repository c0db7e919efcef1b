/** What all routes hang on: the root, the shell for those who are signed in, and who may enter. */

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  type ErrorComponentProps,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AuthenticationError } from '@tradehall/client'
import { isBrand, isOperator, isRetailer } from '../access.ts'
import { type Session, sessionQuery } from '../api/queries.ts'
import { IS_SANDBOX } from '../environment.ts'
import { ErrorPage, Forbidden, NotFoundPage } from '../pages/problems/problem-pages.tsx'
import { paths } from '../paths.ts'
import { Shell } from '../shell/shell.tsx'

interface Context {
  queryClient: QueryClient
}

/** Outside of the shell, which has the main landmark for the pages inside. */
export const ErrorOutside = (props: ErrorComponentProps) => (
  <main>
    <ErrorPage {...props} />
  </main>
)

export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: ErrorOutside,
})

const findSession = (queryClient: QueryClient): Promise<Session | null> =>
  queryClient.ensureQueryData(sessionQuery).catch((error) => {
    if (error instanceof AuthenticationError) return null
    throw error
  })

/** Everything that needs a session. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  errorComponent: ErrorOutside,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const session = await findSession(queryClient)
    const { state } = session?.attributes ?? {}
    if (!session || state === 'second-factor-required') {
      const next = location.href === paths.home ? {} : { next: location.href }
      throw redirect({ to: paths.signIn, search: next })
    }
    if (state === 'support-ended') throw redirect({ to: paths.supportEnded })
    if (state === 'second-factor-setup-required' && location.pathname !== paths.security)
      throw redirect({ to: paths.security })
    return { session: session.attributes }
  },
})

export interface Entering {
  context: { session: Session['attributes'] }
}

export const brandsOnly = ({ context: { session } }: Entering) => {
  if (!isBrand(session)) throw new Forbidden()
}

export const operatorsOnly = ({ context: { session } }: Entering) => {
  if (!isOperator(session)) throw new Forbidden()
}

export const retailersOnly = ({ context: { session } }: Entering) => {
  if (!isRetailer(session)) throw new Forbidden()
}

export const sandboxOnly = (given: Entering) => {
  if (!IS_SANDBOX) throw notFound()
  brandsOnly(given)
}
