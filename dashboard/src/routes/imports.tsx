/** Imports: operations on many products, and the way of a file to them. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  type ImportsSearch,
  KINDS,
  operationQuery,
  operationsQuery,
  RESULT_STATUSES,
  type ResultStatus,
  resultsQuery,
  STATUSES,
} from '../api/imports-queries.ts'
import { type Position, positionIn } from '../api/list-pages.ts'
import { paths } from '../paths.ts'
import { brandsOnly, shell } from './frame.tsx'
import { choiceIn, textsIn } from './search-parameters.ts'

const imports = createRoute({
  getParentRoute: () => shell,
  path: paths.imports,
  validateSearch: (search): ImportsSearch => ({
    ...choiceIn(search, 'status', STATUSES),
    ...choiceIn(search, 'kind', KINDS),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(operationsQuery(deps)),
  component: lazyRouteComponent(() => import('../pages/imports/imports-page.tsx'), 'ImportsPage'),
})

interface NewImportSearch {
  /** The name of the file, for a page that was loaded again. */
  file?: string
  step?: 'check'
}

const newImport = createRoute({
  getParentRoute: () => shell,
  path: paths.newImport,
  validateSearch: (search): NewImportSearch => ({
    ...textsIn(search, ['file']),
    ...choiceIn(search, 'step', ['check']),
  }),
  beforeLoad: brandsOnly,
  component: lazyRouteComponent(() => import('../pages/imports/new-import-page.tsx'), 'NewImportPage'),
})

interface ImportSearch extends Position {
  status?: ResultStatus
  dialog?: 'cancel' | 'resend'
}

const oneImport = createRoute({
  getParentRoute: () => shell,
  path: paths.import,
  validateSearch: (search): ImportSearch => ({
    ...choiceIn(search, 'status', RESULT_STATUSES),
    ...choiceIn(search, 'dialog', ['cancel', 'resend']),
    ...positionIn(search),
  }),
  beforeLoad: brandsOnly,
  loaderDeps: ({ search: { status, after, before } }) => ({
    status,
    position: positionIn({ after, before }),
  }),
  loader: async ({ context: { queryClient }, params: { operationId }, deps: { status, position } }) => {
    void queryClient.prefetchQuery(resultsQuery(operationId, status, position))
    await queryClient.ensureQueryData(operationQuery(operationId))
  },
  component: lazyRouteComponent(() => import('../pages/imports/import-page.tsx'), 'ImportPage'),
})

export const importRoutes = [imports, newImport, oneImport] as const
