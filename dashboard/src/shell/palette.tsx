/** Ctrl-K: pages and actions by name. */
import { useMantineColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { mayManageApps, mayManageUsers, PAGES } from '../access.ts'
import { useTopmostEscape } from '../parts/escape.ts'
import { SearchIcon } from '../parts/icons.tsx'
import { paths, REFERENCE } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { THEMES, useSignOut } from './account-menu.tsx'
import styles from './shell.module.css'

const [store, palette] = createSpotlight()

export function PaletteButton() {
  return (
    <button type="button" className={styles.search} onClick={palette.open}>
      <SearchIcon />
      <span>{words.palette.open}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

export function Palette() {
  useTopmostEscape(useSpotlight(store).opened, palette.close)
  return (
    <Spotlight
      store={store}
      closeOnEscape={false}
      actions={useActions()}
      shortcut={['mod + K']}
      // Also while something is typed in a field.
      tagsToIgnore={[]}
      nothingFound={words.palette.nothing}
      highlightQuery
      scrollable
      maxHeight={400}
      searchProps={{ placeholder: words.palette.placeholder, 'aria-label': words.palette.label }}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': words.palette.open } }}
    />
  )
}

function useActions(): SpotlightActionGroupData[] {
  const session = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const tabs = words.settings.tabs
  const pages = [
    ...PAGES.filter(({ allows }) => allows(session)),
    { to: paths.account, title: tabs.account },
    { to: paths.security, title: tabs.security },
    { to: paths.sessions, title: tabs.sessions },
    ...(mayManageUsers(session) ? [{ to: paths.users, title: tabs.users }] : []),
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
        ...pages.map(({ to, title }) => ({ id: to, label: title, onClick: () => void navigate({ to }) })),
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
        { id: 'sign-out', label: words.navigation.signOut, onClick: signOut },
      ],
    },
  ]
}
