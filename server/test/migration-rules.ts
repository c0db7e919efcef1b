/**
 * What a migration may do while the previous version serves requests on the same database: it adds, and takes nothing away
 * that the previous version uses, holds no lock for long, and a resumable file can be repeated at each statement.
 *
 * A statement that breaks a rule and is safe all the same says so in a comment before it: `-- safe: <reason>`.
 */
import {
  type AlterTableCmd,
  type AlterTableStmt,
  type ColumnDef,
  type Constraint,
  type DropStmt,
  type IndexStmt,
  type Node,
  parse,
  type RangeVar,
} from 'libpg-query'
import type { MigrationFile } from '../src/platform/migrations/files.ts'
import { type MigrationStatement, statementsIn } from '../src/platform/migrations/statements.ts'

/** What the statements so far have made, which later ones may rely on. */
interface Known {
  isResumable: boolean
  /** Tables that the file creates: nobody uses them yet. */
  created: Set<string>
  /** Constraints that the file has dropped, with their tables. */
  dropped: Set<string>
  /** Columns by the name of the check that they are not null, and those whose check is validated. */
  notNullChecks: Map<string, string>
  validatedNotNull: Set<string>
}

/** Returns a sentence for each statement that breaks a rule. */
export async function mistakesIn({
  file,
  sql,
  isResumable,
}: Pick<MigrationFile, 'file' | 'sql' | 'isResumable'>): Promise<string[]> {
  const known: Known = {
    isResumable,
    created: new Set(),
    dropped: new Set(),
    notNullChecks: new Map(),
    validatedNotNull: new Set(),
  }
  const mistakes: string[] = []
  for (const statement of statementsIn(sql)) {
    const { stmts = [] } = await parse(statement.text)
    const node = stmts[0]?.stmt
    if (stmts.length !== 1 || !node) throw new Error(`${file}, line ${statement.line} is not one statement.`)
    const found = [...problemsOf(node, known), ...problemsOfMarkers(node, statement, known)]
    learn(node, known)
    if (!isDeclaredSafe(statement))
      mistakes.push(...found.map((problem) => `${file}, line ${statement.line}: ${problem}`))
  }
  return mistakes
}

const isDeclaredSafe = ({ text, summary }: MigrationStatement) =>
  /^-- safe: \S+ \S+/m.test(text.slice(0, text.indexOf(summary)))

function* problemsOf(node: Node, known: Known): Generator<string> {
  if ('TransactionStmt' in node) yield 'the runner begins and ends transactions'
  else if ('AlterTableStmt' in node) yield* problemsOfAlterTable(node.AlterTableStmt, known)
  else if ('IndexStmt' in node) yield* problemsOfIndex(node.IndexStmt, known)
  else if ('DropStmt' in node) yield* problemsOfDrop(node.DropStmt, known)
  else if ('UpdateStmt' in node) yield* problemsOfChange('update', node.UpdateStmt.relation, known)
  else if ('DeleteStmt' in node) yield* problemsOfChange('delete', node.DeleteStmt.relation, known)
  else if (known.isResumable && !isRepeatable(node)) yield 'a resumable file may not repeat this statement'
  else if (!SAFE_STATEMENTS.some((kind) => kind in node)) yield `${kindOf(node)} is not known to be safe`
}

/** They take no lock that requests wait for, or only for a moment, and the previous version does not notice them. */
const SAFE_STATEMENTS = [
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateStatsStmt',
  'CreateTableAsStmt',
  'CreateTrigStmt',
  'GrantStmt',
  'InsertStmt',
  'SelectStmt',
  'VacuumStmt',
  'ViewStmt',
]

const kindOf = (node: Node) => Object.keys(node)[0]

