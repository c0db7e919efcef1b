/** The report as JUnit XML, which build servers show: a suite for each lesson, a case for each requirement. */
import { headlineOf, type Report, type ReportedCheck, type ReportedLesson } from './report.ts'

export function junitOf(report: Report): string {
  const { connector, startedAt, lessons, isStrict } = report
  const suites = lessons.map((lesson) => suiteOf(lesson, isStrict))
  const counts = {
    tests: sum(suites.map(({ cases }) => cases.length)),
    failures: sum(suites.map(({ failures }) => failures)),
    skipped: sum(suites.map(({ skipped }) => skipped)),
  }
  const time = sum(lessons.map(({ seconds }) => seconds))
  const name = `${connector.name}: ${headlineOf(report)}`
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...counts, time, timestamp: startedAt })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ]
  return `${lines.join('\n')}\n`
}

interface Suite {
  lesson: ReportedLesson
  cases: readonly string[]
  failures: number
  skipped: number
}

function suiteOf(lesson: ReportedLesson, isStrict: boolean): Suite {
  const { id, title, checks, reason, notObserved } = lesson
  const isFailure = (name: string) => isStrict && notObserved.includes(name)
  if (reason !== null) {
    const fails = isStrict && notObserved.length > 0
    const result = fails ? failure(`Not observed: ${reason}`, notObserved.join(', ')) : skippedFor(reason)
    return {
      lesson,
      cases: [caseLine(id, title, result)],
      failures: Number(fails),
      skipped: Number(!fails),
    }
  }
  const failed = checks.filter((check) => check.verdict === 'failed' || isFailure(check.id))
  return {
    lesson,
    cases: checks.map((check) => caseLine(id, check.requirement, resultOf(check, isFailure(check.id)))),
    failures: failed.length,
    skipped: checks.filter((check) => check.verdict === 'skipped' && !isFailure(check.id)).length,
  }
}

function suiteLines({ lesson: { id, title, seconds, output }, cases, failures, skipped }: Suite): string[] {
  const name = `${id}: ${title}`
  return [
    `  <testsuite ${attributes({ name, tests: cases.length, failures, skipped, time: seconds })}>`,
    ...cases,
    ...(output === null ? [] : [`    <system-out>${escaped(output)}</system-out>`]),
    '  </testsuite>',
  ]
}

const caseLine = (classname: string, name: string, result: string) =>
  `    <testcase ${attributes({ classname, name })}>${result}</testcase>`

function resultOf({ verdict, finding, fix, requests }: ReportedCheck, isFailure: boolean): string {
  if (verdict === 'passed') return ''
  if (isFailure) return failure(`Not observed: ${finding}`, finding)
  if (verdict === 'skipped') return skippedFor(finding)
  const lines = requests.map(
    ({ at, method, url, status, id }) => `${at} ${method} ${url} ${status ?? '-'} ${id}`,
  )
  const text = [finding, ...lines, fix ?? ''].join('\n').trim()
  // JUnit has no warnings: advice is output of a case that passed.
  if (verdict === 'warning') return `<system-out>${escaped(text)}</system-out>`
  return failure(finding, text)
}

const skippedFor = (message: string) => `<skipped ${attributes({ message })}/>`
const failure = (message: string, text: string) =>
  `<failure ${attributes({ message })}>${escaped(text)}</failure>`

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(' ')

/** XML 1.0 has no way to write most control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
