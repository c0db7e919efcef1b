/** The loaders of this module's resources. */

import type { Loader } from '@tradehall/jsonapi'
import type { Ctx } from '../../../http/operation.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { lotKeeper } from '../ledger/lots.ts'
import { findPostingsOf, findTransactions } from './movements.ts'
import { findStates, type LedgerPlace } from './states.ts'

/** A loader sees ids only, but the balances of a page of postings depend on where the page begins. */
export const stateBefore = new WeakMap<Ctx, LedgerPlace | undefined>()

/** Loads with the brand that asks; nobody else sees a ledger. */
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
    async (ctx, brandId, ids) => (await lotKeeper.extension?.load(ctx.db, brandId, ids)) ?? [],
  ),
  postingsOfTransactions: ofBrand((ctx, brandId, ids) => findPostingsOf(ctx.db, brandId, ids)),
}
