/** How much a statement reads, for tests of long lists. */
import { type Fragment, planAnew, type Queryable } from '../src/platform/database.ts'

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The largest number of rows that a step of the statement has read, as it was executed. */
export async function rowsReadBy(db: Queryable, statement: Fragment): Promise<number> {
  const [row] = await planAnew(
    db<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>`explain (analyze, format json) ${statement}`,
  )
  return Math.max(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan)).map(readIn))
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const readIn = (node: PlanNode) =>
  node['Actual Loops'] *
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
