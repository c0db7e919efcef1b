/** `certify`: puts a connector through the lessons in a running sandbox, and reports what holds. */

import { randomInt } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Connection, type ConnectOptions, connectTo, readFromSandbox, refusalOf } from '../connection.ts'
import { ConfigError, StartRefused } from '../failures.ts'
import { print, remark, styled } from '../terminal/printing.ts'
import { VERSION } from '../version.ts'
import type { Verdict } from './certification.ts'
import { certifyLesson, findLesson, type LessonOptions } from './certify-lesson.ts'
import type { Lesson } from './lesson.ts'
import { LESSONS } from './lessons/index.ts'
import { hasPlaceholder } from './placeholders.ts'
import { htmlOf } from './report/html.ts'
import { junitOf } from './report/junit.ts'
import {
  FORMAT,
  headlineOf,
  isPassed,
  type Report,
  type ReportedLesson,
  type SignedReport,
} from './report/report.ts'
import { type CertifySettings, DEFAULT_FILE, readCertifySettings } from './settings.ts'
import { digestOf } from './signature.ts'

export interface CertifyOptions extends ConnectOptions {
  config?: string
  html?: string
  json?: string
  junit?: string
  only?: string
  seed?: string
  strict?: boolean
}

/** Some lesson failed, as opposed to a run that could not be made. */
const FAILED = 2
const INTERRUPTED = 130
const MAX_SEED = 4_294_967_295
/** Lessons wait most of the time, so several at once hardly slow each other down. */
const PARALLEL = 4

/** Returns the exit code. */
export async function certify(
  command: readonly string[],
  options: CertifyOptions,
  environment: Record<string, string | undefined>,
  stop: AbortSignal,
): Promise<number> {
  const settings = readCertifySettings(options.config ?? DEFAULT_FILE, command)
  const chosen = chooseLessons(options.only)
  const seed = readSeed(options.seed)
  const isStrict = options.strict ?? false
  refuseUnwritable(options)
  const connection = connectTo(options, environment)
  try {
    const { id: keyId } = await readFromSandbox(connection, () =>
      connection.client.get('/api/testing/certification-key'),
    )
    print(`${styled('bold', settings.name)} at ${connection.baseUrl}, seed ${seed}`)
    const startedAt = new Date().toISOString()
    const lessons = await runAll(chosen, { settings, connection, environment, seed, stop })
    const report: Report = {
      format: FORMAT,
      connector: { name: settings.name, command: settings.start, claims: settings.claims },
      version: VERSION,
      sandbox: { url: connection.baseUrl, keyId },
      seed,
      startedAt,
      endedAt: new Date().toISOString(),
      isPassed: isPassed(lessons, isStrict),
      isStrict,
      lessons,
    }
    write(options, { ...report, signature: await sign(connection, report) })
    conclude(report)
    return report.isPassed ? 0 : FAILED
  } catch (error) {
    if (stop.aborted) return INTERRUPTED
    throw refusalOf(error, connection, ' Is the sandbox running?')
  }
}

function chooseLessons(only: string | undefined): readonly Lesson[] {
  if (only === undefined) return LESSONS
  return [...new Set(only.split(',').map((name) => findLesson(name.trim())))]
}

function readSeed(text: string | undefined): number {
  if (text === undefined) return randomInt(1_000_000)
  const seed = Number(text)
  if (text.trim() === '' || !Number.isInteger(seed) || seed < 0 || seed > MAX_SEED)
    throw new ConfigError(`--seed must be a whole number from 0 to ${MAX_SEED}; it is "${text}".`)
  return seed
}

async function sign({ client }: Connection, report: Report): Promise<string> {
  const { seed, version, startedAt, endedAt, isPassed, lessons } = report
  const summary = {
    ...{ digest: digestOf({ ...report }), seed, version, startedAt, endedAt, isPassed },
    lessons: lessons.map(({ id, verdict }) => ({ id, verdict })),
  }
  const { data } = await client.request('POST', '/api/testing/certifications', { body: { report: summary } })
  return data.attributes.signature ?? ''
}

