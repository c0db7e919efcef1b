/** Changes the addresses of an order. */
import { joinProblems } from '@tradehall/jsonapi'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction } from '../../../platform/work.ts'
import { addressNotEditable } from '../errors.ts'
import { orderEvents } from '../events.ts'
import { type BrandOrder, findOrder, type LockedOrder, type OrderRow } from '../order/order-row.ts'
import { type AddressKind, mayEditAddress } from './address-rules.ts'
import { type Mover, writeHistory } from './history-writer.ts'
import { lockOrder } from './moves.ts'
import { type AddressWork, decideRoute, withMethods } from './shipping-methods.ts'

const EDITS = {
  billing: {
    command: 'edit-billing-address',
    column: 'billing_address',
    event: orderEvents.billingAddressUpdated,
  },
  shipping: {
    command: 'edit-shipping-address',
    column: 'shipping_address',
    event: orderEvents.shippingAddressUpdated,
  },
} as const

type NewAddresses = { [Kind in AddressKind]?: Address | undefined }

/**
 * Replaces one address or both; if one of them may no longer change, neither is replaced. An unchanged address is not
 * written and fires no event. A new shipping address also updates the available shipping methods.
 */
export async function editAddresses(
  work: AddressWork,
  { brandId, orderId }: BrandOrder,
  addresses: NewAddresses,
  by: Mover,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, brandId, orderId)
    const changes = changesIn(addresses, order)
    refuseFixedAddresses(
      changes.map(({ kind }) => kind),
      order,
    )
    for (const { kind, address } of changes) {
      const { command, column, event } = EDITS[kind]
      const shipment = kind === 'shipping' ? await shipmentTo(work, order, address) : {}
      await writeHistory(work, order, {
        columns: { [column]: address, ...shipment },
        entry: { command, from: order.status, to: order.status, by, event },
      })
    }
    const edited = await findOrder(work.db, brandId, orderId)
    invariant(edited, 'a locked order exists')
    return edited
  })
}

/** Throws a problem for each of the addresses that can no longer change. */
export function refuseFixedAddresses(
  kinds: readonly AddressKind[],
  order: Pick<LockedOrder, 'id' | 'status'>,
): void {
  const fixed = kinds.filter((kind) => !mayEditAddress(kind, order.status))
  if (fixed.length > 0) throw joinProblems(fixed.map((kind) => addressNotEditable(kind, order)))
}

async function shipmentTo(work: AddressWork, { brand_id, shipment }: LockedOrder, { countryCode }: Address) {
  const { methods } = await decideRoute(work, brand_id, countryCode)
  return { shipment: withMethods(shipment, methods) }
}

function changesIn(addresses: NewAddresses, order: LockedOrder): { kind: AddressKind; address: Address }[] {
  return (['billing', 'shipping'] as const).flatMap((kind) => {
    const address = addresses[kind] && wholeAddress(addresses[kind])
    if (!address || isSame(address, order[EDITS[kind].column] as Address)) return []
    return [{ kind, address }]
  })
}

const isSame = (one: Address, other: Address) =>
  JSON.stringify(wholeAddress(one)) === JSON.stringify(wholeAddress(other))
