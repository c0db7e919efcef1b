/** Lists of postings and transactions, in chronological or reverse order. */
import { type Fragment, limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { HasOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import { MOVEMENT_TYPES } from '../ledger/movement-types.ts'
import type { LedgerFilter, PostingFilter, TimeRange, TransactionFilter } from './filters.ts'
import type { PostingRow, TransactionRow } from './rows.ts'
import { atLocations } from './states.ts'

/** The statuses of a brand's own location; the others exist in warehouses only. */
const OWN_STATUSES = new Set(['available', 'reserved', 'void'])

export interface LedgerWalk extends Walk {
  descending: boolean
}

/**
 * A page of postings; uses postings_newest_idx. If the filter names variants, at most a page is read for each of them from
 * postings_variant_idx and the pages are merged, because the cost of sorting all their postings would grow with every
 * movement. A filter by movement uses postings_movement_idx in the same way.
 */
export async function walkPostings(
  db: Queryable,
  brandId: BrandId,
  filter: PostingFilter,
  walk: LedgerWalk,
): Promise<PostingRow[]> {
  const { productVariantIds } = filter
  const movements = movementsIn(filter)
  const { ahead, order } = directions(db, walk)
  const page = (named: Fragment) => db`
    select id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at,
      lot_id, lot_number, lot_expires_on
    from stock.postings as posting
    where brand_id = ${brandId} ${named}
      ${matching(db, brandId, filter)}
      ${
        walk.cursor === undefined
          ? db``
          : db`and (created_at, id) ${ahead} (
        select created_at, id from stock.postings where brand_id = ${brandId} and id = ${idIn(walk.cursor)}
      )`
      }
    order by created_at ${order}, id ${order}
    ${limitTo(db, walk.limit)}`
  const pageOfEach = (names: Fragment, named: Fragment) => db<PostingRow[]>`
    select page.*
    from (select distinct name from ${names} as name) as wanted
    cross join lateral (${page(named)}) as page
    order by page.created_at ${order}, page.id ${order}
    ${limitTo(db, walk.limit)}`

  if (productVariantIds) {
    const ofMovement = movements ? db`and movement_type = any(${movements})` : db``
    return await pageOfEach(
      db`unnest(${productVariantIds}::uuid[])`,
      db`and variant_id = wanted.name ${ofMovement}`,
    )
  }
  if (!movements) return await db<PostingRow[]>`${page(db``)}`
  return await pageOfEach(db`unnest(${movements}::text[])`, db`and movement_type = wanted.name`)
}

/** The movement types that the filter selects; undefined without a filter. */
function movementsIn({ movementType: selected }: PostingFilter): string[] | undefined {
  if (!selected) return undefined
  return (selected.in ?? MOVEMENT_TYPES).filter((type) => !selected.notIn?.includes(type))
}

export const hasPosting: HasOwned = async (db, brandId, cursor) => {
  const found = await db`select 1 from stock.postings where brand_id = ${brandId} and id = ${idIn(cursor)}`
  return found.length > 0
}

/** A page of transactions that have at least one posting that matches the filter. */
export async function walkTransactions(
  db: Queryable,
  brandId: BrandId,
  filter: TransactionFilter,
  walk: LedgerWalk,
): Promise<TransactionRow[]> {
  return filter.productVariantIds && !filter.relatedIds
    ? await walkTransactionsOfVariants(db, brandId, filter, walk)
    : await walkAllTransactions(db, brandId, filter, walk)
}

/** Uses transactions_newest_idx, or transactions_related_idx if the filter names references. */
async function walkAllTransactions(
  db: Queryable,
  brandId: BrandId,
  { relatedIds, ...filter }: TransactionFilter,
  walk: LedgerWalk,
): Promise<TransactionRow[]> {
  const { ahead, order } = directions(db, walk)
  const { productVariantIds, createdAt, ...ofPostings } = filter
  const filtersPostings = [productVariantIds, ...Object.values(ofPostings)].some(
    (value) => value !== undefined,
  )
  return await db<TransactionRow[]>`
    select id, related_id, metadata, created_at
    from stock.transactions as transaction
    where brand_id = ${brandId}
      ${relatedIds ? db`and related_id = any(${relatedIds})` : db``}
      ${
        filtersPostings
          ? db`and exists (
        select 1
        from stock.postings as posting
        where posting.brand_id = ${brandId} and posting.transaction_id = transaction.id
          ${productVariantIds ? db`and posting.variant_id = any(${productVariantIds}::uuid[])` : db``}
          ${matching(db, brandId, ofPostings)}
      )`
          : db``
      }
      ${within(db, db`created_at`, createdAt)}
      ${
        walk.cursor === undefined
          ? db``
          : db`and (created_at, id) ${ahead} (${positionOfTransaction(db, brandId, walk.cursor)})`
      }
    order by created_at ${order}, id ${order}
    ${limitTo(db, walk.limit)}`
}

/**
 * Uses postings_variant_idx: a posting has the timestamp of its transaction, so only transactions with equal timestamps
 * have to be sorted. `distinct` is needed because a transaction has several postings of a variant: two statuses, and in a
 * warehouse several lots.
 */
async function walkTransactionsOfVariants(
  db: Queryable,
  brandId: BrandId,
  filter: TransactionFilter,
  walk: LedgerWalk,
): Promise<TransactionRow[]> {
  const { ahead, order } = directions(db, walk)
  return await db<TransactionRow[]>`
    select transaction.id, related_id, metadata, transaction.created_at
    from (
      select distinct page.created_at, page.transaction_id
      from (select distinct unnest(${filter.productVariantIds ?? []}::uuid[]) as variant_id) as wanted
      cross join lateral (
        select distinct posting.created_at, posting.transaction_id
        from stock.postings as posting
        where posting.brand_id = ${brandId} and posting.variant_id = wanted.variant_id
          ${matching(db, brandId, filter)}
          ${
            walk.cursor === undefined
              ? db``
              : db`and (posting.created_at, posting.transaction_id) ${ahead} (
            ${positionOfTransaction(db, brandId, walk.cursor)}
          )`
          }
        order by posting.created_at ${order}, posting.transaction_id ${order}
        ${limitTo(db, walk.limit)}
      ) as page
      order by page.created_at ${order}, page.transaction_id ${order}
      ${limitTo(db, walk.limit)}
    ) as found
    join stock.transactions as transaction
      on transaction.brand_id = ${brandId} and transaction.id = found.transaction_id
    order by transaction.created_at ${order}, transaction.id ${order}`
}

export const hasTransaction: HasOwned = async (db, brandId, cursor) => {
  return (await positionOfTransaction(db, brandId, cursor)).length > 0
}

export const findTransactions: LoadOwned<TransactionRow> = async (db, brandId, ids) => {
  return await db<TransactionRow[]>`
    select id, related_id, metadata, created_at
    from stock.transactions
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** All postings of transactions in chronological order; uses postings_transaction_idx. */
export const findPostingsOf: LoadOwned<PostingRow> = async (db, brandId, transactionIds) => {
  return await db<PostingRow[]>`
    select id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at,
      lot_id, lot_number, lot_expires_on
    from stock.postings
    where brand_id = ${brandId} and transaction_id = ${oneOf(db, transactionIds)}
    order by created_at, id`
}

const positionOfTransaction = (db: Queryable, brandId: BrandId, cursor: string) => db`
  select created_at, id from stock.transactions where brand_id = ${brandId} and id = ${idIn(cursor)}`

function matching(db: Queryable, brandId: BrandId, { locationStatus, createdAt, ...scope }: LedgerFilter) {
  return db`
    ${within(db, db`posting.created_at`, createdAt)}
    ${locationStatus ? inStatus(db, brandId, locationStatus) : db``}
    ${atLocations(db, brandId, db`posting.location_id`, scope)}`
}

const within = (db: Queryable, column: Fragment, { from, to }: TimeRange = {}) => db`
  ${from === undefined ? db`` : db`and ${column} >= ${from}::timestamptz`}
  ${to === undefined ? db`` : db`and ${column} < ${to}::timestamptz`}`

/** For statuses that exist in warehouses only, no posting is read if the brand has no warehouse location. */
function inStatus(db: Queryable, brandId: BrandId, statuses: readonly string[]) {
  const isWarehouseOnly = statuses.every((status) => !OWN_STATUSES.has(status))
  const scope = isWarehouseOnly ? { locationTypes: ['warehouse'] } : {}
  return db`
    and posting.status = any(${statuses as string[]}) ${atLocations(db, brandId, db`posting.location_id`, scope)}`
}

function directions(db: Queryable, { descending, backwards }: LedgerWalk) {
  return descending !== backwards ? { ahead: db`<`, order: db`desc` } : { ahead: db`>`, order: db`asc` }
}

const UUID_LENGTH = 36
/** A cursor may have a timestamp after its uuid. The timestamp is not needed. */
const idIn = (cursor: string) => cursor.slice(0, UUID_LENGTH)
