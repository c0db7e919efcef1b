/**
 * For which brands there is work in a queue of a module, so that workers need not ask for that of all brands: in a
 * distributed database it would be a question to every node, twice a second.
 *
 * Nothing of a brand can be done before its `due_at`, and for a brand without a row there is nothing to do. So whoever makes
 * work due brings the time forward in the same transaction, and it is only put off under the lock of the row, so that what
 * those transactions wrote is seen.
 */
import { type Fragment, type Queryable, type Transaction, transaction } from '../database.ts'
import type { BrandId } from '../ids.ts'
import type { Platform } from '../index.ts'

/** The row of a busy brand is written this often. */
const NOTED_EVERY = '1 second'
/**
 * A brand is put off this long after it was noted last. A transaction on several nodes commits on the coordinator first,
 * and what it wrote is seen on the others a moment later.
 */
const QUIET_FOR = '5 seconds'

export interface WorkOfBrands {
  /** Names the work in the table. */
  name: string
  /** The notification for workers. */
  channel: string
  /**
   * When something of these brands can be done next; brands for which there is nothing to do are left out. The statement
   * names the brands at each of its tables, so that a distributed database asks their nodes only.
   */
  nextDue: (db: Queryable, brandIds: readonly BrandId[]) => Promise<ReadonlyMap<BrandId, Date>>
}

export class DueBrands {
  readonly #work: WorkOfBrands

  constructor(work: WorkOfBrands) {
    this.#work = work
  }

  /**
   * To be called in the transaction that makes work for these brands due, as its last statement, because it locks them. The
   * commit notifies the workers.
   */
  async makeDue(tx: Queryable, brandIds: readonly BrandId[], at: Date): Promise<void> {
    const { name, channel } = this.#work
    await tx`
      with due as (
        insert into platform.due_brands (work, brand_id, due_at)
        select ${name}, brand_id, ${at}
        from unnest(${brandIds as string[]}::uuid[]) as brand (brand_id)
        order by brand_id
        on conflict on constraint due_brands_pkey
        do update set due_at = least(due_brands.due_at, excluded.due_at), noted_at = clock_timestamp()
        where due_brands.due_at > excluded.due_at or due_brands.noted_at < clock_timestamp() - ${NOTED_EVERY}::interval
      )
      select pg_notify(${channel}, '')`
  }

  /**
   * Calls `ask` with the brands for which something may be due, without those whose node is away. It returns the brands that
   * still have something to do; the others are put off. `which` is a condition on `brand_id`.
   */
  async poll(
    platform: DueWork,
    ask: (brandIds: readonly BrandId[]) => Promise<Iterable<BrandId>>,
    which?: Fragment,
  ): Promise<void> {
    for (;;) {
      const brandIds = await this.list(platform, which)
      if (brandIds.length === 0) return
      try {
        const busy = new Set(await ask(brandIds))
        await this.putOff(
          platform,
          brandIds.filter((id) => !busy.has(id)),
        )
        return
      } catch (error) {
        if (!(await platform.awayNodes.findLost(error, brandIds))) throw error
      }
    }
  }

  async list({ db, clock, awayNodes }: DueWork, which: Fragment = db`true`): Promise<BrandId[]> {
    const rows = await db<{ brand_id: BrandId }[]>`
      select brand_id
      from platform.due_brands
      where work = ${this.#work.name} and due_at <= ${clock.now()} and ${which}
      and ${awayNodes.isPresent(db, db`brand_id`)}`
    return rows.map(({ brand_id }) => brand_id)
  }

  /** Puts these brands off until something can be done next. Leaves out those that were made due a moment ago. */
  async putOff({ db, clock }: Pick<DueWork, 'db' | 'clock'>, brandIds: readonly BrandId[]): Promise<void> {
    const { name, nextDue } = this.#work
    if (brandIds.length === 0) return
    await transaction(db, async (tx) => {
      const locked = await tx<{ brand_id: BrandId }[]>`
        select brand_id
        from platform.due_brands
        where work = ${name} and brand_id = any(${brandIds as string[]}::uuid[])
        and noted_at < clock_timestamp() - ${QUIET_FOR}::interval
        for update skip locked`
      if (locked.length === 0) return
      const lockedIds = locked.map(({ brand_id }) => brand_id)
      const next = await nextDue(tx, lockedIds)
      const done = lockedIds.filter((id) => !next.has(id))
      const later = [...next].filter(([, at]) => at > clock.now())
      if (done.length > 0)
        await tx`
          delete from platform.due_brands where work = ${name} and brand_id = any(${done as string[]}::uuid[])`
      if (later.length > 0)
        await tx`
          update platform.due_brands
          set due_at = later.due_at
          from unnest(
            ${later.map(([brandId]) => brandId)}::uuid[], ${later.map(([, at]) => at.toISOString())}::timestamptz[]
          ) as later (brand_id, due_at)
          where work = ${name} and due_brands.brand_id = later.brand_id`
    })
  }

  /**
   * Makes a brand due for which there is work without a row. An earlier version that still runs beside this one leaves such
   * work, and so does a distributed database whose coordinator fails between the commit of a node and its own.
   */
  async findForgotten(db: Queryable, brandId: BrandId): Promise<void> {
    const at = (await this.#work.nextDue(db, [brandId])).get(brandId)
    if (at) await transaction(db, (tx) => this.makeDue(tx, [brandId], at))
  }

  /** When the clock is set back: what is due stays due. */
  async keepWaits(tx: Transaction, movedBackMs: number): Promise<void> {
    await tx`
      update platform.due_brands
      set due_at = due_at - ${movedBackMs} * interval '1 millisecond'
      where work = ${this.#work.name}`
  }
}

type DueWork = Pick<Platform, 'db' | 'clock' | 'awayNodes'>
