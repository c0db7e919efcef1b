/** What a run has found, as text. */
import { type Column, table } from '../../bench/table.ts'
import { type Check, lineOf } from '../judgement/check.ts'
import type { OperationFigures } from './remote-commands.ts'

export interface PhaseOutcome {
  name: string
  checks: readonly Check[]
  operations?: readonly OperationFigures[]
  /** Why it was not played. */
  skipped?: string
}

export interface Report {
  /** Of PostgreSQL and Citus. */
  versions: string
  outcomes: readonly PhaseOutcome[]
}

/** A phase that was not played breaks no rule; what has to be shown is shown by a run without such. */
export const isSound = ({ outcomes }: Report): boolean =>
  outcomes.every(({ checks }) => checks.every(({ isKept }) => isKept))

export function reportText(report: Report): string {
  const { versions, outcomes } = report
  const operations = outcomes.flatMap((outcome) => outcome.operations ?? [])
  const rules = outcomes.map(({ name, checks, skipped }) =>
    [`${name}${skipped ? `: ${skipped}` : ''}`, ...checks.map(lineOf)].join('\n'),
  )
  const broken = outcomes.flatMap(({ checks }) => checks).filter(({ isKept }) => !isKept).length
  const left = outcomes.filter(({ skipped }) => skipped).length
  return [
    versions,
    ...(operations.length > 0 ? [table(OPERATIONS, operations)] : []),
    ...rules,
    [
      broken === 0 ? 'All rules are kept.' : `Rules broken: ${broken}.`,
      ...(left > 0 ? [`Phases not played: ${left}.`] : []),
    ].join(' '),
  ].join('\n\n')
}

const OPERATIONS: readonly Column<OperationFigures>[] = [
  { header: 'sent to nodes', cell: ({ operation }) => operation },
  { header: 'statements', cell: ({ statements }) => `${statements}` },
  { header: 'BEGIN, PREPARE, COMMIT', cell: ({ transactional }) => `${transactional}` },
  { header: 'nodes of other brands', cell: ({ foreignNodes }) => `${foreignNodes}` },
]
