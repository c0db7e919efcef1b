/** Renders the results as text. */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { type Measured, ROUNDS } from './measure.ts'
import type { Options } from './options.ts'
import type { IdleMemory } from './rest.ts'
import type { Stage } from './stage.ts'
import type { ResultLine, Spread, Summary } from './summary.ts'

export interface Conditions {
  command: string
  connections: number
  seconds: number
  rounds: number
  api: number
  /** Like the database, absent if no endpoint was measured. */
  pool?: number
  cores: number
  processor: string
  node: string
  postgres?: string
  /** Load average before the benchmark, which reveals other work on the machine. */
  loadAverage: number
}

export function conditionsOf(options: Options, stage: Stage | undefined): Conditions {
  const { connections, seconds, api } = options
  return {
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
      ' ',
    ),
    connections,
    seconds,
    api,
    rounds: ROUNDS,
    ...(stage && { pool: stage.pool, postgres: stage.postgresVersion }),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    loadAverage: loadavg()[0] ?? 0,
  }
}

export function heading(conditions: Conditions): string {
  const { command, connections, seconds, rounds, api, pool, cores, processor, node, postgres, loadAverage } =
    conditions
  const programs = [`Node ${node}`, ...(postgres ? [`PostgreSQL ${postgres}`] : [])].join(', ')
  const how = `${connections} in flight, pool of ${pool}, medians of ${rounds} rounds of ${seconds} s; least and greatest in brackets`
  return [
    `$ ${command}`,
    `${cores} cores (${processor}), ${programs}, load average before ${loadAverage.toFixed(1)}`,
    ...(pool ? [how] : []),
    ...(pool && api > 1 ? [`together: ${api} API processes on one port`] : []),
  ].join('\n')
}

export function table({ lines, memory, rest, failures, misses }: Summary): string {
  const all = lines.length > 0 ? [HEADERS, ...lines.map(cells)] : []
  // Empty columns are omitted.
  const shown = HEADERS.map((_, column) => column === 0 || all.slice(1).some((row) => row[column] !== ''))
  const rows = all.map((row) => row.filter((_, column) => shown[column]))
  const widths = HEADERS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [names = 0, ...figures] = widths
  const text = rows.map(([name = '', ...rest]) =>
    [name.padEnd(names), ...rest.map((cell, column) => cell.padStart(figures[column] ?? 0))].join('  '),
  )
  return [
    ...text,
    '',
    ...(memory ? [memoryLine(memory)] : []),
    ...(rest ? [restLine(rest)] : []),
    ...failures.map((sentence) => `FAILED  ${sentence}`),
    ...misses.map((sentence) => `MISSED  ${sentence}`),
  ].join('\n')
}

const memoryLine = ({ peakBytes, endBytes }: Measured['memory']) =>
  `Memory of the API process: ${megabytes(peakBytes)} at most, ${megabytes(endBytes)} at the end`

function restLine({ processes, bytes, rssBytes }: IdleMemory): string {
  const each = processes.map(
    ({ name, bytes, rssBytes }) => `${name} ${megabytes(bytes)} (${megabytes(rssBytes)})`,
  )
  return `Memory of a sandbox at rest: ${megabytes(bytes)} (${megabytes(rssBytes)} with shared pages counted each time): ${each.join(', ')}`
}

const HEADERS = [
  ...['', 'requests/s', 'p50 ms', 'p99 ms', 'errors'],
  ...['ceiling/s', 'of ceiling', 'floor', 'bare/s', 'of bare', 'of empty', 'together/s', 'times one'],
]

const cells = (line: ResultLine): string[] => [
  line.name,
  range(line.rate, 0),
  line.p50Ms.toFixed(0),
  line.p99Ms.toFixed(0),
  String(line.errors),
  range(line.ceilingRate, 0),
  range(line.shareOfCeiling, 2),
  line.floor?.toFixed(2) ?? '',
  range(line.bareRate, 0),
  range(line.shareOfBare, 2),
  range(line.shareOfEmpty, 2),
  range(line.togetherRate, 0),
  range(line.togetherTimes, 2),
]

function range(spread: Spread | undefined, digits: number): string {
  if (!spread) return ''
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits))
  return `${median} [${min}–${max}]`
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
