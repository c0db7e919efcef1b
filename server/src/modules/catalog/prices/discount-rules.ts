/** Discounts of a brand for retailers, in addition to those of its products. The operator manages them. */
import { createOnce, notedFor } from '../../../domain/create-once.ts'
import { unknown } from '../../../domain/ownership.ts'
import { oneOf, type Queryable, violatedConstraint } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { brandOfId } from '../../../platform/owned-ids.ts'
import { newestFirst, newestOfBrand } from '../../../platform/queries/keyset.ts'
import type { FindOwned, ListAll, ListOwned } from '../../../platform/queries/owned.ts'
import { versionOf } from '../../../platform/queries/row-version.ts'
import type { CatalogDiscountRulesRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import { brandNameOf } from '../../identity/index.ts'
import { discountEndsBeforeStart } from '../errors.ts'

export type DiscountRuleRow = CatalogDiscountRulesRow & { brand_name: string }

export interface DiscountRule {
  name: string
  /** Null for retailers of every segment. */
  retailerSegment: string | null
  /** From 1 to 100. */
  ratePercent: number
  startsAt: Date
  /** The first instant without the discount; null if the rule has no end. */
  endsAt: Date | null
}

const NOTED_AS = 'discount rule'

/** `at` is the JSON pointer to the attributes in the request, here and below. */
export async function createDiscountRule(
  work: Work,
  brandId: BrandId,
  { id, ...rule }: DiscountRule & { id?: string | undefined },
  at?: string,
): Promise<{ rule: DiscountRuleRow; created: boolean }> {
  const now = work.clock.now()
  const creation = notedFor(brandId, {
    what: NOTED_AS,
    id,
    find: findDiscountRule,
  })
  const creating = createOnce(work, creation, async ({ db, ids }) => {
    const newId = id ?? ids.next()
    await db`
      insert into catalog.discount_rules
        (brand_id, id, name, retailer_segment, rate_percent, starts_at, ends_at, created_at, updated_at)
      values (${brandId}, ${newId}, ${rule.name}, ${rule.retailerSegment}, ${rule.ratePercent},
        ${rule.startsAt}, ${rule.endsAt}, ${now}, ${now})`
    return (await findDiscountRule(db, brandId, newId)) ?? notFound(newId)
  })
  const { row, created } = await rejectInvalidPeriod(creating, at)
  return { rule: row, created }
}

/** Changes only the given attributes. */
export async function updateDiscountRule(
  { db, clock }: Work,
  id: string,
  changes: Partial<DiscountRule>,
  at?: string,
): Promise<DiscountRuleRow> {
  const brandId = await brandOfRule(db, id)
  if (Object.keys(changes).length === 0) return (await findDiscountRule(db, brandId, id)) ?? notFound(id)
  const values = {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.retailerSegment !== undefined && { retailer_segment: changes.retailerSegment }),
    ...(changes.ratePercent !== undefined && { rate_percent: changes.ratePercent }),
    ...(changes.startsAt !== undefined && { starts_at: changes.startsAt }),
    ...(changes.endsAt !== undefined && { ends_at: changes.endsAt }),
    updated_at: clock.now(),
  }
  const changing = db`
    update catalog.discount_rules
    set ${db(values)}
    where brand_id = ${brandId} and id = ${id}`
  await rejectInvalidPeriod(changing, at)
  return (await findDiscountRule(db, brandId, id)) ?? notFound(id)
}

export const findDiscountRule: FindOwned<DiscountRuleRow> = async (db, brandId, id) => {
  const [rule] = await db<DiscountRuleRow[]>`
    select ${columns(db)}
    from catalog.discount_rules
    where brand_id = ${brandId} and id = ${id}`
  return rule
}

/** The paths of the operator identify rules without their brand. */
async function brandOfRule(db: Queryable, id: string): Promise<string> {
  return (await findRuleOfAnyBrand(db, id))?.brand_id ?? notFound(id)
}

/** All brands are asked, with discount_rules_id_idx, for what the previous version has created without a note. */
export async function findRuleOfAnyBrand(db: Queryable, id: string): Promise<DiscountRuleRow | undefined> {
  const brandId = await brandOfId(db, NOTED_AS, id)
  if (brandId !== undefined) return await findDiscountRule(db, brandId, id)
  const [rule] = await db<DiscountRuleRow[]>`
    select ${columns(db)} from catalog.discount_rules where id = ${id}`
  return rule
}

/** The rule may also have been deleted between two statements. */
function notFound(id: string): never {
  throw unknown('discount rule', id)
}

/** One page, newest first; uses discount_rules_newest_idx. */
export const listDiscountRules: ListOwned<DiscountRuleRow> = async (db, brandId, walk) => {
  return await db<DiscountRuleRow[]>`
    select ${columns(db)} from catalog.discount_rules where brand_id = ${brandId}
      ${newestOfBrand(db, walk, 'catalog.discount_rules', brandId)}`
}

export interface RuleFilter {
  id?: readonly string[] | undefined
  brandId?: readonly BrandId[] | undefined
  retailerSegment?: readonly string[] | undefined
  /** The segment of a retailer; null if it has none. Undefined for the rules of all. */
  appliesTo?: string | null | undefined
  active?: boolean | undefined
  now: Date
}

/** One page of the rules of all brands, newest first; uses discount_rules_of_all_idx or the index of the filter. */
export const listRulesOfAll: ListAll<DiscountRuleRow, RuleFilter> = async (db, filter, walk) => {
  const { id, brandId, retailerSegment, appliesTo, active, now } = filter
  const isActive = db`(starts_at <= ${now} and (ends_at is null or ends_at > ${now}))`
  return await db<DiscountRuleRow[]>`
    select ${columns(db)}
    from catalog.discount_rules
    where true
      ${id ? db`and id = ${oneOf(db, id)}` : db``}
      ${brandId ? db`and brand_id = any(${brandId as string[]}::uuid[])` : db``}
      ${retailerSegment ? db`and retailer_segment in ${db(retailerSegment)}` : db``}
      ${appliesTo === undefined ? db`` : db`and (retailer_segment is null or retailer_segment = ${appliesTo})`}
      ${active === undefined ? db`` : active ? db`and ${isActive}` : db`and not ${isActive}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from catalog.discount_rules where id = ${cursor}`)}`
}

/** Differs after every change of a rule; a deletion is noticed among the newest hundred. Uses discount_rules_of_all_idx. */
export async function latestOfRules(db: Queryable): Promise<string> {
  const rows = await db<CatalogDiscountRulesRow[]>`
    select id, name, retailer_segment, rate_percent, starts_at, ends_at, updated_at
    from catalog.discount_rules
    order by created_at desc, id desc
    limit 100`
  const [latest] = await db<{ at: string | null }[]>`
    select max(updated_at)::text as at from catalog.discount_rules`
  return versionOf([latest?.at, ...rows.map((row) => JSON.stringify(Object.values(row)))])
}

export async function deleteDiscountRule(db: Queryable, id: string): Promise<void> {
  const brandId = await brandOfRule(db, id)
  const deleted = await db`
    delete from catalog.discount_rules where brand_id = ${brandId} and id = ${id} returning id`
  if (deleted.length === 0) notFound(id)
}

const columns = (db: Queryable) =>
  db`brand_id, id, name, retailer_segment, rate_percent, starts_at, ends_at, created_at, updated_at,
    ${brandNameOf(db, db`brand_id`)} as brand_name`

async function rejectInvalidPeriod<T>(write: PromiseLike<T>, at: string | undefined): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) === 'discount_rules_period') throw discountEndsBeforeStart(at)
    throw error
  }
}
