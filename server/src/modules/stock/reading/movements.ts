/** Reading the ledger: postings and transactions, in the order in which they were made or from the newest. */

import { type Fragment, limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/keyset.ts'
import type { HasOwned, LoadOwned } from '../../../platform/owned.ts'
import { MOVEMENT_TYPES } from '../ledger/movement-types.ts'
import type { LedgerFilter, PostingFilter, TransactionFilter } from './filters.ts'
import type { PostingRow, TransactionRow } from './rows.ts'
import { atPlaces } from './states.ts'

/** The others are for warehouses. */
const OWN_STATUSES = new Set(['available', 'reserved', 'void'])

export interface LedgerWalk extends Walk {
  descending: boolean
}

/**
 * A page of postings; rides on postings_newest_idx. Those of named variants are fetched for each of them along
 * postings_variant_idx, at most a page of each: sorting all their postings would cost more with every movement. In the
 * same way those of named movements ride on postings_movement_idx.
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

/** The movements asked for; undefined when all are. */
function movementsIn({ movementType: asked }: PostingFilter): string[] | undefined {
  if (!asked) return undefined
  return (asked.in ?? MOVEMENT_TYPES).filter((type) => !asked.notIn?.includes(type))
}

export const hasPosting: HasOwned = async (db, brandId, cursor) => {
  const found = await db`select 1 from stock.postings where brand_id = ${brandId} and id = ${idIn(cursor)}`
  return found.length > 0
}

/** A page of transactions that have at least one posting of what is asked for. */
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

/** Rides on transactions_newest_idx, or on transactions_related_idx for named references. */
async function walkAllTransactions(
  db: Queryable,
  brandId: BrandId,
  { relatedIds, ...filter }: TransactionFilter,
  walk: LedgerWalk,
): Promise<TransactionRow[]> {
  const { ahead, order } = directions(db, walk)
  const { productVariantIds } = filter
  const asksPostings = Object.values(filter).some((value) => value !== undefined)
  return await db<TransactionRow[]>`
    select id, related_id, metadata, created_at
    from stock.transactions as transaction
    where brand_id = ${brandId}
      ${relatedIds ? db`and related_id = any(${relatedIds})` : db``}
      ${
        asksPostings
          ? db`and exists (
        select 1
        from stock.postings as posting
        where posting.brand_id = ${brandId} and posting.transaction_id = transaction.id
          ${productVariantIds ? db`and posting.variant_id = any(${productVariantIds}::uuid[])` : db``}
          ${matching(db, brandId, filter)}
      )`
          : db``
      }
      ${
        walk.cursor === undefined
          ? db``
          : db`and (created_at, id) ${ahead} (${placeOfTransaction(db, brandId, walk.cursor)})`
      }
    order by created_at ${order}, id ${order}
    ${limitTo(db, walk.limit)}`
}

/**
 * Rides on postings_variant_idx: a posting has the time of its transaction, so the index gives transactions in the
 * right order but for those of the same moment, which are sorted. A transaction moves a variant from one status to one
 * other, and in a warehouse may do so for several lots.
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
            ${placeOfTransaction(db, brandId, walk.cursor)}
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
  return (await placeOfTransaction(db, brandId, cursor)).length > 0
}

export const findTransactions: LoadOwned<TransactionRow> = async (db, brandId, ids) => {
  return await db<TransactionRow[]>`
    select id, related_id, metadata, created_at
    from stock.transactions
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

/** All postings of transactions, in the order of their making; rides on postings_transaction_idx. */
export const findPostingsOf: LoadOwned<PostingRow> = async (db, brandId, transactionIds) => {
  return await db<PostingRow[]>`
    select id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at,
      lot_id, lot_number, lot_expires_on
    from stock.postings
    where brand_id = ${brandId} and transaction_id = ${oneOf(db, transactionIds)}
    order by created_at, id`
}

const placeOfTransaction = (db: Queryable, brandId: BrandId, cursor: string) => db`
  select created_at, id from stock.transactions where brand_id = ${brandId} and id = ${idIn(cursor)}`

function matching(db: Queryable, brandId: BrandId, { locationStatus, ...places }: LedgerFilter) {
  return db`
    ${locationStatus ? inStatus(db, brandId, locationStatus) : db``}
    ${atPlaces(db, brandId, db`posting.location_id`, places)}`
}

/** Asked for statuses that only warehouses know, the list of a brand without one is empty without a look at any posting. */
function inStatus(db: Queryable, brandId: BrandId, asked: readonly string[]) {
  const isElsewhere = asked.every((status) => !OWN_STATUSES.has(status))
  const places = isElsewhere ? { locationTypes: ['warehouse'] } : {}
  return db`
    and posting.status = any(${asked as string[]}) ${atPlaces(db, brandId, db`posting.location_id`, places)}`
}

function directions(db: Queryable, { descending, backwards }: LedgerWalk) {
  return descending !== backwards ? { ahead: db`<`, order: db`desc` } : { ahead: db`>`, order: db`asc` }
}

const UUID_LENGTH = 36
/** A cursor may carry a moment behind its uuid. */
const idIn = (cursor: string) => cursor.slice(0, UUID_LENGTH)
