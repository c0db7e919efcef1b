/** Lowers quantities while a brand accepts an order. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { unprocessable } from '../../../domain/problems.ts'
import type { VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { release } from '../../stock/index.ts'
import { moreThanThere, noItemsLeft } from '../errors.ts'
import { stockMovement } from '../life/order-stock.ts'
import type { ItemChange } from '../life/transition-bodies.ts'
import {
  type BillingItemRow,
  billingItemsOfOrder,
  type ItemRow,
  itemsOfOrder,
  orderedQuantity,
  type RemovedItem,
} from '../order/items.ts'
import type { Effects, LockedOrder } from '../order/order-row.ts'
import { lineAmounts, netAmount, totals } from './amounts.ts'
import { fees } from './fees.ts'

/** Lowers quantities, releases the stock, and recalculates all amounts. `at` is the pointer to the changes in the body. */
export async function changeItems(
  work: Work,
  order: LockedOrder,
  { changes, at }: { changes: readonly ItemChange[]; at: string },
): Promise<Effects> {
  const { db: tx } = work
  if (changes.length === 0) return {}
  const [items, billingItems] = await Promise.all([
    itemsOfOrder(tx, order.brand_id, order.id),
    billingItemsOfOrder(tx, order.brand_id, order.id),
  ])
  const wanted = validateChanges(items, changes, at)
  const lowered = items.flatMap((item) => {
    const quantity = wanted.get(item.id) ?? item.quantity
    return quantity < item.quantity ? [{ ...item, from: item.quantity, quantity }] : []
  })
  if (lowered.length === 0) return {}
  const kept = items.flatMap((item) => {
    const quantity = wanted.get(item.id) ?? item.quantity
    return quantity > 0 ? [repriceItem(item, quantity)] : []
  })
  if (kept.length === 0) throw noItemsLeft(at)
  const removed = items.filter(({ id }) => wanted.get(id) === 0).map(asRemoved)
  const charged = recalculateFees(order, kept, billingItems)
  const freed = lowered.map(({ variant_id, from, quantity }) => ({
    variantId: variant_id,
    quantity: from - quantity,
  }))
  const [released] = await Promise.all([
    release(work, order.brand_id, freed, stockMovement(order.id, order.move_count + 1, 'brand_confirmed')),
    saveItems(work, order, kept, lowered),
    saveBillingItems(work, order, charged.billingItems),
  ])
  invariant(released.applied, `the lines of order ${order.id} are in the ledger`)
  return {
    columns: {
      ...charged.columns,
      item_ids: kept.map(({ id }) => id),
      variant_ids: kept.map(({ variant_id }) => variant_id),
      ...(removed.length > 0 && { removed_items: [...(order.removed_items ?? []), ...removed] }),
    },
    details: {
      items: lowered.map(({ id, variant_id, from, quantity }) => ({
        id,
        productVariantId: variant_id,
        from,
        to: quantity,
      })),
      net: { from: order.net_minor, to: charged.columns.net_minor },
      ...(removed.length > 0 && { removedItems: removed }),
    },
  }
}

/** Returns the new quantities by item id, or throws one problem for each invalid change. */
function validateChanges(
  items: readonly ItemRow[],
  changes: readonly ItemChange[],
  at: string,
): Map<string, number> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const wanted = new Map<string, number>()
  const problems: Problem[] = []
  changes.forEach(({ id, attributes: { quantity } }, i) => {
    const item = byId.get(id)
    const refuse = (detail: string, member: string) =>
      problems.push(unprocessable(detail, { pointer: `${at}.${i}.${member}` }))
    if (!item) refuse(`The order has no item ${id}.`, 'id')
    else if (wanted.has(id)) refuse(`The item ${id} is named twice.`, 'id')
    else if (quantity > item.quantity)
      problems.push(moreThanThere(`${at}.${i}.attributes.quantity`, quantity, item.quantity))
    wanted.set(id, quantity)
  })
  if (problems.length > 0) throw joinProblems(problems)
  return wanted
}

