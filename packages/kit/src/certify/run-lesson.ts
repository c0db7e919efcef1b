/** Plays one lesson with a new brand and a new process, and grades it. There is a result whatever the connector does. */
import { performance } from 'node:perf_hooks'
import { RateLimitError, ResponseError } from '@tradehall/client'
import type { Verdict } from './certification.ts'
import { keepingClock } from './clock.ts'
import type { Evidence, RecordedRequest } from './evidence.ts'
import { type Check, failed, graded, type Lesson, passed, type Requirement, verdictOf } from './lesson.ts'
import { ConnectorFailed, LessonSetup, type LessonSetupOptions } from './lesson-setup.ts'

/** A lesson may wait for a connector that does nothing, but not forever. */
const MAX_SECONDS = 300
/** What an application may send in a minute. */
const MAX_A_MINUTE = 600
/** The most names of ignored members in a finding; the log of the sandbox has all. */
const MAX_NAMES = 10

export interface LessonResult {
  verdict: Verdict
  checks: readonly Check[]
  seconds: number
  /** The end of what the connector printed. */
  output: string
}

/** What every lesson asks for, beside its own requirements. */
export const COMMON: Readonly<Record<'runs' | 'rate' | 'members' | 'course', Requirement>> = {
  runs: {
    text: 'The connector starts, and keeps running whatever the marketplace does.',
    reference: 'certify.md#the-connector-as-a-process',
    fix: 'Read the end of its output below, and handle the error that ended it.',
  },
  rate: {
    text: `The connector keeps to ${MAX_A_MINUTE} requests a minute.`,
    reference: 'certify.md#the-connector-as-a-process',
    fix: 'Use one queue for all requests, and wait between repetitions.',
  },
  members: {
    text: 'The marketplace knows every member of what the connector sends.',
    reference: 'writing-a-connector.md#members-that-nobody-knows',
    fix: 'Compare the names with the reference of the operation: a misspelt member has no effect. Leave out what the operation does not know.',
    isAdvice: true,
  },
  course: {
    text: 'The connector does nothing that makes the course of the lesson impossible.',
    reference: 'certify.md#how-a-lesson-works',
    fix: 'Read what the sandbox refused to the examiner, and what the connector had done to it before.',
  },
}

export async function runLesson(
  lesson: Lesson,
  options: Omit<LessonSetupOptions, 'name'>,
): Promise<LessonResult> {
  const run = () => playAndGrade(lesson, options)
  return lesson.movesClock ? await keepingClock(options.sandbox, run) : await run()
}

async function playAndGrade(
  lesson: Lesson,
  options: Omit<LessonSetupOptions, 'name'>,
): Promise<LessonResult> {
  const begun = performance.now()
  const limit = AbortSignal.timeout(MAX_SECONDS * 1000)
  const stop = AbortSignal.any([options.stop, limit])
  const setup = await LessonSetup.set({ ...options, stop, name: `Lesson ${lesson.id}` })
  try {
    const { evidence, problem } = await play(lesson, setup, limit)
    const own = problem === undefined ? graded(lesson, evidence) : []
    const checks = [...own, ...commonChecks(evidence, problem)]
    return {
      verdict: verdictOf(checks),
      checks,
      seconds: Math.round((performance.now() - begun) / 1000),
      output: setup.output,
    }
  } finally {
    await setup.clear()
  }
}

interface Played {
  evidence: Evidence
  /** Why the scenario ended early. */
  problem?: Check
}

async function play(lesson: Lesson, setup: LessonSetup, limit: AbortSignal): Promise<Played> {
  try {
    const facts = await lesson.play(setup)
    return { evidence: await setup.evidence(facts) }
  } catch (error) {
    const problem = problemOf(error, limit)
    if (!problem) throw error
    return { evidence: await setup.evidence(undefined), problem }
  }
}

/** Undefined for errors that the connector did not cause, such as a sandbox that has stopped. */
function problemOf(error: unknown, limit: AbortSignal): Check | undefined {
  if (error instanceof ConnectorFailed) return failed('runs', error.message)
  if (limit.aborted) return failed('course', `The lesson did not end within ${MAX_SECONDS} seconds.`)
  const isRefused = error instanceof ResponseError && error.status < 500 && !(error instanceof RateLimitError)
  return isRefused
    ? failed('course', `The sandbox refused a step of the examiner: ${error.message}`)
    : undefined
}

function commonChecks(evidence: Evidence, problem: Check | undefined): readonly Check[] {
  const all = [runs(evidence), rate(evidence), members(evidence)]
  if (!problem) return all
  return [
    problem,
    ...all.filter(({ requirement, verdict }) => verdict === 'failed' || requirement !== problem.requirement),
  ]
}

function runs({ ends }: Evidence): Check {
  const crash = ends.find(({ isWanted }) => !isWanted)
  if (!crash) return passed('runs', 'The connector ran until it was stopped.')
  const how = crash.signal ?? `exit code ${crash.code}`
  return failed(
    'runs',
    `The connector ended by itself after ${Math.round(crash.atMs / 1000)} seconds (${how}).`,
  )
}

function rate({ requests }: Evidence): Check {
  const burst = requests.find((_, i) => isWithinMinute(requests[i], requests[i + MAX_A_MINUTE]))
  if (!burst) return passed('rate', `${requests.length} requests in all.`)
  const finding = `From ${burst.arrivedAt} on there were more than ${MAX_A_MINUTE} requests in a minute.`
  return failed('rate', finding, [burst])
}

/** Read from the header that names the ignored members. */
export function members({ requests }: Pick<Evidence, 'requests'>): Check {
  const found = requests.flatMap((request) => {
    const names = request.responseHeaders['x-ignored-members']
    return names === undefined ? [] : [{ request, names: String(names) }]
  })
  if (found.length === 0) return passed('members', 'Nothing that it sent was ignored.')
  const names = [...new Set(found.flatMap(({ names }) => names.split(', ')))]
  return {
    requirement: 'members',
    verdict: 'warning',
    finding: `Of ${found.length} requests members were ignored: ${names.slice(0, MAX_NAMES).join(', ')}.`,
    requests: found.map(({ request }) => request),
  }
}

const isWithinMinute = (first: RecordedRequest | undefined, last: RecordedRequest | undefined) =>
  first !== undefined && last !== undefined && last.arrivedMs - first.arrivedMs < 60_000
