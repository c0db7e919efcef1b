/** Renders the results as text. */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { type Measured, ROUNDS } from './measure.ts'
import type { Options } from './options.ts'
import type { IdleMemory } from './rest.ts'
import type { Setup } from './setup.ts'
import type { ResultLine, Spread, Summary } from './summary.ts'
import { type Column, table } from './table.ts'

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

export function conditionsOf(options: Options, setup: Setup | undefined): Conditions {
  const { connections, seconds, api } = options
  return {
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
      ' ',
    ),
    connections,
    seconds,
    api,
    rounds: ROUNDS,
    ...(setup && { pool: setup.pool, postgres: setup.postgresVersion }),
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

export function report({ lines, memory, rest, installedRest, failures, misses }: Summary): string {
  return [
    ...(lines.length > 0 ? [table(RATES, lines), '', table(COSTS, lines)] : []),
    '',
    ...(memory ? [memoryLine(memory)] : []),
    ...(rest ? [restLine('a sandbox', rest)] : []),
    ...(installedRest ? [restLine('a sandbox of the package', installedRest)] : []),
    ...failures.map((sentence) => `FAILED  ${sentence}`),
    ...misses.map((sentence) => `MISSED  ${sentence}`),
  ].join('\n')
}

const memoryLine = ({ peakBytes, endBytes }: Measured['memory']) =>
  `Memory of the API process: ${megabytes(peakBytes)} at most, ${megabytes(endBytes)} at the end`

function restLine(what: string, { processes, bytes, rssBytes, readyMs, readyCpuMs }: IdleMemory): string {
  const each = processes.map(
    ({ name, bytes, rssBytes }) => `${name} ${megabytes(bytes)} (${megabytes(rssBytes)})`,
  )
  const ready = `ready after ${seconds(readyMs)} (${seconds(readyCpuMs)} of CPU time)`
  return `Memory of ${what} at rest: ${megabytes(bytes)} (${megabytes(rssBytes)} with shared pages counted each time): ${each.join(', ')}; ${ready}`
}

const RATES: readonly Column<ResultLine>[] = [
  { header: '', cell: ({ name }) => name },
  { header: 'requests/s', cell: ({ rate }) => range(rate, 0) },
  { header: 'p50 ms', cell: ({ p50Ms }) => p50Ms.toFixed(0) },
  { header: 'p99 ms', cell: ({ p99Ms }) => p99Ms.toFixed(0) },
  { header: 'errors', cell: ({ errors }) => String(errors) },
  { header: 'minimal/s', cell: ({ minimalRate }) => range(minimalRate, 0) },
  { header: 'of minimal', cell: ({ shareOfMinimal }) => range(shareOfMinimal, 2) },
  { header: 'ceiling/s', cell: ({ ceilingRate }) => range(ceilingRate, 0) },
  { header: 'of ceiling', cell: ({ shareOfCeiling }) => range(shareOfCeiling, 2) },
  { header: 'floor', cell: ({ floor }) => floor?.toFixed(2) ?? '' },
  { header: 'of bare', cell: ({ shareOfBare }) => range(shareOfBare, 2) },
  { header: 'of empty', cell: ({ shareOfEmpty }) => range(shareOfEmpty, 2) },
  { header: 'of full', cell: ({ ofFull }) => range(ofFull?.rate, 2) },
  { header: 'together/s', cell: ({ togetherRate }) => range(togetherRate, 0) },
  { header: 'times one', cell: ({ togetherTimes }) => range(togetherTimes, 2) },
]

const COSTS: readonly Column<ResultLine>[] = [
  { header: 'CPU µs of a request', cell: ({ name }) => name },
  { header: 'server', cell: ({ cpu }) => range(cpu.server, 0) },
  { header: 'PostgreSQL', cell: ({ cpu }) => range(cpu.database, 0) },
  { header: 'minimal: server', cell: ({ minimalCpu }) => range(minimalCpu?.server, 0) },
  { header: 'PostgreSQL', cell: ({ minimalCpu }) => range(minimalCpu?.database, 0) },
  { header: 'of both', cell: ({ cpuShareOfMinimal }) => range(cpuShareOfMinimal, 2) },
  { header: 'together: server', cell: ({ togetherCpu }) => range(togetherCpu?.server, 0) },
  { header: 'PostgreSQL', cell: ({ togetherCpu }) => range(togetherCpu?.database, 0) },
  { header: 'times one', cell: ({ togetherCpuTimes }) => range(togetherCpuTimes, 2) },
  { header: 'bytes', cell: ({ bytes }) => bytes.toFixed(0) },
  { header: 'of full', cell: ({ ofFull }) => ofFull?.bytes.toFixed(2) ?? '' },
  { header: 'minimal', cell: ({ minimalBytes }) => minimalBytes?.toFixed(0) ?? '' },
]

export function range(spread: Spread | undefined, digits: number): string {
  if (!spread) return ''
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(digits))
  return `${median} [${min}–${max}]`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
