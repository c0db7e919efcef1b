/**
 * A scanned or typed reference opens its order, wherever nothing else is typed. A scanner types the digits and presses Enter;
 * a person may do the same.
 */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isOperator, isRetailer } from '../access.ts'
import { findOrderOfAll } from '../api/operator-orders-queries.ts'
import { findByReference } from '../api/orders-queries.ts'
import { findPurchase } from '../api/purchases-queries.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'

/** Digits with a longer pause between them are not one reference. */
const PAUSE_MS = 2000

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

export function Scanner(): null {
  const open = useOpenReference()
  const typed = useRef({ digits: '', at: 0 })
  const read = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return
    const { digits, at } = typed.current
    const isContinued = event.timeStamp - at < PAUSE_MS
    if (/^\d$/.test(event.key)) {
      typed.current = { digits: (isContinued ? digits : '') + event.key, at: event.timeStamp }
      return
    }
    typed.current = { digits: '', at: 0 }
    if (event.key !== 'Enter' || digits === '' || !isContinued) return
    event.preventDefault()
    void open(digits)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => read(event)
    // Before the link or button that has the focus takes Enter for itself.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select')
