/** Reads an overview: the pending work of all modules and the trends, at once. */
import type { AttemptsOfHour, PendingRequest, PendingWork, SelectAttemptsByHour } from '../../module.ts'
import { type Fragment, limitTo, planAnew, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { type CallFigures, selectCallFigures } from '../identity/index.ts'
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
  attempts: readonly AttemptsOfHour[]
  calls: CallFigures
}

/** What other modules contribute. */
export interface OverviewSources {
  kinds: readonly PendingWork[]
  attemptsByHour: SelectAttemptsByHour | undefined
}

/** How many items of a kind are listed; the dashboard links to the rest. */
export const MAX_LISTED_ITEMS = 5

/** Planned anew for each brand: the best plan for a brand with ten orders takes seconds for a brand with many. */
export async function readOverview(
  db: Queryable,
  brandId: BrandId,
  { kinds, attemptsByHour }: OverviewSources,
  { asked, period, dayBefore }: { asked: PendingRequest; period: TrendPeriod; dayBefore: Date },
): Promise<Overview> {
  const asking = kinds.flatMap(({ select, isAboutOrders = false, ...kind }) => {
    const waiting = select(db, asked)
    const card = isAboutOrders ? db`(${selectOrderCard(db, brandId, db`listed.id`)})` : db`null::json`
    return waiting ? [{ ...kind, waiting, card }] : []
  })
  // A statement that reads tables of the coordinator and of the brand would ask all nodes of a cluster.
  const [[ofBrand], [ofCoordinator]] = await Promise.all([
    planAnew(
      db<Omit<Overview, 'calls'>[]>`
        select ${groupsOf(
          db,
          asking.filter((one) => !one.isOnCoordinator),
        )} as pending,
          (${selectWorkFigures(db, brandId)}) as work,
          (${orderTrends(db, brandId, period)}) as trends,
          (${attemptsByHour?.(db, brandId, dayBefore) ?? db`select '[]'::json`}) as attempts`,
    ),
    planAnew(
      db<Pick<Overview, 'pending' | 'calls'>[]>`
        select ${groupsOf(
          db,
          asking.filter((one) => one.isOnCoordinator),
        )} as pending,
          (${selectCallFigures(db, brandId, dayBefore)}) as calls`,
    ),
  ])
  invariant(ofBrand && ofCoordinator, 'a select without a table returns one row')
  const groups = new Map([...ofBrand.pending, ...ofCoordinator.pending].map((one) => [one.kind, one]))
  return {
    ...ofBrand,
    calls: ofCoordinator.calls,
    pending: asking.flatMap(({ kind }) => groups.get(kind) ?? []),
  }
}

type Asking = Pick<PendingWork, 'kind' | 'firstBy' | 'isOnCoordinator'> & {
  waiting: Fragment
  card: Fragment
}

const groupsOf = (db: Queryable, kinds: readonly Asking[]): Fragment =>
  db`json_build_array(${separated(
    db,
    kinds.map((one) => group(db, one)),
  )})`

const group = (db: Queryable, { kind, firstBy, waiting, card }: Asking) => db`
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
