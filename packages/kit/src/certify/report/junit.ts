/** The report as JUnit XML, which build servers show: a suite for each lesson, a case for each requirement. */
import type { Report, ReportedCheck, ReportedLesson } from './report.ts'

export function junitOf({ connector, startedAt, lessons }: Report): string {
  const all = lessons.flatMap(({ checks }) => checks)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: connector.name, ...countsOf(all), time: sum(lessons), timestamp: startedAt })}>`,
    ...lessons.flatMap(suiteLines),
    '</testsuites>',
  ]
  return `${lines.join('\n')}\n`
}

function suiteLines(lesson: ReportedLesson): string[] {
  const { id, title, seconds, checks, reason, output } = lesson
  const name = `${id}: ${title}`
  if (reason !== null) {
    return [
      `  <testsuite ${attributes({ name, tests: 1, failures: 0, skipped: 1, time: 0 })}>`,
      `    <testcase ${attributes({ classname: id, name: title })}><skipped ${attributes({ message: reason })}/></testcase>`,
      '  </testsuite>',
    ]
  }
  return [
    `  <testsuite ${attributes({ name, ...countsOf(checks), time: seconds })}>`,
    ...checks.map(caseLine(id)),
    ...(output === null ? [] : [`    <system-out>${escaped(output)}</system-out>`]),
    '  </testsuite>',
  ]
}

const caseLine = (lesson: string) => (check: ReportedCheck) => {
  const open = `    <testcase ${attributes({ classname: lesson, name: check.requirement })}>`
  return `${open}${resultOf(check)}</testcase>`
}

function resultOf({ verdict, finding, fix, requests }: ReportedCheck): string {
  if (verdict === 'passed') return ''
  if (verdict === 'skipped') return `<skipped ${attributes({ message: finding })}/>`
  const lines = requests.map(
    ({ at, method, url, status, id }) => `${at} ${method} ${url} ${status ?? '-'} ${id}`,
  )
  const text = escaped([finding, ...lines, fix ?? ''].join('\n').trim())
  // JUnit has no warnings: advice is output of a case that passed.
  if (verdict === 'warning') return `<system-out>${text}</system-out>`
  return `<failure ${attributes({ message: finding })}>${text}</failure>`
}

const countsOf = (checks: readonly ReportedCheck[]) => ({
  tests: checks.length,
  failures: checks.filter(({ verdict }) => verdict === 'failed').length,
  skipped: checks.filter(({ verdict }) => verdict === 'skipped').length,
})

const sum = (lessons: readonly ReportedLesson[]) => lessons.reduce((total, { seconds }) => total + seconds, 0)

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
