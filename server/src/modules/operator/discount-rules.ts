import type { Ctx } from '../../http/operation.ts'
import {
  brandOfDiscountRule,
  type DiscountRule,
  type DiscountRuleRow,
  deleteDiscountRule,
  findDiscountRule,
  updateDiscountRule,
} from '../catalog/index.ts'
import { unknown } from './errors.ts'

export async function changeDiscountRule(
  ctx: Ctx,
  id: string,
  changes: Partial<DiscountRule>,
): Promise<DiscountRuleRow> {
  const brandId = await brandOfRule(ctx, id)
  const rule =
    Object.keys(changes).length === 0
      ? await findDiscountRule(ctx.db, brandId, id)
      : await updateDiscountRule(ctx, brandId, id, changes)
  // It may have been deleted between the two questions.
  if (!rule) throw unknown('discount rule', id)
  return rule
}

export async function dropDiscountRule(ctx: Ctx, id: string): Promise<void> {
  const brandId = await brandOfRule(ctx, id)
  if (!(await deleteDiscountRule(ctx.db, brandId, id))) throw unknown('discount rule', id)
}

async function brandOfRule({ db }: Ctx, id: string): Promise<string> {
  const brandId = await brandOfDiscountRule(db, id)
  if (brandId === undefined) throw unknown('discount rule', id)
  return brandId
}
