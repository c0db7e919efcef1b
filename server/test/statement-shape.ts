/**
 * The shapes of statements that a database refuses, or answers wrongly, when it is distributed by brand with Citus
 * (docs/contributors/cluster-statements.md). Parses a statement with the parser of PostgreSQL and reports what breaks a
 * rule, without a cluster.
 */
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import type { Schema } from './distributed-schema.ts'
import {
  type Around,
  type Block,
  bindingsOf,
  emptyBlock,
  isAroundOneBrand,
  ROOT,
  readsAround,
  type Table,
} from './statement-blocks.ts'
import {
  callsIn,
  columnsIn,
  conjuncts,
  fieldsOf,
  functionName,
  type Node,
  relationsIn,
  subqueriesIn,
  walk,
} from './statement-tree.ts'

await loadModule()

export const RULES = {
  'lock-one-table':
    'A locking select reads exactly one table; the ids are given with `= any(array(select …))`.',
  'lock-one-brand': 'A locking select names its brand by a value.',
  'write-one-brand': 'An update or delete names the brand of its rows.',
  'nested-brand': 'A subquery inside of a subquery names the brand by a value, not by a table around it.',
  'correlated-brand':
    'A subquery that depends on another row names the brand: that of a row of several brands, or a value if the row is computed.',
  'limited-lateral': 'A lateral subquery with a limit is for one brand; use `distinct on`, or a union.',
  'system-column': 'System columns such as `xmin` are only read from one brand.',
  'returning-subquery': 'There is no subquery in `returning`.',
  'child-before-parent': 'A statement that inserts a parent and its child inserts the parent first.',
  'brand-set': 'No update or upsert sets `brand_id`.',
  'empty-exists': '`exists` selects a column: `exists (select 1 …)`.',
  'mutable-function':
    'No stable function of columns, and no volatile function, in an update; neither after `on conflict`.',
  'coordinator-function':
    'A function that acts on the coordinator is not called in a statement on distributed tables.',
  'reading-function': 'A function that reads a table is not called in a statement on distributed tables.',
  'parsed-body':
    'A function that reads a table has its body as text: the coordinator cannot run one with `return` or `begin atomic`.',
  'insert-brand': 'An insert gives `brand_id`.',
  'listed-brand':
    'A list of brands is one array, `brand_id = any($1::uuid[])`: with one from a subquery, a statement is sent to all nodes.',
  'one-brand':
    'A statement that names its brand by a value names it so for every distributed table, or it is sent to all nodes.',
} as const
export type Rule = keyof typeof RULES

export interface Violation {
  rule: Rule
  /** The table, function or column. */
  of: string
}

/** Effects of these happen where they run, which may be another node than the one that waits for them. */
const COORDINATOR_FUNCTIONS = /^(pg_notify|pg_(try_)?advisory_\w+|pg_current_xact_id|graphile_worker\..+)$/
const SYSTEM_COLUMNS = new Set(['xmin', 'xmax', 'ctid', 'cmin', 'cmax', 'tableoid'])

export function violationsIn(text: string, schema: Schema): Violation[] {
  const found: Violation[] = []
  for (const { stmt } of parseSync(text).stmts ?? []) new StatementCheck(schema, found).check(stmt as Node)
  return found.filter((one, i) => found.findIndex(({ rule, of }) => rule === one.rule && of === one.of) === i)
}

/** Also of the statements in functions. Those of triggers write to the shard itself. */
export function violationsInFunctions(schema: Schema): Violation[] {
  return schema.functions.flatMap(({ name, definition, isParsed, isReader }) => [
    ...(isParsed && isReader ? [{ rule: 'parsed-body' as const, of: name }] : []),
    ...statementsOf(definition).flatMap((text) => violationsIn(text, schema)),
  ])
}

