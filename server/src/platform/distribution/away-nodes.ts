/**
 * The nodes of a distributed database that do not answer, as far as this process knows. Background work for the brands on
 * them waits, requests of these brands are refused at once, and those of all others go on. Empty where the database is not
 * distributed.
 *
 * A node that drops packets is noticed by its requests: when one of them takes long, the node is asked a question that it can
 * answer at once.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import { type Database, type Fragment, isDatabaseAway, planAnew, type Queryable } from '../database.ts'
import { DatabaseAway } from '../database-health/away.ts'
import type { BrandId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { DatabaseWait } from '../sql/time-limit.ts'

/** Waits between the questions to a node that is away. With the last one it is back in use within seven seconds. */
const FIRST_WAIT_MS = 250
const LAST_WAIT_MS = 4_000
/** Longer than Citus waits for a connection to a node. */
const ANSWER_WITHIN_MS = 1_000
/** Many times the duration of a request. With `ANSWER_WITHIN_MS`, those of a lost node are refused within two seconds. */
const SLOW_MS = 300
const LOOK_EVERY_MS = 100
/** So that requests that take long for another reason put no load on a node. */
const ASK_AGAIN_MS = 500

/** How Citus says that a node takes no new connections: nobody needs to ask it again. */
const TAKES_NO_CONNECTIONS = /^could not establish any connections to the node /

/** A node whose brands this process has served. */
interface KnownNode {
  node: number
  /** By one of its brands it is asked. */
  brandId: BrandId
  /** For questions alone: all other connections may be waiting for a node. */
  questions: Database
  asking?: Promise<void> | undefined
  answeredMs?: number
}

export class AwayNodes {
  readonly #db: Database
  readonly #log: Log
  readonly #connect: () => Database
  readonly #nodes = new Map<number, KnownNode>()
  readonly #away = new Set<number>()
  /** The nodes of brands, which may have moved since they were looked up. */
  readonly #homes = new Map<BrandId, number>()
  /** For questions to the coordinator. */
  #own: Database | undefined
  #looks: NodeJS.Timeout | undefined
  #isAsking = false
  #isStopped = false

  constructor(db: Database, log: Log, connect: () => Database) {
    this.#db = db
    this.#log = log
    this.#connect = connect
    db.enterBrand = (brandId) => (db.limit.wait?.home ? undefined : this.enter(brandId, db.limit.wait))
  }

