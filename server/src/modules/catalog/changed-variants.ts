/** The list of variants by change: of the variant itself or of its stock. */
import type { CutChanges } from '../../http/lists/changes.ts'
import { limitTo, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import {
  type ChangedRow,
  type ChangePosition,
  type ChangeWalk,
  oldestChangeFirst,
} from '../../platform/queries/changes.ts'
import { stockChanges } from '../stock/index.ts'
import { conditions, listColumns, quantities, type VariantFilter, type VariantRow } from './variants.ts'

/** The maximum number of changes that are read for a page. A variant with several of these changes is listed once. */
const WINDOW = 1000

/** The `end` columns have the position of the last change that was read. `is_cut`: there may be more changes. */
type Fetched = (VariantRow & ChangedRow) | { id: null }
export type ChangedVariant = Fetched & { is_cut: boolean; end_micros: number | null; end_id: string | null }

/**
 * Reads the next changes and their variants, each at its last change. There is at least one row with the `end` columns,
 * because the filter may exclude all variants. Uses variants_changed_idx and the indexes of `stockChanges`.
 */
export function listChangedVariants(
  db: Queryable,
  brandId: BrandId,
  filter: VariantFilter,
  { from, limit }: ChangeWalk,
) {
  const changes = { from, limit: WINDOW }
  return db<ChangedVariant[]>`
    with change as materialized (
      (
        select changed_at as at, id from catalog.variants where brand_id = ${brandId} ${oldestChangeFirst(db, changes)}
      )
      union all
      ${stockChanges(db, brandId, changes)}
      order by at, id
      ${limitTo(db, WINDOW)}
    ), changed as (
      select id, max(at) as at from change group by id
    ), page as (
      select ${listColumns(db)}, changed.at, platform.micros(changed.at) as changed_micros
      from changed
      join catalog.variants on variants.brand_id = ${brandId} and variants.id = changed.id
      ${quantities(db)}
      where true ${conditions(db, filter)}
      order by changed.at, changed.id
      ${limitTo(db, limit)}
    )
    select page.*, (select count(*) from change) = ${WINDOW}::int as is_cut,
      platform.micros(last.at) as end_micros, last.id as end_id
    from (select) as always
    left join (select at, id from change order by at desc, id desc limit 1) as last on true
    left join page on true
    order by page.at, page.id`
}

/** The next page begins after the last variant of this page or, if all variants fit, after the last change that was read. */
export function cutChangedVariants(
  fetched: readonly ChangedVariant[],
  limit: number,
): CutChanges<VariantRow & ChangedRow> {
  const found = fetched.filter((row): row is ChangedVariant & VariantRow & ChangedRow => row.id !== null)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length > limit && last) return { rows, next: { micros: last.changed_micros, id: last.id } }
  const [first] = fetched
  return { rows, next: first && endOf(first) }
}

function endOf({ is_cut, end_micros, end_id }: ChangedVariant): ChangePosition | undefined {
  return is_cut && end_micros !== null && end_id !== null ? { micros: end_micros, id: end_id } : undefined
}
