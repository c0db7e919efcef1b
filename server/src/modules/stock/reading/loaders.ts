/** The loaders of this module's resources. */
import type { Loader } from '@tradehall/jsonapi'
import type { Ctx } from '../../../http/operation.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { lotProvider } from '../ledger/lots.ts'
import { findPostingsOf, findTransactions } from './movements.ts'
import { findStates, type LedgerPosition } from './states.ts'

/** The earliest posting of a page, by request. Loaders get ids only, but included states are the balances before that posting. */
export const stateBefore = new WeakMap<Ctx, LedgerPosition | undefined>()

/** Loads rows of the brand that sends the request; no other account may read a ledger. */
const ofBrand =
  <Row extends { id: string }>(
    load: (ctx: Ctx, brandId: BrandId, ids: readonly string[]) => Promise<Row[]>,
  ): Loader<Ctx> =>
  async (ctx, ids) =>
    ctx.actor.account.kind === 'brand' ? await load(ctx, ctx.actor.account.brandId, ids) : []

export const stockLoaders: Record<string, Loader<Ctx>> = {
  stockState: ofBrand((ctx, brandId, ids) => findStates(ctx.db, brandId, ids, stateBefore.get(ctx))),
  stockTransaction: ofBrand((ctx, brandId, ids) => findTransactions(ctx.db, brandId, ids)),
  stockLot: ofBrand(
    async (ctx, brandId, ids) => (await lotProvider.extension?.load(ctx.db, brandId, ids)) ?? [],
  ),
  postingsOfTransactions: ofBrand((ctx, brandId, ids) => findPostingsOf(ctx.db, brandId, ids)),
}