function repriceItem(item: ItemRow, quantity: number): ItemRow {
  const { amountMinor, vatMinor } = lineAmounts({
    quantity,
    unitMultiplier: item.unit_multiplier,
    unitPriceMinor: item.unit_price_minor,
    vatRate: item.vat_rate,
  })
  return { ...item, quantity, amount_minor: amountMinor, vat_minor: vatMinor }
}

function asRemoved(item: ItemRow): RemovedItem {
  const { quantity, amount_minor } = repriceItem(item, orderedQuantity(item))
  return {
    id: item.id,
    productVariantId: item.variant_id as VariantId,
    orderedQuantity: quantity,
    multipliedOrderedQuantity: quantity * item.unit_multiplier,
    vatRate: item.vat_rate,
    brandUnitPrice: item.unit_price_minor,
    orderedAmount: amount_minor,
  }
}

const amountsOf = (row: { amount_minor: number; vat_minor: number }) => ({
  amountMinor: row.amount_minor,
  vatMinor: row.vat_minor,
})

/** Fees are recalculated from the new total with the terms of the order; other billing items stay. */
function recalculateFees(
  order: LockedOrder,
  items: readonly ItemRow[],
  billingItems: readonly BillingItemRow[],
) {
  const sums = totals(items.map(amountsOf))
  const terms = {
    platformFeePercent: order.platform_fee_percent,
    newCustomerFeePercent: order.new_customer_fee_percent,
    feeVatPercent: order.fee_vat_percent,
  }
  const newFees = new Map<string, { amountMinor: number; vatMinor: number }>(
    fees(sums.totalMinor, terms).map((fee) => [fee.type, fee]),
  )
  const charged = billingItems.map((item) => {
    const { amountMinor, vatMinor } = newFees.get(item.type) ?? amountsOf(item)
    return { ...item, amount_minor: amountMinor, vat_minor: vatMinor }
  })
  const net = netAmount(
    sums,
    charged.map((item) => ({ type: item.type, ...amountsOf(item) })),
  )
  return {
    billingItems: charged,
    columns: { total_minor: sums.totalMinor, total_vat_minor: sums.totalVatMinor, net_minor: net },
  }
}

async function saveItems(
  { db: tx, clock }: Work,
  { brand_id }: LockedOrder,
  kept: readonly ItemRow[],
  lowered: readonly ItemRow[],
): Promise<void> {
  const removed = lowered.filter(({ quantity }) => quantity === 0).map(({ id }) => id)
  const changed = kept.filter(({ id }) => lowered.some((item) => item.id === id))
  await tx`
    with removed as (
      delete from ordering.items where brand_id = ${brand_id} and id = any(${removed}::uuid[])
    )
    update ordering.items
    set quantity = changed.quantity, ordered_quantity = coalesce(items.ordered_quantity, items.quantity), amount_minor = changed.amount_minor, vat_minor = changed.vat_minor,
      updated_at = ${clock.now()}
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ quantity }) => quantity)}::int[],
      ${changed.map(({ amount_minor }) => amount_minor)}::bigint[], ${changed.map(({ vat_minor }) => vat_minor)}::bigint[]
    ) as changed (id, quantity, amount_minor, vat_minor)
    where items.brand_id = ${brand_id} and items.id = changed.id`
}

async function saveBillingItems(
  { db: tx, clock }: Work,
  { brand_id }: LockedOrder,
  charged: readonly BillingItemRow[],
): Promise<void> {
  await tx`
    update ordering.billing_items
    set amount_minor = charged.amount_minor, vat_minor = charged.vat_minor, updated_at = ${clock.now()}
    from unnest(
      ${charged.map(({ id }) => id)}::uuid[], ${charged.map(({ amount_minor }) => amount_minor)}::bigint[],
      ${charged.map(({ vat_minor }) => vat_minor)}::bigint[]
    ) as charged (id, amount_minor, vat_minor)
    where billing_items.brand_id = ${brand_id} and billing_items.id = charged.id
      and (billing_items.amount_minor, billing_items.vat_minor) <> (charged.amount_minor, charged.vat_minor)`
}
