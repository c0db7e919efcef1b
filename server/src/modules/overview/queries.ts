/** Reads an overview: the pending work of all modules and the trends, with one statement. */
import type { PendingRequest, PendingWork } from '../../module.ts'
import { type Fragment, limitTo, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import {
  type OrderTrends,
  orderTrends,
  type SelectedCard,
  selectOrderCard,
  selectWorkFigures,
  type TrendPeriod,
  type WorkFigures,
} from '../ordering/index.ts'

interface PendingItem {
  id: string
  name: string
  about: string | null
  /** As PostgreSQL writes instants in JSON. */
  since: string
  due_on: string | null
  /** Of work that is about orders. */
  card: SelectedCard | null
}

export interface PendingGroup {
  kind: string
  count: number
  first: readonly PendingItem[]
}

export interface Overview {
  pending: readonly PendingGroup[]
  work: WorkFigures
  trends: OrderTrends
}

/** How many items of a kind are listed; the dashboard links to the rest. */
export const MAX_LISTED_ITEMS = 5

/** Planned anew for each brand: the best plan for a brand with ten orders takes seconds for a brand with many. */
export async function readOverview(
  db: Queryable,
  brandId: BrandId,
  { kinds, asked, period }: { kinds: readonly PendingWork[]; asked: PendingRequest; period: TrendPeriod },
): Promise<Overview> {
  const [overview] = await planAnew(
    db<Overview[]>`
      select json_build_array(${separated(db, groupsOf(db, brandId, kinds, asked))}) as pending,
        (${selectWorkFigures(db, brandId)}) as work,
        (${orderTrends(db, brandId, period)}) as trends`,
  )
  invariant(overview, 'a select without a table returns one row')
  return overview
}

const groupsOf = (
  db: Queryable,
  brandId: BrandId,
  kinds: readonly PendingWork[],
  asked: PendingRequest,
): Fragment[] =>
  kinds.flatMap(({ kind, firstBy, select, isAboutOrders = false }) => {
    const waiting = select(db, asked)
    const card = isAboutOrders ? db`(${selectOrderCard(db, brandId, db`listed.id`)})` : db`null::json`
    return waiting ? [group(db, { kind, firstBy, waiting, card })] : []
  })

const group = (
  db: Queryable,
  {
    kind,
    firstBy,
    waiting,
    card,
  }: { kind: string; firstBy: PendingWork['firstBy']; waiting: Fragment; card: Fragment },
) => db`
  json_build_object(
    'kind', ${kind}::text,
    'count', (select count(*) from (${waiting}) as waiting),
    'first', (
      select coalesce(json_agg(row_to_json(first)), '[]')
      from (
        select listed.*, ${card} as card
        from (
          select id, name, about, since, due_on
          from (${waiting}) as waiting
          order by ${firstBy === 'since' ? db`since` : db`due_on`}, id
          ${limitTo(db, MAX_LISTED_ITEMS)}
        ) as listed
        order by ${firstBy === 'since' ? db`since` : db`due_on`}, id
      ) as first
    )
  )`

const separated = (db: Queryable, fragments: readonly Fragment[]): Fragment[] =>
  fragments.map((fragment, i) => (i === 0 ? fragment : db`, ${fragment}`))
