/**
 * What a lesson is: a description, a scenario that is played with the connector, and a function that grades the evidence. The
 * grading function is pure, so that each verdict can be tested without a connector.
 */
import type { Verdict } from './certification.ts'
import type { Evidence, RecordedRequest } from './evidence.ts'
import type { LessonSetup } from './lesson-setup.ts'
import type { ActionName, Claim } from './settings.ts'

/** What a connector has to do. */
export interface Requirement {
  /** One sentence: what the specification asks for. */
  text: string
  /** The page and section of the documentation that explains it, below `docs/integrators/`, such as `certify.md#tokens`. */
  reference: string
  /** What to change in a connector that fails. */
  fix: string
  /** Good practice: not meeting it is a warning, never a failure. */
  isAdvice?: true
}

/** The result of a requirement. */
export interface Check<Name extends string = string> {
  requirement: Name
  verdict: Verdict
  /** One sentence: what was seen, or why it was skipped. */
  finding: string
  /** The requests that show it. */
  requests?: readonly RecordedRequest[]
}

export interface Needs {
  /** All of them. */
  claims?: readonly Claim[]
  actions?: readonly ActionName[]
  books?: true
}

export interface Lesson<Name extends string = string, Facts = unknown> {
  /** Names the lesson on the command line, such as `tokens`. */
  id: string
  title: string
  /** A paragraph for `--explain` and the report: what happens to the connector, and why it matters. */
  about: string
  /** What the connector has to claim or offer; otherwise the lesson is skipped. */
  needs: Needs
  /** Moves the clock of the sandbox, so that no other lesson may run at the same time. */
  movesClock?: true
  requirements: Readonly<Record<Name, Requirement>>
  /** Plays the scenario, and returns what only the scenario knows, as plain JSON. */
  play(setup: LessonSetup): Promise<Facts>
  /** Every requirement has one check. */
  grade(evidence: Evidence<Facts>): readonly Check<Name>[]
}

/** Infers the names of the requirements. */
export const lesson = <Name extends string, Facts>(given: Lesson<Name, Facts>): Lesson<Name, Facts> => given

type Found = readonly RecordedRequest[]

export const passed = <Name extends string>(
  requirement: Name,
  finding: string,
  requests: Found = [],
): Check<Name> => ({ requirement, verdict: 'passed', finding, requests })

export const failed = <Name extends string>(
  requirement: Name,
  finding: string,
  requests: Found = [],
): Check<Name> => ({ requirement, verdict: 'failed', finding, requests })

/** The requirement is skipped, because the connector never came into the situation that it is about. */
export const skipped = <Name extends string>(requirement: Name, finding: string): Check<Name> => ({
  requirement,
  verdict: 'skipped',
  finding,
})

/** The verdict on a lesson: failed if a check failed, skipped if all checks were skipped. */
export function verdictOf(checks: readonly Pick<Check, 'verdict'>[]): Verdict {
  const has = (verdict: Verdict) => checks.some((check) => check.verdict === verdict)
  if (has('failed')) return 'failed'
  if (has('warning')) return 'warning'
  return has('passed') ? 'passed' : 'skipped'
}

/** A check of a requirement that is only advice gives a warning in the place of a failure. */
export function graded<Name extends string, Facts>(
  { id, requirements, grade }: Lesson<Name, Facts>,
  evidence: Evidence<Facts>,
): readonly Check<Name>[] {
  const checks = grade(evidence)
  const missing = Object.keys(requirements).filter(
    (name) => !checks.some((check) => check.requirement === name),
  )
  if (missing.length > 0) throw new Error(`The lesson ${id} has no check of ${missing.join(', ')}.`)
  return checks.map((check) =>
    check.verdict === 'failed' && requirements[check.requirement].isAdvice
      ? { ...check, verdict: 'warning' }
      : check,
  )
}

/** Whether the lesson is about something that the connector claims to do. */
export const isClaimed = (
  { needs: { claims = [] } }: Pick<Lesson, 'needs'>,
  given: { claims: readonly string[] },
): boolean => claims.every((claim) => given.claims.includes(claim))

/** Why a connector cannot take a lesson, or undefined. */
export function reasonToSkip(
  { needs: { claims = [], actions = [], books } }: Pick<Lesson, 'needs'>,
  given: { claims: readonly string[]; actions: object; books: string | undefined },
): string | undefined {
  const missingClaims = claims.filter((claim) => !given.claims.includes(claim))
  if (missingClaims.length > 0) return `The connector does not claim ${missingClaims.join(' and ')}.`
  const missingActions = actions.filter((action) => !(action in given.actions))
  if (missingActions.length > 0) return `certify.json has no action ${missingActions.join(' and ')}.`
  return books && given.books === undefined ? 'certify.json names no books.' : undefined
}

/** What a lesson needs as a sentence; empty if it needs nothing. */
export function needsText({ claims = [], actions = [], books }: Needs): string {
  const needed = [
    ...claims.map((claim) => `the claim \`${claim}\``),
    ...actions.map((action) => `the action \`${action}\``),
    ...(books ? ['`books`'] : []),
  ]
  return needed.length === 0 ? '' : `Needs ${needed.join(', ')}.`
}
