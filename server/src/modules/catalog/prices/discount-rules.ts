/** Discounts that a brand gives to retailers, beside those that its products carry themselves. Kept by the operator. */

import { createOnce } from '../../../domain/create-once.ts'
import { unknown } from '../../../domain/ownership.ts'
import { type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { newestFirst } from '../../../platform/keyset.ts'
import type { FindOwned, ListOwned } from '../../../platform/owned.ts'
import type { CatalogDiscountRulesRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { endsBeforeStart } from '../errors.ts'

export type DiscountRuleRow = CatalogDiscountRulesRow

export interface DiscountRule {
  name: string
  /** Null: retailers of every segment. */
  retailerSegment: string | null
  /** From 1 to 100. */
  ratePercent: number
  startsAt: Date
  /** The first moment without the discount; null: until further notice. */
  endsAt: Date | null
}

/** `at` is where the request says what is wanted, here and below. */
export async function createDiscountRule(
  work: Work,
  brandId: BrandId,
  { id, ...rule }: DiscountRule & { id?: string | undefined },
  at?: string,
): Promise<{ rule: DiscountRuleRow; created: boolean }> {
  const now = work.clock.now()
  const given = {
    what: 'discount rule',
    id,
    find: findRuleOfAnyBrand,
    isOwn: ({ brand_id }: DiscountRuleRow) => brand_id === brandId,
  }
  const creating = createOnce(work, given, async ({ db, ids }) => {
    const [created] = await db<[DiscountRuleRow]>`
      insert into catalog.discount_rules
        (brand_id, id, name, retailer_segment, rate_percent, starts_at, ends_at, created_at, updated_at)
      values (${brandId}, ${id ?? ids.next()}, ${rule.name}, ${rule.retailerSegment}, ${rule.ratePercent},
        ${rule.startsAt}, ${rule.endsAt}, ${now}, ${now})
      returning ${columns(db)}`
    return created
  })
  const { row, created } = await refuseBadPeriod(creating, at)
  return { rule: row, created }
}

/** Changes what is named and leaves the rest. */
export async function updateDiscountRule(
  { db, clock }: Work,
  id: string,
  changes: Partial<DiscountRule>,
  at?: string,
): Promise<DiscountRuleRow> {
  const brandId = await brandOfRule(db, id)
  if (Object.keys(changes).length === 0) return (await findDiscountRule(db, brandId, id)) ?? gone(id)
  const values = {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.retailerSegment !== undefined && { retailer_segment: changes.retailerSegment }),
    ...(changes.ratePercent !== undefined && { rate_percent: changes.ratePercent }),
    ...(changes.startsAt !== undefined && { starts_at: changes.startsAt }),
    ...(changes.endsAt !== undefined && { ends_at: changes.endsAt }),
    updated_at: clock.now(),
  }
  const changing = db<DiscountRuleRow[]>`
    update catalog.discount_rules
    set ${db(values)}
    where brand_id = ${brandId} and id = ${id}
    returning ${columns(db)}`
  const [changed] = await refuseBadPeriod(changing, at)
  return changed ?? gone(id)
}

export const findDiscountRule: FindOwned<DiscountRuleRow> = async (db, brandId, id) => {
  const [rule] = await db<DiscountRuleRow[]>`
    select ${columns(db)}
    from catalog.discount_rules
    where brand_id = ${brandId} and id = ${id}`
  return rule
}

/** Whose rule it is: paths of the operator name rules without their brand. */
async function brandOfRule(db: Queryable, id: string): Promise<string> {
  return (await findRuleOfAnyBrand(db, id))?.brand_id ?? gone(id)
}

/** Rides on discount_rules_id_idx. */
async function findRuleOfAnyBrand(db: Queryable, id: string): Promise<DiscountRuleRow | undefined> {
  const [rule] = await db<DiscountRuleRow[]>`
    select ${columns(db)} from catalog.discount_rules where id = ${id}`
  return rule
}

/** Also when it was deleted between two statements. */
function gone(id: string): never {
  throw unknown('discount rule', id)
}

/** One page, newest first; rides on discount_rules_newest_idx. */
export const listDiscountRules: ListOwned<DiscountRuleRow> = async (db, brandId, walk) => {
  return await db<DiscountRuleRow[]>`
    select ${columns(db)}
    from catalog.discount_rules
    where brand_id = ${brandId}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from catalog.discount_rules where brand_id = ${brandId} and id = ${cursor}`)}`
}

export async function deleteDiscountRule(db: Queryable, id: string): Promise<void> {
  const brandId = await brandOfRule(db, id)
  const deleted = await db`
    delete from catalog.discount_rules where brand_id = ${brandId} and id = ${id} returning id`
  if (deleted.length === 0) gone(id)
}

const columns = (db: Queryable) =>
  db`brand_id, id, name, retailer_segment, rate_percent, starts_at, ends_at, created_at, updated_at`

async function refuseBadPeriod<T>(write: PromiseLike<T>, at: string | undefined): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'discount_rules_period') throw endsBeforeStart(at)
    throw error
  }
}
