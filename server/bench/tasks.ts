/** What the processes that make the load are asked for, and what they answer. */
import type { BenchRequest } from './cases.ts'
import type { Facts } from './facts.ts'

export interface LoadTask {
  origin: string
  requests: BenchRequest[]
  connections: number
  seconds: number
}

/** For the bare statements of a case, and for its ceiling. */
export interface StatementsTask {
  name: string
  facts: Facts
  connections: number
  seconds: number
}

export interface Run {
  /** Calls a second that succeeded. */
  rate: number
  p50Ms: number
  p99Ms: number
  errors: number
}

export type CeilingRun = Pick<Run, 'rate'>