function isRepeatable(node: Node): boolean {
  if ('CreateStmt' in node) return node.CreateStmt.if_not_exists === true
  if ('CreateFunctionStmt' in node) return node.CreateFunctionStmt.replace === true
  if ('InsertStmt' in node) return node.InsertStmt.onConflictClause !== undefined
  // Analyze; vacuum is not for migrations.
  if ('VacuumStmt' in node) return !node.VacuumStmt.is_vacuumcmd
  return 'SelectStmt' in node
}

function* problemsOfMarkers(
  node: Node,
  { isRepeated }: MigrationStatement,
  { isResumable }: Known,
): Generator<string> {
  if (isRepeated && !isResumable) yield 'only resumable files repeat statements'
  if (!isResumable || !('UpdateStmt' in node || 'DeleteStmt' in node)) return
  if (!isRepeated) yield 'a change of many rows is repeated in batches: `-- repeat until 0 rows`'
  if (!contains(node, 'limitCount')) yield 'a batch has a limit'
  if (JSON.stringify(node).includes('LockWaitSkip'))
    yield 'a batch that skips locked rows ends before all rows are changed'
}

/** Whether a key occurs anywhere in the syntax tree. */
const contains = (node: Node, key: string) => JSON.stringify(node).includes(`"${key}":`)

function* problemsOfAlterTable(statement: AlterTableStmt, known: Known): Generator<string> {
  const table = nameOf(statement.relation)
  if (known.created.has(table)) return
  if (statement.objtype !== 'OBJECT_TABLE') {
    yield 'only tables are altered'
    return
  }
  const commands = commandsOf(statement)
  if (commands.length > 1 && commands.some(({ subtype }) => subtype === 'AT_AddConstraint'))
    yield 'a constraint is added by a statement of its own: a distributed database refuses others beside it'
  for (const command of commands) {
    yield* problemsOfCommand(table, command, known)
    if (known.isResumable && !isRepeatableCommand(table, command, known))
      yield `${command.subtype} cannot be repeated: use \`if not exists\`, or drop the constraint before, \`if exists\``
  }
}

function* problemsOfCommand(table: string, command: AlterTableCmd, known: Known): Generator<string> {
  const { subtype, name, def } = command
  switch (subtype) {
    case 'AT_AddColumn':
      if (def && 'ColumnDef' in def) yield* problemsOfColumn(def.ColumnDef)
      return
    case 'AT_AddConstraint':
      if (def && 'Constraint' in def) yield* problemsOfConstraint(def.Constraint)
      return
    case 'AT_ValidateConstraint':
      if (!known.isResumable) yield 'a constraint is validated in a resumable file'
      return
    case 'AT_SetNotNull':
      if (!known.validatedNotNull.has(`${table}.${name}`))
        yield '`set not null` reads the whole table under a lock, unless a check that it is not null was validated before'
      return
    case 'AT_DropColumn':
      yield 'the previous version may use this column'
      return
    case 'AT_AlterColumnType':
      yield 'a new type rewrites the table, and the previous version may not understand it'
      return
    default:
      if (!SAFE_COMMANDS.includes(subtype ?? '')) yield `${subtype} is not known to be safe`
  }
}

const SAFE_COMMANDS = [
  'AT_ColumnDefault',
  'AT_DropConstraint',
  'AT_DropNotNull',
  'AT_ResetRelOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
]

function isRepeatableCommand(
  table: string,
  { subtype, missing_ok, def }: AlterTableCmd,
  { dropped }: Known,
): boolean {
  if (subtype === 'AT_AddColumn' || subtype === 'AT_DropConstraint') return missing_ok === true
  if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) return true
  return dropped.has(`${table}.${def.Constraint.conname}`)
}