  /** A condition: the node of the brand is not known to be away. True for null. */
  isPresent(db: Queryable, brandId: Fragment): Fragment {
    if (this.#away.size === 0) return db`true`
    return db`coalesce(platform.node_of(${brandId}), 0) <> all(${[...this.#away]}::integer[])`
  }

  /**
   * To be called when it is known for which brand a request is. Throws if the node of the brand is away; what the request asks
   * later fails as soon as that is found out.
   */
  enter(brandId: BrandId, of: DatabaseWait | null | undefined): Promise<void> | undefined {
    if (!this.#db.isDistributed() && this.#away.size === 0) return undefined
    const node = this.#homes.get(brandId)
    if (node === undefined)
      return this.#findHome(brandId).then((home) => void (home && this.#enter(home, brandId, of)))
    this.#enter(node, brandId, of)
    return undefined
  }

  /** To be called when a request has failed. Finds out beside it whether a node is away. */
  async noteFailure(error: unknown, of: DatabaseWait | null): Promise<void> {
    if (this.#isAsking || !this.#db.isDistributed()) return
    this.#isAsking = true
    const known = [...this.#nodes.values()].map(({ brandId }) => brandId)
    // Without an answer of the coordinator nothing is known about the nodes.
    await this.findLost(error, of?.home ? [of.home.brandId as BrandId] : known).catch(() => {})
    this.#isAsking = false
  }

  /**
   * To be called when work for these brands has failed. Asks their nodes, and returns whether one of them is away: the rest
   * of the work can be done without its brands then.
   */
  async findLost(error: unknown, brandIds: readonly BrandId[]): Promise<boolean> {
    if (this.#isStopped || !isDatabaseAway(error)) return false
    const homes = await this.#coordinator()<{ node: number; brandId: BrandId }[]>`
      select distinct on (node) node, id as "brandId"
      from (
        select id, platform.node_of(id) as node from unnest(${brandIds as string[]}::uuid[]) as brand (id)
      ) as home
      where node is not null
      order by node`
    const lost = await Promise.all(
      homes.map(async ({ node, brandId }) => {
        this.#note(brandId, node)
        if (this.#away.has(node)) return true
        const isCertain = homes.length === 1 && TAKES_NO_CONNECTIONS.test((error as Error).message)
        if (!isCertain && (await this.#answers(node))) return false
        this.#setAside(node)
        return true
      }),
    )
    return lost.includes(true)
  }

  /** Ends the questions. What the end of the database fails afterwards says nothing about nodes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#looks)
    const opened = [this.#own, ...[...this.#nodes.values()].map(({ questions }) => questions)]
    await Promise.all(opened.map((one) => one?.end({ timeout: 0 })))
  }

  #coordinator(): Database {
    this.#own ??= this.#connect()
    return this.#own
  }

  async #findHome(brandId: BrandId): Promise<number | undefined> {
    if (this.#isStopped) return undefined
    try {
      const [row] = await this.#coordinator()<{ node: number | null }[]>`
        select platform.node_of(${brandId}) as node`
      if (row?.node) this.#note(brandId, row.node)
      return row?.node ?? undefined
    } catch {
      // The request itself says what is wrong.
      return undefined
    }
  }

  #note(brandId: BrandId, node: number): void {
    this.#homes.set(brandId, node)
    if (this.#nodes.has(node) || this.#isStopped) return
    this.#nodes.set(node, { node, brandId, questions: this.#connect() })
    // So that a question need not wait for its connections.
    void this.#answers(node)
    this.#looks ??= setInterval(() => this.#askSlowNodes(), LOOK_EVERY_MS).unref()
  }

  #enter(node: number, brandId: BrandId, of: DatabaseWait | null | undefined): void {
    if (this.#away.has(node)) throw new DatabaseAway('The node of the brand does not answer.')
    if (of) of.home = { node, brandId }
  }

  #askSlowNodes(): void {
    const before = performance.now() - ASK_AGAIN_MS
    for (const node of this.#db.nodesInUseFor(SLOW_MS)) {
      const { asking, answeredMs = 0 } = this.#nodes.get(node) ?? {}
      if (!this.#away.has(node) && !asking && answeredMs < before) void this.#askSlowNode(node)
    }
  }

  async #askSlowNode(node: number): Promise<void> {
    if (await this.#answers(node)) return
    // Otherwise the coordinator is what is slow.
    const isReached = await within(ANSWER_WITHIN_MS, this.#coordinator()`select 1`)
    if (isReached && !this.#isStopped) this.#setAside(node)
  }

  #setAside(node: number): void {
    if (this.#away.has(node)) return
    this.#away.add(node)
    this.#log.warn({ node }, 'a node of the database does not answer; the work for its brands waits')
    this.#db.setNode(node, true)
    void this.#findBrands(node)
    void this.#awaitReturn(node)
  }

  /** Again, because brands may have moved since. */
  async #findBrands(node: number): Promise<void> {
    for (const [brandId, home] of this.#homes) if (home === node) this.#homes.delete(brandId)
    try {
      const rows = await this.#coordinator()<
        { id: BrandId }[]
      >`select id from platform.brands_on(${node}) as brand (id)`
      for (const { id } of rows) this.#homes.set(id, node)
    } catch (error) {
      this.#log.warn({ node, causes: causeChain(error) }, 'the brands on a node that is away were not found')
    }
  }

  async #awaitReturn(node: number): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
      await wait(waitMs, undefined, { ref: false })
      if (this.#isStopped) return
      if (await this.#answers(node)) break
    }
    this.#away.delete(node)
    this.#db.setNode(node, false)
    this.#log.info({ node }, 'the node of the database answers again')
  }

  async #answers(node: number): Promise<boolean> {
    const known = this.#nodes.get(node)
    if (!known) return true
    known.asking ??= ask(known).finally(() => {
      known.asking = undefined
    })
    return await within(ANSWER_WITHIN_MS, known.asking)
  }
}

/** Outside of a transaction, in which the coordinator would be asked first. */
async function ask(known: KnownNode): Promise<void> {
  const { questions, node } = known
  const answer = () =>
    planAnew(questions`
    select platform.ask_node_of(${known.brandId}) where platform.node_of(${known.brandId}) = ${node}`)
  if ((await answer()).length === 0) {
    // That brand has moved to another node.
    const [brand] = await questions<{ id: BrandId }[]>`
      select id from platform.brands_on(${node}) as brand (id) limit 1`
    if (!brand) return
    known.brandId = brand.id
    await answer()
  }
  known.answeredMs = performance.now()
}

/** Whether it succeeds in this time. What has arrived by then counts, also if this process was busy. */
async function within(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  const isLate = wait(ms, undefined, { ref: false }).then(() => nextTurn(false))
  const isDone = work.then(
    () => true,
    () => false,
  )
  return await Promise.race([isDone, isLate])
}
