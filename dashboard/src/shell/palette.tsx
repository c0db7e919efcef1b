/** Ctrl-K: orders, retailers, products, pages and actions. */

import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  isBrand,
  mayManageApps,
  maySeeDeprecations,
  PAGES,
  settingsOfAccount,
  settingsOfUser,
} from '../access.ts'
import { IS_SANDBOX } from '../environment.ts'
import { useTopmostEscape } from '../parts/escape.ts'
import { useOpenReference } from '../parts/open-reference.ts'
import { paths, REFERENCE } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { THEMES, useSignOut } from './account-menu.tsx'
import { palette, store } from './palette-button.tsx'
import { usePaletteResults } from './palette-results.ts'

export function Palette() {
  const [query, setQuery] = useState('')
  const found = usePaletteResults(query)
  const openReference = useOpenReference()
  const isReference = /^#?\d+$/.test(query.trim())
  useTopmostEscape(useSpotlight(store).opened, palette.close)
  return (
    <Spotlight
      store={store}
      closeOnEscape={false}
      query={query}
      onQueryChange={setQuery}
      actions={[...found, ...useActions()]}
      shortcut={null}
      nothingFound={words.palette.nothing}
      highlightQuery
      scrollable
      maxHeight={400}
      searchProps={{
        placeholder: words.palette.placeholder,
        'aria-label': words.palette.label,
        onKeyDown: ({ key, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || !isReference) return
          // Also before anything is found, as a scanner does not wait.
          palette.close()
          void openReference(query.trim())
        },
      }}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': words.palette.open } }}
    />
  )
}

const { tabs: integrations } = words.integrations
const INTEGRATIONS = [
  { to: paths.webhooks, title: integrations.webhooks },
  { to: paths.deliveries, title: integrations.deliveries },
  ...(IS_SANDBOX ? [{ to: paths.requests, title: integrations.requests }] : []),
]
const DEPRECATIONS = { to: paths.deprecations, title: integrations.deprecations }

function useActions(): SpotlightActionGroupData[] {
  const session = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const pages = [
    ...PAGES.filter(({ allows }) => allows(session)),
    ...(isBrand(session) ? INTEGRATIONS : []),
    ...(maySeeDeprecations(session) ? [DEPRECATIONS] : []),
    ...settingsOfUser(session),
    ...settingsOfAccount(session),
  ]
  const createApp = {
    id: 'create-app',
    label: words.apps.createTitle,
    onClick: () => void navigate({ to: paths.apps, search: { dialog: 'create' } }),
  }
  return [
    {
      group: words.palette.pages,
      actions: [
        ...pages.map(({ to, title }) => ({
          id: to,
          label: title,
          keywords: words.palette.keywords[to] ?? '',
          onClick: () => void navigate({ to }),
        })),
        { id: REFERENCE, label: words.navigation.reference, onClick: () => location.assign(REFERENCE) },
      ],
    },
    {
      group: words.palette.actions,
      actions: [
        ...(mayManageApps(session) ? [createApp] : []),
        ...THEMES.map(([scheme, title]) => ({
          id: `theme ${scheme}`,
          label: title,
          onClick: () => setColorScheme(scheme),
        })),
        { id: 'sign-out', label: signOut.label, onClick: signOut.run },
      ],
    },
  ]
}
