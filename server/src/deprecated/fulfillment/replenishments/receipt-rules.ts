/** Plans the ledger movements of a receipt from the announced quantities. Pure functions. */
import type { Lot } from '../../../modules/stock/ledger/lots.ts'
import type { VariantId } from '../../../platform/ids.ts'
import type { Arrival } from '../warehouse/lots.ts'

export interface CountedBatches {
  variantId: VariantId
  status: Arrival['status']
  quantity: number
  lot?: Lot
}

export interface LedgerMove {
  type: 'replenishment' | 'replenishment_mismatch'
  from: 'incoming' | 'void'
  to: Arrival['status'] | 'void'
  lines: { variantId: VariantId; quantity: number; lot?: Lot }[]
}

/**
 * Announced batches move from `incoming`, surplus batches from `void`. At the last receipt, missing batches move from
 * `incoming` to `void`. `outstanding` contains the batches that were announced and not received yet.
 */
export function planReceipt(
  outstanding: ReadonlyMap<VariantId, number>,
  counted: readonly CountedBatches[],
  { isLast }: { isLast: boolean },
): LedgerMove[] {
  const left = new Map(outstanding)
  const moves = new Map<string, LedgerMove>()

  for (const { variantId, status, quantity, lot } of counted) {
    const expected = Math.min(quantity, left.get(variantId) ?? 0)
    left.set(variantId, (left.get(variantId) ?? 0) - expected)
    add({ type: 'replenishment', from: 'incoming', to: status }, { variantId, quantity: expected, lot })
    add(
      { type: 'replenishment_mismatch', from: 'void', to: status },
      { variantId, quantity: quantity - expected, lot },
    )
  }
  if (isLast) {
    for (const [variantId, quantity] of left) {
      add({ type: 'replenishment_mismatch', from: 'incoming', to: 'void' }, { variantId, quantity })
    }
  }
  return [...moves.values()]

  function add(
    move: Omit<LedgerMove, 'lines'>,
    { lot, ...line }: { variantId: VariantId; quantity: number; lot?: Lot | undefined },
  ): void {
    if (line.quantity === 0) return
    const key = `${move.type} ${move.from} ${move.to}`
    const same = moves.get(key) ?? { ...move, lines: [] }
    moves.set(key, same)
    same.lines.push({ ...line, ...(lot && { lot }) })
  }
}
