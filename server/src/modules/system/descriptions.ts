/** Describes the kinds of jobs and events for operators. */
import type { Module } from '../../module.ts'
import type { EventType } from '../../platform/events/outbox.ts'
import type { JobKind } from '../../platform/jobs/jobs.ts'
import { mailRequested } from '../../platform/mail.ts'

export interface Described {
  meaning: string
  /** What is lost if it is discarded; null where it cannot be discarded. */
  lost: string | null
}

/** For kinds that only another version of the server knows. */
const UNKNOWN: Described = {
  meaning: 'This version of the server does not know it.',
  lost: 'What it would have done is never done.',
}

export type Descriptions = ReadonlyMap<string, Described>

export interface DescribedKind extends Described {
  everyMs: number | null
}

export const describeJobs = (kinds: readonly JobKind[]): ReadonlyMap<string, DescribedKind> =>
  new Map(kinds.map(({ name, meaning, lost, everyMs = null }) => [name, { meaning, lost, everyMs }]))

export const describeEvents = (modules: readonly Module[]): Descriptions =>
  new Map(
    [mailRequested, ...modules.flatMap((module) => module.events ?? [])].map((event) => [
      event.name,
      { meaning: event.meaning, lost: lossOf(event) },
    ]),
  )

const lossOf = ({ shows }: EventType) =>
  shows === null
    ? 'Nothing that follows from it is done.'
    : 'No webhook tells of it, and nothing else that follows from it is done.'

export const describe = (descriptions: Descriptions, name: string): Described =>
  descriptions.get(name) ?? UNKNOWN
