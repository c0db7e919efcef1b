import './styles.ts'
import './icon.svg'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { ConnectionError, ResponseError } from '@tradehall/client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { STYLE_NONCE } from './environment.ts'
import { Forbidden } from './pages/problems/problem-pages.tsx'
import { createDashboardRouter } from './routes.tsx'
import { cssVariables, theme, themeCookie } from './theme.ts'

// Read by the library that locks scrolling behind dialogs, for the style that it writes.
Object.assign(globalThis, { __webpack_nonce__: STYLE_NONCE })

const queryClient = new QueryClient({
  // Failures are shown with a way to repeat; the poll notices changes, so data that was read stays good for a while.
  // Structural sharing would copy resources without `related`, which is not enumerable.
  defaultOptions: { queries: { retry: false, staleTime: 10_000, structuralSharing: false } },
})
const router = createDashboardRouter(queryClient)

/** The page shows what the server refused, or that it does not answer: no error of the program. */
const isExplained = (error: unknown) =>
  [Forbidden, ResponseError, ConnectionError].some((kind) => error instanceof kind)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root.')
createRoot(root, {
  onCaughtError: (error) => {
    if (!isExplained(error)) console.error(error)
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={themeCookie}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => STYLE_NONCE}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
