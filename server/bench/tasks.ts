/** What the processes that make the load are asked for, and what they answer. */
import type { BenchRequest, Facts } from './cases.ts'

export interface LoadTask {
  origin: string
  requests: BenchRequest[]
  connections: number
  seconds: number
}

export interface BareTask {
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
