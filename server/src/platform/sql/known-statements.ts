/** What was learned about statements, shared by all connections to a database: what they are sent as, and with what types. */
import type { Column, Session, StatementCall } from '@tradehall/pg-reader'
import { callOnNode } from './node-statements.ts'
import type { Row } from './query.ts'
import type { Call, Statement } from './statements.ts'
import { serializeArray, serializeParameters } from './values.ts'

/** A call of `platform.run_on_node`, with the types of the parameters of the statement that it runs. */
interface NodeCall {
  statement: Statement
  types: readonly number[]
}

/** The types of a statement without parameters. */
const NO_TYPES: readonly number[] = []

/** Runs one statement that is not learned: `Session.run`, in a turn of its own. */
type Run = (text: string) => Promise<readonly Row[]>

export class KnownStatements {
  /** The oids of parameter types as PostgreSQL inferred them. */
  readonly #types = new WeakMap<Statement, readonly number[]>()
  readonly #nodeCalls = new WeakMap<Statement, NodeCall>()
  /** The tables that Citus keeps on nodes; empty if the database is not distributed, undefined until it was asked. */
  #tables: ReadonlySet<string> | undefined

  readonly #spanning = new WeakSet<Statement>()
  readonly #awayNodes = new Set<number>()

  /** Whether marked statements are sent to the node of their brand, and transactions span nodes. */
  get isDistributed(): boolean {
    return this.#tables !== undefined && this.#tables.size > 0
  }

  get isAsked(): boolean {
    return this.#tables !== undefined
  }

  /** Asks once what Citus distributes. A database is distributed while no server runs on it. */
  async ask(run: Run): Promise<void> {
    const [found] = await run(`select to_regclass('pg_dist_partition') is not null as "hasCitus"`)
    const rows = found?.hasCitus ? await run(TABLES) : []
    this.#tables = new Set(rows.map(({ name }) => name as string))
  }

  /** What is sent for a statement; undefined if it has to be learned first. */
  sendable({ statement, values, brandId }: Call): StatementCall | undefined {
    if (brandId !== undefined && this.isDistributed) return this.#sendableOnNode(statement, values, brandId)
    const types = values.length > 0 ? this.#types.get(statement) : NO_TYPES
    return types && { statement, values: serializeParameters(values, types) }
  }

  #sendableOnNode(
    statement: Statement,
    values: readonly unknown[],
    brandId: string,
  ): StatementCall | undefined {
    const call = this.#nodeCalls.get(statement)
    return (
      call && {
        statement: call.statement,
        values: [brandId, serializeArray(serializeParameters(values, call.types))],
      }
    )
  }

  /** Describes a statement without preparing it under its name. */
  async learn(session: Session, { statement, brandId }: Pick<Call, 'statement' | 'brandId'>): Promise<void> {
    const { types, columns } = await session.describe({ name: '', text: statement.text })
    this.#types.set(statement, types)
    if (brandId === undefined || !this.isDistributed) return
    this.#nodeCalls.set(statement, {
      statement: await this.#nodeStatement(session, statement, types, columns),
      types,
    })
  }

  async #nodeStatement(
    session: Session,
    statement: Statement,
    types: readonly number[],
    columns: readonly Column[],
  ): Promise<Statement> {
    const oids = [...types, ...columns.map(({ type }) => type)]
    const [row] = await session.run({ name: '', text: TYPE_NAMES }, [`{${oids.join()}}`])
    const names = row?.names as string[]
    const text = callOnNode(statement.text, {
      tables: this.#tables as ReadonlySet<string>,
      parameters: names.slice(0, types.length),
      columns: columns.map(({ name }, i) => ({ name, type: names[types.length + i] as string })),
    })
    return { name: statement.name && `${statement.name}n`, text, kind: statement.kind }
  }

  /** Notes that a statement has failed because a node was away. One that names its brands asks others at other times. */
  noteLoss({ statement, brandId }: Call): void {
    if (brandId === undefined && !NAMES_BRANDS.test(statement.text)) this.#spanning.add(statement)
  }

  /** Whether a statement would ask a node that is away. */
  isLost({ statement }: Call): boolean {
    return this.#awayNodes.size > 0 && this.#spanning.has(statement)
  }

  setNode(node: number, isAway: boolean): void {
    if (isAway) this.#awayNodes.add(node)
    else this.#awayNodes.delete(node)
  }

  forget(statement: Statement): void {
    this.#types.delete(statement)
  }

  /** Replaces outdated types with those of PostgreSQL. Returns whether they differ. */
  refresh(statement: Statement, types: readonly number[]): boolean {
    const known = this.#types.get(statement)
    if (!known || types.length !== known.length || known.every((type, i) => type === types[i])) return false
    this.#types.set(statement, types)
    return true
  }
}

/** By a value, which a statement does throughout if it does it anywhere. */
const NAMES_BRANDS = /\bbrand_id = (any\()?\$\d/

/** Nothing until `platform.run_on_node` is a function of the cluster. */
const TABLES = `
  select logicalrelid::text as name
  from pg_dist_partition
  where (partmethod = 'h' or repmodel = 't') and exists (
    select 1 from pg_dist_object
    where objid = to_regproc('platform.run_on_node')::oid and distribution_argument_index is not null
  )`

const TYPE_NAMES = `
  select array(
    select format_type(type, null) from unnest($1::oid[]) with ordinality as t (type, position) order by position
  ) as names`
