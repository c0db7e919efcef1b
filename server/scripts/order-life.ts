/** Renders the move table for the documentation, as a diagram and as a table. */
import { MOVES, type Move, STATUSES } from '../src/modules/ordering/index.ts'

const moves: readonly Move[] = MOVES

export function printOrderLife(): string {
  return [printDiagram(), printTable()].join('\n\n')
}

function printDiagram(): string {
  const ends = STATUSES.filter((status) => !moves.some(({ from }) => from === status))
  const lines = [
    ...moves.map(({ from, command, to }) => `  ${from ?? '[*]'} --> ${to}: ${command}`),
    ...ends.map((status) => `  ${status} --> [*]`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

function printTable(): string {
  const code = (text: string | undefined) => text && `\`${text}\``
  const rows = moves.map(({ from, command, by, to, event, stock }) => {
    const events = event ? [event.name, ...event.twins].map(code).join(', ') : ''
    const cells = [code(from ?? undefined), code(command), by.join(', '), code(to), events, stock]
    return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
  })
  return ['| From | Command | By | To | Events | Stock |', '|---|---|---|---|---|---|', ...rows].join('\n')
}