/** The statements in the body of a function, without expressions. */
function statementsOf(definition: string): string[] {
  const [{ stmt }] = parseSync(definition).stmts as [{ stmt: Node }]
  const option = (name: string) =>
    stmt.CreateFunctionStmt.options.find(({ DefElem }: Node) => DefElem.defname === name)?.DefElem.arg
  const language = option('language').String.sval
  // A parsed body is an expression, or it is reported itself.
  if (language === 'sql') return (option('as')?.List.items ?? []).map(({ String: { sval } }: Node) => sval)
  const found: string[] = []
  walk(parsePlPgSQLSync(definition), (type, { sqlstmt }) => {
    if (type === 'PLpgSQL_stmt_execsql') found.push(sqlstmt.PLpgSQL_expr.query)
    return true
  })
  return found
}

class StatementCheck {
  readonly #schema: Schema
  readonly #found: Violation[]
  readonly #distributed: Set<string>
  /** The tables that are inserted into, in the order of the statement. */
  readonly #inserts: string[] = []
  #usesDistributed = false
  readonly #calls = new Set<string>()
  /** The tables that the statement reads or changes, by whether a value names their brand. */
  readonly #ofOneBrand: string[] = []
  readonly #ofOthers: string[] = []

  constructor(schema: Schema, found: Violation[]) {
    this.#schema = schema
    this.#found = found
    this.#distributed = new Set(schema.distributed)
  }

  check(statement: Node): void {
    this.#block(statement, ROOT)
    if (this.#usesDistributed) {
      this.#checkLists(statement)
      for (const name of this.#calls) {
        if (COORDINATOR_FUNCTIONS.test(name)) this.#report('coordinator-function', name)
        if (this.#schema.functions.some((one) => one.name === name && one.isReader))
          this.#report('reading-function', name)
      }
    }
    this.#checkInserts()
    if (this.#ofOneBrand.length > 0) for (const name of this.#ofOthers) this.#report('one-brand', name)
  }

  #checkLists(statement: Node): void {
    walk(statement, (type, { kind, lexpr, rexpr }) => {
      const column = type === 'A_Expr' && lexpr?.ColumnRef && fieldsOf(lexpr.ColumnRef).at(-1)
      if (column === 'brand_id' && kind === 'AEXPR_OP_ANY' && rexpr.SubLink)
        this.#report('listed-brand', column)
      return true
    })
  }

  #report(rule: Rule, of: string): void {
    this.#found.push({ rule, of })
  }

