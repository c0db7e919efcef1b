import { useNavigate } from '@tanstack/react-router'
import { isOperator, isRetailer } from '../access.ts'
import { findOrderOfAll } from '../api/operator-orders-queries.ts'
import { findByReference } from '../api/orders-queries.ts'
import { findPurchase } from '../api/purchases-queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'

/** Opens the order with a reference, or the list of those that begin with it. */
export function useOpenReference(): (reference: string) => Promise<void> {
  const navigate = useNavigate()
  const session = useSession()
  const openPurchase = async (reference: string) => {
    const orderId = await findPurchase(reference)
    if (orderId) await navigate({ to: paths.purchase, params: { orderId } })
    else await navigate({ to: paths.purchases, search: { tab: 'all', q: reference } })
  }
  const openOrderOfAll = async (reference: string) => {
    const orderId = await findOrderOfAll(reference)
    if (orderId) await navigate({ to: paths.orderOfMarketplace, params: { orderId } })
    else await navigate({ to: paths.ordersOfMarketplace, search: { q: reference } })
  }
  const openOrder = async (reference: string) => {
    const orderId = await findByReference(reference)
    if (orderId) await navigate({ to: paths.order, params: { orderId } })
    else await navigate({ to: paths.orders, search: { tab: 'all', q: reference } })
  }
  if (isRetailer(session)) return openPurchase
  return isOperator(session) ? openOrderOfAll : openOrder
}
