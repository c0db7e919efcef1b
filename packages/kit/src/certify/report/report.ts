/** The report of a run. Everything that is written, as a page, as JSON or as JUnit XML, is made of it. */
import type { Verdict } from '../certification.ts'
import type { RecordedRequest } from '../evidence.ts'
import type { Check, Lesson, Requirement } from '../lesson.ts'
import { COMMON, type LessonResult } from '../run-lesson.ts'

export const FORMAT = 'tradehall-certification/1'

/** The part of a recorded request that is enough to find it in the log. */
export interface RequestLine {
  id: string
  at: string
  method: string
  url: string
  status: number | null
}

export interface ReportedCheck {
  id: string
  verdict: Verdict
  /** What is required. */
  requirement: string
  reference: string
  isAdvice: boolean
  finding: string
  /** Null unless it failed. */
  fix: string | null
  requests: readonly RequestLine[]
}

export interface ReportedLesson {
  id: string
  title: string
  about: string
  verdict: Verdict
  /** Why it was skipped; null if it was not. */
  reason: string | null
  seconds: number
  checks: readonly ReportedCheck[]
  /** The end of the connector's output, if the lesson failed. */
  output: string | null
}

export interface Report {
  format: typeof FORMAT
  connector: { name: string; command: string; claims: readonly string[] }
  /** Version of this program. */
  version: string
  sandbox: { url: string; keyId: string }
  seed: number
  startedAt: string
  endedAt: string
  isPassed: boolean
  lessons: readonly ReportedLesson[]
}

/** A report with the signature of the sandbox. */
export type SignedReport = Report & { signature: string }

/** The most requests that are listed for a requirement; more would not explain the mistake better. */
const MAX_REQUESTS = 5

export function reportLesson(lesson: Lesson, result: LessonResult): ReportedLesson {
  const { id, title, about, requirements } = lesson
  const { verdict, seconds, checks, output } = result
  return {
    id,
    title,
    about,
    verdict,
    reason: null,
    seconds,
    checks: checks.map((check) => reportCheck(lesson, requirements, check)),
    output: verdict === 'failed' && output !== '' ? output : null,
  }
}

export const reportSkipped = ({ id, title, about }: Lesson, reason: string): ReportedLesson => ({
  id,
  title,
  about,
  verdict: 'skipped',
  reason,
  seconds: 0,
  checks: [],
  output: null,
})

function reportCheck(
  { id }: Lesson,
  requirements: Readonly<Record<string, Requirement>>,
  { requirement: name, verdict, finding, requests = [] }: Check,
): ReportedCheck {
  const requirement = { ...COMMON, ...requirements }[name]
  if (!requirement) throw new Error(`The lesson ${id} has no requirement ${name}.`)
  const { text, reference, fix, isAdvice = false } = requirement
  return {
    id: `${id}.${name}`,
    verdict,
    requirement: text,
    reference,
    isAdvice,
    finding,
    fix: verdict === 'failed' || verdict === 'warning' ? fix : null,
    requests: requests.slice(0, MAX_REQUESTS).map(lineOf),
  }
}

const lineOf = ({ id, arrivedAt, method, url, status }: RecordedRequest): RequestLine => ({
  id,
  at: arrivedAt,
  method,
  url,
  status,
})

/** Whether nothing failed and at least one lesson was not skipped. */
export const isPassed = (lessons: readonly ReportedLesson[]): boolean =>
  lessons.every(({ verdict }) => verdict !== 'failed') && lessons.some(({ verdict }) => verdict !== 'skipped')