  #block(wrapped: Node, around: Around): void {
    const [[type, node]] = Object.entries(wrapped) as [[string, Node]]
    const kind = KINDS[type]
    if (!kind) return
    for (const { CommonTableExpr: cte } of node.withClause?.ctes ?? []) {
      this.#block(cte.ctequery, ROOT)
    }
    if (kind === 'select' && node.op && node.op !== 'SETOP_NONE') {
      this.#block({ SelectStmt: node.larg }, around)
      this.#block({ SelectStmt: node.rarg }, around)
      return
    }
    const block = emptyBlock(kind, node, around)
    if (node.relation) this.#addTable(block, node.relation)
    for (const item of [...(node.fromClause ?? []), ...(node.usingClause ?? [])]) this.#from(block, item)
    conjuncts(node.whereClause, block.conditions)
    this.#derived(block)
    if (kind === 'insert') this.#insert(block)
    else this.#judge(block)
    this.#subqueries(block)
  }

  #addTable(block: Block, { schemaname, relname, alias }: Node): void {
    const name = schemaname ? `${schemaname}.${relname}` : relname
    const isDistributed = this.#distributed.has(name)
    this.#usesDistributed ||= isDistributed
    block.tables.push({ name, alias: alias?.aliasname ?? relname, isDistributed })
  }

  #from(block: Block, item: Node): void {
    if (item.RangeVar) this.#addTable(block, item.RangeVar)
    else if (item.JoinExpr) {
      const { larg, rarg, quals, usingClause } = item.JoinExpr
      this.#from(block, larg)
      this.#from(block, rarg)
      conjuncts(quals, block.conditions)
      block.using.push(...(usingClause ?? []).map(({ String: { sval } }: Node) => sval))
    } else if (item.RangeSubselect) {
      block.tables.push({
        name: '',
        alias: item.RangeSubselect.alias?.aliasname ?? '',
        isDistributed: false,
      })
      block.derived.push(item.RangeSubselect)
    } else if (item.RangeFunction) {
      const { alias } = item.RangeFunction
      block.tables.push({
        name: '',
        alias: alias?.aliasname ?? '',
        isDistributed: false,
        columns: (alias?.colnames ?? []).map(({ String: { sval } }: Node) => sval),
      })
      this.#collectCalls(item.RangeFunction)
    }
  }

  #derived(block: Block): void {
    for (const { lateral, subquery } of block.derived) {
      this.#block(subquery, {
        depth: lateral ? block.depth + 1 : block.depth,
        parent: lateral ? block : block.parent,
      })
      if (lateral && subquery.SelectStmt?.limitCount && !this.#isOneBrand(subquery.SelectStmt)) {
        for (const { schemaname, relname } of relationsIn(subquery)) {
          const name = `${schemaname}.${relname}`
          if (this.#distributed.has(name)) this.#report('limited-lateral', name)
        }
      }
    }
  }

  /** Whether a value names the brand of every distributed table of this block alone. */
  #isOneBrand(select: Node): boolean {
    const block = emptyBlock('select', select, ROOT)
    for (const item of select.fromClause ?? []) this.#from(block, item)
    conjuncts(select.whereClause, block.conditions)
    const bindings = bindingsOf(block)
    return block.tables.every((table) => !table.isDistributed || bindings.get(table) === 'value')
  }

  #judge(block: Block): void {
    const { kind, node, tables, depth } = block
    const distributed = tables.filter(({ isDistributed }) => isDistributed)
    const bindings = bindingsOf(block)
    const isLocking = (node.lockingClause ?? []).length > 0
    for (const table of distributed) {
      const binding = bindings.get(table)
      const ofSame = binding === 'value' ? this.#ofOneBrand : this.#ofOthers
      ofSame.push(table.name)
      if (isLocking && binding !== 'value') this.#report('lock-one-brand', table.name)
      if (depth >= 2 && binding !== 'value' && readsAround(block, () => true))
        this.#report('nested-brand', table.name)
      const isUnbound =
        (binding === 'none' && readsAround(block, (outer) => outer.isDistributed)) ||
        (binding !== 'value' && readsAround(block, (outer) => !outer.isDistributed))
      if (depth === 1 && isUnbound) this.#report('correlated-brand', table.name)
      if (kind !== 'select' && table === tables[0] && binding === 'none')
        this.#report('write-one-brand', table.name)
    }
    if (isLocking && distributed.length > 0) {
      const [first] = tables
      if (tables.length > 1) this.#report('lock-one-table', first?.name ?? '')
      const others = subqueriesIn(node.whereClause).filter(
        ({ subLinkType }) => subLinkType !== 'ARRAY_SUBLINK',
      )
      // Only a part of the same statement has no schema.
      if (relationsIn(others).some(({ schemaname }) => !schemaname))
        this.#report('lock-one-table', first?.name ?? '')
    }
    const isOneBrand = (table: Table) =>
      bindings.get(table) === 'value' || (bindings.get(table) === 'others' && isAroundOneBrand(block))
    if (!distributed.every(isOneBrand)) {
      for (const name of columnsIn([node.targetList, node.whereClause])) {
        if (SYSTEM_COLUMNS.has(name)) this.#report('system-column', name)
      }
    }
    if (kind === 'update' && tables[0]?.isDistributed) {
      for (const { ResTarget: target } of node.targetList) {
        if (target.name === 'brand_id') this.#report('brand-set', tables[0].name)
        this.#checkFunctions(target.val)
      }
      this.#checkFunctions(node.whereClause)
    }
    if (kind !== 'select' && tables[0]?.isDistributed) this.#checkReturning(node)
  }

  #insert(block: Block): void {
    const { node, tables } = block
    const [table] = tables
    if (!table) return
    this.#inserts.push(table.name)
    if (!table.isDistributed) return
    const columns = (node.cols ?? []).map(({ ResTarget }: Node) => ResTarget.name)
    if (columns.length > 0 && !columns.includes('brand_id')) this.#report('insert-brand', table.name)
    const conflict = node.onConflictClause
    for (const { ResTarget: target } of conflict?.targetList ?? [])
      if (target.name === 'brand_id') this.#report('brand-set', table.name)
    // Here Citus evaluates none before it sends the statement.
    for (const name of callsIn([conflict?.targetList, conflict?.whereClause]))
      if (this.#schema.mutable.includes(name)) this.#report('mutable-function', name)
    this.#checkInstants([conflict?.targetList, conflict?.whereClause])
    this.#checkReturning(node)
  }

  #checkReturning(node: Node): void {
    if (subqueriesIn(node.returningClause?.exprs).length > 0)
      this.#report('returning-subquery', node.relation.relname)
  }

  /** Functions of columns are evaluated on each node, where a stable or volatile one could differ. */
  #checkFunctions(expression: Node): void {
    walk(expression, (type, node) => {
      if (type === 'SubLink') return false
      if (type !== 'FuncCall') return true
      const name = functionName(node)
      if (this.#schema.volatile.includes(name)) this.#report('mutable-function', name)
      else if (this.#schema.mutable.includes(name) && columnsIn(node.args).length > 0)
        this.#report('mutable-function', name)
      return true
    })
    this.#checkInstants(expression)
  }

  /** To add to a time with a time zone depends on that of the session: the operators are stable functions. */
  #checkInstants(expression: Node): void {
    walk(expression, (type, { name, lexpr, rexpr }) => {
      if (type === 'SubLink') return false
      const operator = type === 'A_Expr' ? name[0].String.sval : ''
      const isInstant = (side: Node) => {
        const column = side?.ColumnRef && fieldsOf(side.ColumnRef).at(-1)
        return column !== undefined && this.#schema.instants.includes(column)
      }
      const isMoved = isInstant(lexpr) && !(operator === '-' && isInstant(rexpr))
      if ((operator === '+' && isInstant(rexpr)) || (['+', '-'].includes(operator) && isMoved))
        this.#report('mutable-function', `timestamptz ${operator} interval`)
      return true
    })
  }

  /** Subqueries of expressions, and the select of an insert. */
  #subqueries(block: Block): void {
    const { node } = block
    if (node.selectStmt) this.#block(node.selectStmt, ROOT)
    const { fromClause, withClause, selectStmt, usingClause, ...expressions } = node
    const quals = (fromClause ?? []).map((item: Node) => item.JoinExpr)
    walk([expressions, quals], (type, inner) => {
      // Without a table the coordinator evaluates the block itself.
      if (type === 'FuncCall' && block.tables.length > 0) this.#calls.add(functionName(inner))
      if (type === 'RangeSubselect') return false
      if (type !== 'SubLink') return true
      if (inner.subLinkType === 'EXISTS_SUBLINK' && !inner.subselect.SelectStmt?.targetList)
        this.#report('empty-exists', block.tables[0]?.name ?? '')
      this.#block(inner.subselect, { depth: block.depth + 1, parent: block })
      return false
    })
  }

  #collectCalls(node: Node): void {
    for (const name of callsIn(node)) this.#calls.add(name)
  }

  /** The parts of a statement are executed in the order in which they are written. */
  #checkInserts(): void {
    this.#inserts.forEach((child, i) => {
      for (const parent of this.#inserts.slice(i + 1)) {
        const isReference = this.#schema.references.some(([from, to]) => from === child && to === parent)
        if (isReference) this.#report('child-before-parent', `${child} on ${parent}`)
      }
    })
  }
}

const KINDS: Record<string, Block['kind'] | undefined> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
}
