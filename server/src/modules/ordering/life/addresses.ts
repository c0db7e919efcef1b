import { joinProblems } from '@tradehall/jsonapi'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction } from '../../../platform/work.ts'
import { addressFixed } from '../errors.ts'
import { orderEvents } from '../events.ts'
import { findOrder, type OrderRow } from '../reading/orders.ts'
import { type AddressKind, mayEditAddress } from './address-rules.ts'
import { type LockedOrder, lockOrder, type Mover, writeHistory } from './moves.ts'
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

type GivenAddresses = { [Kind in AddressKind]?: Address | undefined }

/**
 * Replaces one address or both, or none where one of them may no longer change. An address that is the same already is
 * left alone and tells nobody. A new shipping address brings the ways in which the order can be shipped with it.
 */
export async function editAddresses(
  work: AddressWork,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  given: GivenAddresses,
  by: Mover,
): Promise<OrderRow> {
  return await inTransaction(work, async (work) => {
    const order = await lockOrder(work.db, brandId, orderId)
    const changes = changesIn(given, order)
    const fixed = changes.filter(({ kind }) => !mayEditAddress(kind, order.status))
    if (fixed.length > 0) throw joinProblems(fixed.map(({ kind }) => addressFixed(kind, order)))
    for (const [i, { kind, address }] of changes.entries()) {
      const { command, column, event } = EDITS[kind]
      const shown = kind === 'shipping' ? await shipmentTo(work, order, address) : {}
      await writeHistory(
        work,
        { ...order, move_count: order.move_count + i },
        {
          columns: { [column]: address, ...shown },
          entry: { command, from: order.status, to: order.status, by, event },
        },
      )
    }
    const edited = await findOrder(work.db, brandId, orderId)
    invariant(edited, 'a locked order is still there')
    return edited
  })
}

async function shipmentTo(work: AddressWork, { brand_id, shipment }: LockedOrder, { countryCode }: Address) {
  const { methods } = await decideRoute(work, brand_id, countryCode)
  return { shipment: withMethods(shipment, methods) }
}

function changesIn(given: GivenAddresses, order: LockedOrder): { kind: AddressKind; address: Address }[] {
  return (['billing', 'shipping'] as const).flatMap((kind) => {
    const address = given[kind] && wholeAddress(given[kind])
    if (!address || isSame(address, order[EDITS[kind].column] as Address)) return []
    return [{ kind, address }]
  })
}

const isSame = (one: Address, other: Address) =>
  JSON.stringify(wholeAddress(one)) === JSON.stringify(wholeAddress(other))