/** Lessons that move the clock run alone, after the others. */
async function runAll(
  chosen: readonly Lesson[],
  { stop, ...options }: LessonOptions,
): Promise<readonly ReportedLesson[]> {
  const results = new Map<Lesson, ReportedLesson>()
  const giveUp = new AbortController()
  const signal = AbortSignal.any([stop, giveUp.signal])
  const run = async (lesson: Lesson) => {
    signal.throwIfAborted()
    if (process.stdout.isTTY) print(styled('dim', `playing  ${lesson.id}`))
    const result = await certifyLesson(lesson, { ...options, stop: signal }).catch((error) => {
      giveUp.abort(error)
      throw error
    })
    results.set(lesson, result)
    print(progressLine(result))
  }
  const quiet = chosen.filter(({ movesClock }) => !movesClock)
  await inParallel(quiet, canRunTwice(options.settings) ? PARALLEL : 1, run)
  for (const lesson of chosen.filter(({ movesClock }) => movesClock)) await run(lesson)
  return chosen.flatMap((lesson) => results.get(lesson) ?? [])
}

/** Two connectors on the same ports or files would disturb each other. */
const canRunTwice = ({ webhookUrl, environment }: CertifySettings): boolean =>
  (webhookUrl === undefined || hasPlaceholder(webhookUrl, 'port')) &&
  Object.values(environment).some((value) => hasPlaceholder(value, 'port') || hasPlaceholder(value, 'folder'))

/** If one fails, the error is thrown after the others have ended, because they have to stop their processes. */
async function inParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const work = async () => {
    for (const item of waiting) await run(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, work))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

const STYLES = { passed: 'green', failed: 'red', warning: 'yellow', skipped: 'dim' } as const
const LONGEST = 'skipped'.length

const verdictText = (verdict: Verdict) => styled(STYLES[verdict], verdict.padEnd(LONGEST))

function progressLine({ id, verdict, seconds, reason, checks }: ReportedLesson): string {
  const lines = [`${verdictText(verdict)}  ${id.padEnd(14)} ${reason ?? `${seconds} s`}`]
  for (const check of checks) {
    if (check.verdict !== 'failed' && check.verdict !== 'warning') continue
    lines.push(
      `         ${verdictText(check.verdict)} ${check.requirement}`,
      `                 ${check.finding}`,
    )
    for (const { at, method, url, status, id } of check.requests)
      lines.push(styled('dim', `                 ${at} ${method} ${url} ${status ?? 'no response'} ${id}`))
    if (check.fix !== null) lines.push(`                 Fix: ${check.fix}`)
  }
  return lines.join('\n')
}

/** Called before the run, whose report would otherwise be lost. */
function refuseUnwritable({ html, json, junit }: CertifyOptions): void {
  for (const file of [html, json, junit]) {
    if (file !== undefined) tryToWrite(file, () => closeSync(openSync(file, 'a')))
  }
}

function write({ html, json, junit }: CertifyOptions, report: SignedReport): void {
  const files = [
    [html, () => htmlOf(report)],
    [json, () => `${JSON.stringify(report, null, 2)}\n`],
    [junit, () => junitOf(report)],
  ] as const
  for (const [file, content] of files) {
    if (file === undefined) continue
    tryToWrite(file, () => writeFileSync(file, content()))
    remark(`Report: ${file}`)
  }
}

function tryToWrite(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new StartRefused(`The report cannot be written to ${resolve(file)} (${(error as Error).message}).`)
  }
}

function conclude(report: Report): void {
  const { isPassed, lessons } = report
  const counts = (['passed', 'warning', 'failed', 'skipped'] as const)
    .map((verdict) => [verdict, lessons.filter((lesson) => lesson.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
  print(`\nLessons: ${counts.join(', ')}.`)
  print(`${styled(isPassed ? 'green' : 'red', headlineOf(report))}.`)
}
