/** What the search finds on the server, by who searches. */
import { useDebouncedValue } from '@mantine/hooks'
import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isBrand, isOperator, isRetailer } from '../access.ts'
import { foundBrandsQuery, foundRetailersQuery } from '../api/accounts-queries.ts'
import { foundProductsQuery } from '../api/catalog-queries.ts'
import { foundOrdersOfAllQuery } from '../api/operator-orders-queries.ts'
import { foundOrdersQuery } from '../api/orders-queries.ts'
import { foundPurchasesQuery } from '../api/purchases-queries.ts'
import { foundOwnRetailersQuery } from '../api/settings-queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { words } from '../words/index.ts'

/** Long enough for a word or a scanned reference. */
const TYPING_MS = 200

export function usePaletteResults(query: string): SpotlightActionGroupData[] {
  const session = useSession()
  const typed = useDebouncedValue(query.trim(), TYPING_MS)[0]
  const isAsked = typed.length > 1
  const groups = [
    ...useFoundByBrand(typed, isAsked && isBrand(session)),
    ...useFoundByRetailer(typed, isAsked && isRetailer(session)),
    ...useFoundByOperator(typed, isAsked && isOperator(session)),
  ]
  if (query.trim() === '') return []
  return groups
    .filter(({ actions }) => actions.length > 0)
    .map(({ group, actions }) => ({
      group,
      // The server has searched; the palette keeps what it found.
      actions: actions.map((action) => ({ ...action, keywords: [query] })),
    }))
}

/** Orders by reference, retailer or SKU, retailers by name, and products by name, SKU or bar code. */
function useFoundByBrand(text: string, enabled: boolean): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { data: orders = [] } = useQuery({ ...foundOrdersQuery(text), enabled })
  const { data: retailers = [] } = useQuery({ ...foundOwnRetailersQuery(text), enabled })
  const { data: products = [] } = useQuery({ ...foundProductsQuery(text), enabled })
  return [
    {
      group: words.orders.palette,
      actions: orders.map(({ id, attributes: { reference, status }, related: { retailer } }) => ({
        id,
        label: `${reference} · ${retailer?.attributes.storeName ?? ''}`,
        description: words.orders.statuses[status] ?? status,
        onClick: () => void navigate({ to: paths.order, params: { orderId: id } }),
      })),
    },
    {
      group: words.palette.retailers,
      actions: retailers.map(({ id, attributes: { storeName, ordersCount } }) => ({
        id: `retailer ${id}`,
        label: storeName,
        description: words.palette.ordersOf(ordersCount),
        onClick: () => void navigate({ to: paths.orders, search: { tab: 'all', retailer: id } }),
      })),
    },
    {
      group: words.catalog.palette,
      actions: products.map(({ id, attributes }) => ({
        id,
        label: attributes.name,
        description: productWord(attributes),
        onClick: () => void navigate({ to: paths.product, params: { productId: id } }),
      })),
    },
  ]
}

/** A retailer's own orders. */
function useFoundByRetailer(text: string, enabled: boolean): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { data: purchases = [] } = useQuery({ ...foundPurchasesQuery(text), enabled })
  return [
    {
      group: words.purchases.palette,
      actions: purchases.map(({ id, attributes: { reference, status, brandName } }) => ({
        id,
        label: `${reference} · ${brandName}`,
        description: words.purchases.statuses[status] ?? status,
        onClick: () => void navigate({ to: paths.purchase, params: { orderId: id } }),
      })),
    },
  ]
}

/** Orders of all brands, and brands and retailers by name or email. */
function useFoundByOperator(text: string, enabled: boolean): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const { data: orders = [] } = useQuery({ ...foundOrdersOfAllQuery(text), enabled })
  const { data: brands = [] } = useQuery({ ...foundBrandsQuery(text), enabled })
  const { data: retailers = [] } = useQuery({ ...foundRetailersQuery(text), enabled })
  const search = { tab: 'settings' } as const
  return [
    {
      group: words.operatorOrders.palette,
      actions: orders.map(({ id, attributes: { reference, status, brandName, storeName } }) => ({
        id,
        label: `${reference} · ${brandName} · ${storeName}`,
        description: words.operatorOrders.statuses[status] ?? status,
        onClick: () => void navigate({ to: paths.orderOfMarketplace, params: { orderId: id } }),
      })),
    },
    {
      group: words.accounts.palette.brands,
      actions: brands.map(({ id, attributes: { name = id, suspendedAt } }) => ({
        id,
        label: name,
        description: accountWord(suspendedAt),
        onClick: () => void navigate({ to: paths.brandOfMarketplace, params: { brandId: id }, search }),
      })),
    },
    {
      group: words.accounts.palette.retailers,
      actions: retailers.map(({ id, attributes: { storeName = id, suspendedAt } }) => ({
        id,
        label: storeName,
        description: accountWord(suspendedAt),
        onClick: () => void navigate({ to: paths.retailerOfMarketplace, params: { retailerId: id }, search }),
      })),
    },
  ]
}

const accountWord = (suspendedAt: string | null | undefined) =>
  suspendedAt ? words.accounts.states.suspended : words.accounts.states.active

const { states } = words.catalog
const productWord = ({ archived, outOfStock }: { archived: boolean; outOfStock: boolean }) =>
  archived ? states.archived : outOfStock ? states.outOfStock : ''
