/**
 * The parts of a statement with their tables, and what binds these to a brand.
 *
 * A *block* is one `select`, `insert`, `update` or `delete` with its own tables. A block is bound to a brand if each of its
 * distributed tables is compared with a value (`brand_id = $1`), or with a table of the same block that is.
 */
import { fieldsOf, type Node, references, subqueriesIn } from './statement-tree.ts'

export interface Table {
  name: string
  alias: string
  isDistributed: boolean
  /** Names that the statement gives to the columns of a function. */
  columns?: readonly string[]
}

export interface Block {
  kind: 'select' | 'insert' | 'update' | 'delete'
  node: Node
  tables: Table[]
  /** Conditions that hold for all rows: the parts of `where` and `on` that are joined by `and`. */
  conditions: Node[]
  /** Columns of `using` of joins. */
  using: string[]
  /** Subqueries in `from`. */
  derived: Node[]
  /** How many subqueries that see rows of other blocks are around it. */
  depth: number
  parent: Block | undefined
}

/** The blocks around a block. */
export type Around = Pick<Block, 'depth' | 'parent'>
export const ROOT: Around = { depth: 0, parent: undefined }

export const emptyBlock = (kind: Block['kind'], node: Node, around: Around): Block => ({
  kind,
  node,
  tables: [],
  conditions: [],
  using: [],
  derived: [],
  ...around,
})

/** Bound to a value that names one brand, to something else that has brands, such as an array or a table, or to nothing. */
type Binding = 'value' | 'others' | 'none'

/** How each distributed table of a block is bound. */
export function bindingsOf(block: Block): Map<Table, Binding> {
  const distributed = block.tables.filter(({ isDistributed }) => isDistributed)
  const haveOneBrand = block.using.includes('brand_id')
  const bindings = new Map<Table, Binding>(
    distributed.map((table) => [table, haveOneBrand ? 'others' : 'none']),
  )
  const links = haveOneBrand ? distributed.flatMap((one) => distributed.map((other) => [one, other])) : []
  const bind = (table: Table, binding: Binding) => {
    if (bindings.get(table) === 'none' || binding === 'value') bindings.set(table, binding)
  }
  for (const condition of block.conditions) {
    const equality = equalityOf(condition)
    for (const [mine, theirs] of sidesOf(equality)) {
      const isValue = equality.kind === 'AEXPR_OP' && mine.ColumnRef && isParameter(theirs)
      for (const table of tablesOf(mine, block)) {
        bind(table, isValue ? 'value' : 'others')
        if (theirs?.ColumnRef) links.push(...tablesOf(theirs, block).map((other) => [table, other]))
      }
    }
    if (!equality && !condition.SubLink) continue
    for (const { testexpr } of subqueriesIn(condition))
      for (const table of tablesOf(testexpr, block)) bind(table, 'others')
  }
  const isBound = (table: Table) => bindings.get(table) === 'value'
  const halfBound = () => links.filter((pair) => pair.some(isBound) && !pair.every(isBound))
  for (let pairs = halfBound(); pairs.length > 0; pairs = halfBound())
    for (const table of pairs.flat()) bindings.set(table, 'value')
  return bindings
}

const equalityOf = ({ A_Expr: comparison }: Node): Node =>
  comparison?.name?.[0]?.String?.sval === '=' ? comparison : undefined

const sidesOf = (equality: Node): [mine: Node, theirs: Node][] =>
  equality
    ? [
        [equality.lexpr, equality.rexpr],
        [equality.rexpr, equality.lexpr],
      ]
    : []

/** The distributed tables whose `brand_id` is on one side of a comparison. */
const tablesOf = (expression: Node, block: Block): Table[] =>
  brandFields(expression)
    .map((fields) => tableOf(fields, block))
    .filter((table) => table !== undefined)

function tableOf(fields: readonly string[], { tables, using }: Block): Table | undefined {
  const distributed = tables.filter(({ isDistributed }) => isDistributed)
  if (fields.length > 1) return distributed.find(({ alias }) => alias === fields.at(-2))
  return distributed.length === 1 || using.includes('brand_id') ? distributed[0] : undefined
}

/** The references to `brand_id` on one side of a comparison: the side itself, or a member of a row. */
function brandFields(expression: Node): string[][] {
  const columns = expression?.RowExpr ? expression.RowExpr.args : [expression]
  return columns
    .filter((column: Node) => column?.ColumnRef)
    .map((column: Node) => fieldsOf(column.ColumnRef))
    .filter((fields: string[]) => fields.at(-1) === 'brand_id')
}

/** A parameter or a constant, with or without a cast. */
function isParameter(expression: Node): boolean {
  if (expression?.TypeCast) return isParameter(expression.TypeCast.arg)
  return Boolean(expression?.ParamRef ?? expression?.A_Const)
}

/** Whether a value names the brand of all distributed tables around a block. */
export function isAroundOneBrand({ parent }: Block): boolean {
  if (!parent) return false
  const bindings = [...bindingsOf(parent).values()]
  if (bindings.length === 0) return isAroundOneBrand(parent)
  return bindings.every((binding) => binding === 'value')
}

/** Whether a block refers to such a table around it. */
export function readsAround(block: Block, isMeant: (table: Table) => boolean): boolean {
  const own = new Set(block.tables.map(({ alias }) => alias))
  const tables: Table[] = []
  for (let outer = block.parent; outer; outer = outer.parent) tables.push(...outer.tables)
  const around = tables.filter((table) => isMeant(table) && (table.isDistributed || isComputed(table)))
  const meant = around.filter(({ alias }) => alias && !own.has(alias))
  const columns = new Set(meant.flatMap((table) => table.columns ?? []).filter((name) => !COMMON.has(name)))
  return references(block.node).some((fields) =>
    fields.length > 1 ? meant.some(({ alias }) => alias === fields[0]) : columns.has(fields[0] as string),
  )
}

/** A function, a subquery, or another part of the statement; reference tables are on every node. */
const isComputed = ({ name }: Table) => !name.includes('.')

/** Columns of most tables: without the name of their table they are those of the nearest one. */
const COMMON = new Set(['id', 'brand_id', 'variant_id'])
