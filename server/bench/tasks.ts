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

/** Of requests over HTTP. */
export interface LoadRun extends MeasuredRun {
  /** All responses, including failures and those after the end of the run. */
  answers: number
  /** The mean size of a response body. */
  bytes: number
}

export type CeilingRun = Pick<MeasuredRun, 'rate'>
