/** Ctrl-K: orders, products, pages and actions. */
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightActionGroupData, useSpotlight } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isBrand, mayManageApps, PAGES, SETTINGS_OF_USER, settingsOfAccount } from '../access.ts'
import { foundProductsQuery } from '../api/catalog-queries.ts'
import { foundOrdersQuery } from '../api/orders-queries.ts'
import { IS_SANDBOX } from '../environment.ts'
import { useTopmostEscape } from '../parts/escape.ts'
import { SearchIcon } from '../parts/icons.tsx'
import { paths, REFERENCE } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'
import { THEMES, useSignOut } from './account-menu.tsx'
import { useOpenReference } from './scanner.tsx'
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
  const [query, setQuery] = useState('')
  const found = useFound(query)
  const session = useSession()
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
      shortcut={['mod + K']}
      // Also while something is typed in a field.
      tagsToIgnore={[]}
      nothingFound={words.palette.nothing}
      highlightQuery
      scrollable
      maxHeight={400}
      searchProps={{
        placeholder: words.palette.placeholder,
        'aria-label': words.palette.label,
        onKeyDown: ({ key, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing || !isReference || !isBrand(session)) return
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

/** Long enough for a word or a scanned reference. */
const TYPING_MS = 200

/** Orders by reference, retailer or SKU, and products by name, SKU or bar code, for brands. */
function useFound(query: string): SpotlightActionGroupData[] {
  const session = useSession()
  const navigate = useNavigate()
  const text = useDebouncedValue(query.trim(), TYPING_MS)[0]
  const isAsked = isBrand(session) && text.length > 1
  const { data: orders = [] } = useQuery({ ...foundOrdersQuery(text), enabled: isAsked })
  const { data: products = [] } = useQuery({ ...foundProductsQuery(text), enabled: isAsked })
  if (!isAsked || query.trim() === '') return []
  const foundOrders = orders.map(({ id, attributes: { reference, status }, related: { retailer } }) => ({
    id,
    label: `${reference} · ${retailer?.attributes.storeName ?? ''}`,
    description: words.orders.statuses[status] ?? status,
    // The server has searched; the palette keeps what it found.
    keywords: [query],
    onClick: () => void navigate({ to: paths.order, params: { orderId: id } }),
  }))
  const foundProducts = products.map(({ id, attributes }) => ({
    id,
    label: attributes.name,
    description: productWord(attributes),
    keywords: [query],
    onClick: () => void navigate({ to: paths.product, params: { productId: id } }),
  }))
  return [
    { group: words.orders.palette, actions: foundOrders },
    { group: words.catalog.palette, actions: foundProducts },
  ].filter(({ actions }) => actions.length > 0)
}

const { states } = words.catalog
const productWord = ({ archived, outOfStock }: { archived: boolean; outOfStock: boolean }) =>
  archived ? states.archived : outOfStock ? states.outOfStock : states.inStock

const { tabs: integrations } = words.integrations
const INTEGRATIONS = [
  { to: paths.webhooks, title: integrations.webhooks },
  { to: paths.deliveries, title: integrations.deliveries },
  ...(IS_SANDBOX ? [{ to: paths.requests, title: integrations.requests }] : []),
  { to: paths.deprecations, title: integrations.deprecations },
]

function useActions(): SpotlightActionGroupData[] {
  const session = useSession()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { setColorScheme } = useMantineColorScheme()
  const pages = [
    ...PAGES.filter(({ allows }) => allows(session)),
    ...(isBrand(session) ? INTEGRATIONS : []),
    ...SETTINGS_OF_USER,
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
