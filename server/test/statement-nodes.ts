/**
 * Which writing statements are marked with `onNodeOf`, and what a marked one may contain
 * (docs/contributors/cluster-statements.md).
 */
import { parseSync } from 'libpg-query'
import { callOnNode } from '../src/platform/sql/node-statements.ts'
import type { Schema } from './distributed-schema.ts'
import { type Node, relationsIn, walk } from './statement-tree.ts'

export const NODE_RULES = {
  'node-insert':
    'A statement that inserts what it reads, or that inserts and writes something else as well, is marked with `onNodeOf`.',
  'node-table': 'A marked statement names tables of the brand, and reference tables that it only reads.',
  'node-identity':
    'A marked statement inserts into no table with an identity: a node has no sequence for it.',
  'node-constraint':
    'A marked statement names the columns of a conflict: constraints of shards have other names.',
  'node-text': 'All tables of a marked statement can be replaced by their shards.',
} as const
export type NodeRule = keyof typeof NODE_RULES

interface NodeViolation {
  rule: NodeRule
  of: string
}

export function nodeViolationsIn(text: string, isOnNode: boolean, schema: Schema): NodeViolation[] {
  const statements = (parseSync(text).stmts ?? []).map(({ stmt }: Node) => stmt as Node)
  return isOnNode
    ? statements.flatMap((one: Node) => violationsOfMarked(text, one, schema))
    : statements.flatMap((one: Node) => unmarkedInserts(one, schema))
}

const nameOf = ({ schemaname, relname }: Node): string => (schemaname ? `${schemaname}.${relname}` : relname)

/** The insert, update or delete statements, those in common table expressions included. */
function writesIn(statement: Node): { kind: string; node: Node }[] {
  const found: { kind: string; node: Node }[] = []
  walk(statement, (type, node) => {
    if (/^(Insert|Update|Delete)Stmt$/.test(type)) found.push({ kind: type, node })
    return true
  })
  return found
}

function unmarkedInserts(statement: Node, { distributed }: Schema): NodeViolation[] {
  const writes = writesIn(statement).filter(({ node }) => distributed.includes(nameOf(node.relation)))
  return writes
    .filter(({ kind, node }) => kind === 'InsertStmt' && (writes.length > 1 || !isOfValues(node)))
    .map(({ node }) => ({ rule: 'node-insert', of: nameOf(node.relation) }))
}

const isOfValues = ({ selectStmt }: Node): boolean => selectStmt?.SelectStmt.valuesLists !== undefined

function violationsOfMarked(text: string, statement: Node, schema: Schema): NodeViolation[] {
  const found: NodeViolation[] = []
  const report = (rule: NodeRule, of: string) => void found.push({ rule, of })
  for (const { kind, node } of writesIn(statement)) {
    const table = nameOf(node.relation)
    if (!schema.distributed.includes(table)) report('node-table', table)
    if (kind === 'InsertStmt' && schema.identities.includes(table)) report('node-identity', table)
    const constraint = node.onConflictClause?.infer?.conname
    if (constraint) report('node-constraint', constraint)
  }
  for (const relation of relationsIn(statement)) {
    if (relation.schemaname && !schema.onNodes.includes(nameOf(relation)))
      report('node-table', nameOf(relation))
  }
  for (const table of unreplacedTables(text, schema)) report('node-text', table)
  return found
}

/** A schema that stands for the shards. */
const SHARDS = 'shards'

/** The tables that are left in the text that a node executes. */
function unreplacedTables(text: string, { onNodes }: Schema): string[] {
  const types = [...text.matchAll(/\$(\d+)/g)].reduce<string[]>((known, [, n]) => {
    known[Number(n) - 1] = 'text'
    return known
  }, [])
  const call = callOnNode(text, { tables: new Set(onNodes), parameters: types, columns: [] })
  const [, template = ''] = /run_on_node\(\$1, '\{[^}]*\}', '((?:[^']|'')*)',/.exec(call) ?? []
  const executed = template
    .replaceAll("''", "'")
    .replaceAll(/%(\d+)\$s/g, `${SHARDS}.table$1`)
    .replaceAll('%%', '%')
  return relationsIn(parseSync(executed).stmts)
    .filter(({ schemaname }) => schemaname && schemaname !== SHARDS)
    .map(nameOf)
}