function* problemsOfColumn({ constraints = [] }: ColumnDef): Generator<string> {
  const all = constraints.flatMap((one) => ('Constraint' in one ? one.Constraint : []))
  const has = (type: Constraint['contype']) => all.some(({ contype }) => contype === type)
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    yield 'a new column that is not null has a default, because the previous version does not know it'
  if (all.some(({ contype, raw_expr }) => contype === 'CONSTR_DEFAULT' && raw_expr && isVolatile(raw_expr)))
    yield 'a default that differs from row to row rewrites the table'
  if (has('CONSTR_GENERATED') || has('CONSTR_IDENTITY')) yield 'a generated column rewrites the table'
  if (
    ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'].some((type) => has(type as never))
  )
    yield 'a constraint of a new column is added by a statement of its own'
}

/** Functions may be volatile; `now()` is not, it is constant in a transaction. */
const isVolatile = (expression: Node) =>
  contains(expression, 'FuncCall') &&
  !/^\{"FuncCall":\{"funcname":\[\{"String":\{"sval":"now"\}\}\]/.test(JSON.stringify(expression))

function* problemsOfConstraint({ contype, skip_validation, indexname }: Constraint): Generator<string> {
  if (contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_CHECK') {
    if (!skip_validation) yield 'a constraint is added `not valid`, and validated in a resumable file'
  } else if (!indexname) yield 'a unique key is added `using` an index that was built concurrently'
}

function* problemsOfIndex(index: IndexStmt, known: Known): Generator<string> {
  if (known.created.has(nameOf(index.relation))) return
  if (!index.concurrent) yield 'an index of an existing table is built concurrently, in a resumable file'
  else if (!known.isResumable) yield 'a concurrent build cannot run in a transaction: make the file resumable'
  else if (!index.if_not_exists) yield 'an index cannot be built twice: use `if not exists`'
}

function* problemsOfDrop({ removeType, missing_ok, concurrent }: DropStmt, known: Known): Generator<string> {
  if (known.isResumable && !missing_ok) yield 'what is dropped cannot be dropped twice: use `if exists`'
  if (concurrent && !known.isResumable) yield 'this cannot run in a transaction: make the file resumable'
  if (removeType !== 'OBJECT_INDEX') yield 'the previous version may use what is dropped'
}

function* problemsOfChange(verb: string, table: RangeVar | undefined, known: Known): Generator<string> {
  if (!known.isResumable && !known.created.has(nameOf(table)))
    yield `an ${verb} of an existing table locks its rows until the file ends: change them in batches, in a resumable file`
}

function learn(node: Node, known: Known): void {
  if ('CreateStmt' in node) known.created.add(nameOf(node.CreateStmt.relation))
  if ('CreateTableAsStmt' in node) known.created.add(nameOf(node.CreateTableAsStmt.into?.rel))
  if (!('AlterTableStmt' in node)) return
  const table = nameOf(node.AlterTableStmt.relation)
  for (const { subtype, name, def } of commandsOf(node.AlterTableStmt)) {
    if (subtype === 'AT_DropConstraint') known.dropped.add(`${table}.${name}`)
    if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) {
      const column = notNullColumn(def.Constraint)
      if (column) known.notNullChecks.set(`${table}.${def.Constraint.conname}`, column)
    }
    const column = known.notNullChecks.get(`${table}.${name}`)
    if (subtype === 'AT_ValidateConstraint' && column) known.validatedNotNull.add(`${table}.${column}`)
  }
}

/** The column of `check (column is not null)`. */
function notNullColumn({ raw_expr }: Constraint): string | undefined {
  if (!raw_expr || !('NullTest' in raw_expr) || raw_expr.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined
  const { arg } = raw_expr.NullTest
  const [field] = arg && 'ColumnRef' in arg ? (arg.ColumnRef.fields ?? []) : []
  return field && 'String' in field ? field.String.sval : undefined
}

const commandsOf = ({ cmds = [] }: AlterTableStmt): AlterTableCmd[] =>
  cmds.flatMap((one) => ('AlterTableCmd' in one ? one.AlterTableCmd : []))

const nameOf = (relation: RangeVar | undefined) => `${relation?.schemaname ?? 'public'}.${relation?.relname}`
