/**
 * The nodes of a distributed database that do not answer, as far as this process knows. Background work for the brands on
 * them waits, requests of these brands are refused at once, and those of all others go on: a statement to a node that drops packets
 * holds up what is sent over the same connection after it. Empty where the database is not distributed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import { type Database, type Fragment, isDatabaseAway, type Queryable } from '../database.ts'
import { DatabaseAway } from '../database-health/away.ts'
import type { BrandId } from '../ids.ts'
import type { Log } from '../log.ts'

/** Waits between the questions to a node that is away. With the last one it is back in use within seven seconds. */
const FIRST_WAIT_MS = 250
const LAST_WAIT_MS = 4_000
const ANSWER_WITHIN_MS = 2_000

/** How Citus says that a node takes no new connections: nobody needs to ask it again. */
const TAKES_NO_CONNECTIONS = /^could not establish any connections to the node /

export class AwayNodes {
  readonly #db: Database
  readonly #log: Log
  readonly #connect: () => Database
  /** Opened with the first question: all other connections may be waiting for the node. */
  #questions: Database | undefined
  readonly #away = new Set<number>()
  /** The brands on each of them, as soon as they are known. */
  readonly #brands = new Map<number, ReadonlySet<BrandId>>()
  #isAsking = false
  #isStopped = false

  constructor(db: Database, log: Log, connect: () => Database) {
    this.#db = db
    this.#log = log
    this.#connect = connect
  }

  /** A condition: the node of the brand is not known to be away. True for null. */
  isPresent(db: Queryable, brandId: Fragment): Fragment {
    if (this.#away.size === 0) return db`true`
    return db`coalesce(platform.node_of(${brandId}), 0) <> all(${[...this.#away]}::integer[])`
  }

  /** Throws if the node of the brand is known to be away. */
  refuse(brandId: BrandId): void {
    for (const brandIds of this.#brands.values())
      if (brandIds.has(brandId)) throw new DatabaseAway('The node of the brand does not answer.')
  }

  /** To be called when a request of the brand has failed. Finds out beside it whether its node is away. */
  async noteFailure(error: unknown, brandId: BrandId): Promise<void> {
    if (this.#isAsking || !this.#db.isDistributed()) return
    this.#isAsking = true
    // Without an answer of the coordinator nothing is known about the nodes.
    await this.findLost(error, [brandId]).catch(() => {})
    this.#isAsking = false
  }

  /**
   * To be called when work for these brands has failed. Asks their nodes, and returns whether one of them is away: the rest
   * of the work can be done without its brands then.
   */
  async findLost(error: unknown, brandIds: readonly BrandId[]): Promise<boolean> {
    if (this.#isStopped || !isDatabaseAway(error)) return false
    const homes = await this.#own()<{ node: number; brandId: BrandId }[]>`
      select distinct on (node) node, id as "brandId"
      from (
        select id, platform.node_of(id) as node from unnest(${brandIds as string[]}::uuid[]) as brand (id)
      ) as home
      where node is not null
      order by node`
    const lost = await Promise.all(
      homes.map(async ({ node, brandId }) => {
        if (this.#away.has(node)) return true
        const isCertain = homes.length === 1 && TAKES_NO_CONNECTIONS.test((error as Error).message)
        if (!isCertain && (await this.#answers(brandId))) return false
        this.#setAside(node, brandId)
        return true
      }),
    )
    return lost.includes(true)
  }

  /** Ends the questions. What the end of the database fails afterwards says nothing about nodes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#questions?.end({ timeout: 0 })
  }

  #own(): Database {
    this.#questions ??= this.#connect()
    return this.#questions
  }

  #setAside(node: number, brandId: BrandId): void {
    if (this.#away.has(node)) return
    this.#away.add(node)
    this.#log.warn({ node }, 'a node of the database does not answer; the work for its brands waits')
    void this.#findBrands(node)
    void this.#awaitReturn(node, brandId)
  }

  async #findBrands(node: number): Promise<void> {
    try {
      const rows = await this.#own()<
        { id: BrandId }[]
      >`select id from platform.brands_on(${node}) as brand (id)`
      if (this.#away.has(node)) this.#brands.set(node, new Set(rows.map(({ id }) => id)))
    } catch (error) {
      this.#log.warn({ node, causes: causeChain(error) }, 'the brands on a node that is away were not found')
    }
  }

  async #awaitReturn(node: number, brandId: BrandId): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
      await wait(waitMs, undefined, { ref: false })
      if (this.#isStopped) return
      if (await this.#answers(brandId)) break
    }
    this.#away.delete(node)
    this.#brands.delete(node)
    this.#log.info({ node }, 'the node of the database answers again')
  }

  /** In a transaction, so that single statements of others do not queue up behind a question that waits. */
  async #answers(brandId: BrandId): Promise<boolean> {
    try {
      await this.#own().begin(async (tx) => {
        await tx.unsafe(`set local statement_timeout = ${ANSWER_WITHIN_MS}`)
        await tx`select platform.ask_node_of(${brandId})`
      })
      return true
    } catch {
      return false
    }
  }
}
