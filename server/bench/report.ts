/** The figures as text. */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { ROUNDS } from './measure.ts'
import type { Options } from './options.ts'
import type { Stage } from './stage.ts'
import type { Line, Spread, Summary } from './summary.ts'

export interface Conditions {
  command: string
  connections: number
  seconds: number
  rounds: number
  pool: number
  cores: number
  processor: string
  node: string
  postgres: string
  /** Before the bench: what else the machine had to do. */
  loadAverage: number
}

export function conditionsOf(options: Options, { pool, postgresVersion }: Stage): Conditions {
  const { connections, seconds } = options
  return {
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
      ' ',
    ),
    connections,
    seconds,
    rounds: ROUNDS,
    pool,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    postgres: postgresVersion,
    loadAverage: loadavg()[0] ?? 0,
  }
}

export function heading(conditions: Conditions): string {
  const { command, connections, seconds, rounds, pool, cores, processor, node, postgres, loadAverage } =
    conditions
  return [
    `$ ${command}`,
    `${cores} cores (${processor}), Node ${node}, PostgreSQL ${postgres}, load average before ${loadAverage.toFixed(1)}`,
    `${connections} in flight, pool of ${pool}, medians of ${rounds} rounds of ${seconds} s; least and greatest in brackets`,
  ].join('\n')
}

export function table({ lines, memory, failures, misses }: Summary): string {
  const rows = [HEADERS, ...lines.map(cells)]
  const widths = HEADERS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [names = 0, ...figures] = widths
  const text = rows.map(([name = '', ...rest]) =>
    [name.padEnd(names), ...rest.map((cell, column) => cell.padStart(figures[column] ?? 0))].join('  '),
  )
  const { peakBytes, endBytes } = memory
  return [
    ...text,
    '',
    `Memory of the API process: ${megabytes(peakBytes)} at most, ${megabytes(endBytes)} at the end`,
    ...failures.map((sentence) => `FAILED  ${sentence}`),
    ...misses.map((sentence) => `MISSED  ${sentence}`),
  ].join('\n')
}

const HEADERS = ['', 'requests/s', 'p50 ms', 'p99 ms', 'errors', 'bare/s', 'of bare', 'floor', 'of empty']

const cells = (line: Line): string[] => [
  line.name,
  range(line.rate, 0),
  line.p50Ms.toFixed(0),
  line.p99Ms.toFixed(0),
  String(line.errors),
  range(line.bareRate, 0),
  range(line.shareOfBare, 2),
  line.floor?.toFixed(2) ?? '',
  range(line.shareOfEmpty, 2),
]

function range(spread: Spread | undefined, digits: number): string {
  if (!spread) return ''
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits))
  return `${median} [${min}–${max}]`
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
