/** Tasks of the load processes and their results. */
import type { BenchRequest } from './cases.ts'
import type { Facts } from './facts.ts'

export interface LoadTask {
  origin: string
  requests: BenchRequest[]
  connections: number
  seconds: number
}

/** Of the bare statements of a case, and of its ceiling. */
export interface StatementsTask {
  name: string
  facts: Facts
  connections: number
  seconds: number
}

export interface MeasuredRun {
  /** Successful calls per second. */
  rate: number
  p50Ms: number
  p99Ms: number
  errors: number
}

export type CeilingRun = Pick<MeasuredRun, 'rate'>
