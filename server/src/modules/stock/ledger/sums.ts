/** The sums of the whole ledger, by which a copy of the database is compared with the original. */
import { WAREHOUSE_COLUMNS } from './warehouse-levels.ts'

const held = Object.entries(WAREHOUSE_COLUMNS).map(
  ([status, column]) => `
  union all
  select 'stock held as ${status}', sum(${column})
  from ${['available', 'reserved'].includes(column) ? 'held' : 'stock.warehouse_levels'}`,
)

/** The statement as text, for connections that copy. It returns rows with `name` and `sum`. */
export const LEDGER_SUMS = `
with held as (
  select available, reserved from stock.levels
  union all
  select available, reserved from stock.warehouse_levels
)
select name, coalesce(sum, 0)::text as sum
from (
  select 'stock posted as ' || status as name, sum(quantity) as sum from stock.postings group by status
  ${held.join('')}
) as sums
order by name`

/** The statuses in which levels and postings differ. They never do, unless there is a bug. */
export function unbalancedStatuses(sums: Readonly<Record<string, string>>): string[] {
  return Object.keys(WAREHOUSE_COLUMNS).filter(
    (status) => (sums[`stock posted as ${status}`] ?? '0') !== (sums[`stock held as ${status}`] ?? '0'),
  )
}
