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
  /** Ids of requirements of what the connector claims, about which nothing could be seen. Advice is not among them. */
  notObserved: readonly string[]
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
  /** Whether what was not observed counts as failed. */
  isStrict: boolean
  lessons: readonly ReportedLesson[]
}

/** A report with the signature of the sandbox. */
export type SignedReport = Report & { signature: string }

/** The most requests that are listed for a requirement; more would not explain the mistake better. */
const MAX_REQUESTS = 5

export function reportLesson(lesson: Lesson, result: LessonResult): ReportedLesson {
  const { id, title, about, requirements } = lesson
  const { verdict, seconds, output } = result
  const checks = result.checks.map((check) => reportCheck(lesson, requirements, check))
  return {
    id,
    title,
    about,
    verdict,
    reason: null,
    seconds,
    checks,
    notObserved: checks
      .filter((check) => check.verdict === 'skipped' && !check.isAdvice)
      .map((check) => check.id),
    output: verdict === 'failed' && output !== '' ? output : null,
  }
}

/** What the connector does not claim need not be observed. */
export const reportSkipped = (
  { id, title, about, requirements }: Lesson,
  reason: string,
  isClaimed: boolean,
): ReportedLesson => ({
  id,
  title,
  about,
  verdict: 'skipped',
  reason,
  seconds: 0,
  checks: [],
  notObserved: Object.entries<Requirement>(requirements)
    .filter(([, { isAdvice = false }]) => isClaimed && !isAdvice)
    .map(([name]) => `${id}.${name}`),
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

/** Whether nothing failed and at least one lesson was not skipped; strictly, whether everything was observed too. */
export const isPassed = (lessons: readonly ReportedLesson[], isStrict: boolean): boolean =>
  lessons.every(({ verdict }) => verdict !== 'failed') &&
  lessons.some(({ verdict }) => verdict !== 'skipped') &&
  !(isStrict && lessons.some(({ notObserved }) => notObserved.length > 0))

/** The verdict, and what it says nothing about. */
export function headlineOf({ isPassed, lessons }: Pick<Report, 'isPassed' | 'lessons'>): string {
  const verdict = isPassed ? 'Passed' : 'Failed'
  const ids = lessons.flatMap(({ notObserved }) => notObserved)
  if (ids.length === 0) return verdict
  return `${verdict}; ${ids.length} ${ids.length === 1 ? 'requirement' : 'requirements'} not observed: ${ids.join(', ')}`
}
