/** `certify --verify`: checks that a report is as a sandbox signed it, and that the sandbox is trusted. */
import { readFileSync } from 'node:fs'
import { type ConnectOptions, connectTo, refusalOf } from '../connection.ts'
import { StartRefused } from '../failures.ts'
import { print, styled } from '../terminal/printing.ts'
import type { ReportedLesson } from './report/report.ts'
import { verifyReport } from './signature.ts'

/** The report is not valid, as opposed to one that could not be checked. */
const INVALID = 2

/** Without keys that of the sandbox is trusted. Returns the exit code. */
export async function verifyFile(
  path: string,
  keys: readonly string[],
  options: ConnectOptions,
  environment: Record<string, string | undefined>,
): Promise<number> {
  const report = readReport(path)
  const trusted = keys.length > 0 ? keys : [await keyOfSandbox(options, environment)]
  const verified = await verifyReport(report, trusted)
  if (!verified.isValid) {
    print(`${styled('red', 'Not valid')}: ${verified.sentence}`)
    return INVALID
  }
  const { isPassed, lessons, issuedAt, server, seed } = verified.certification
  print(`${styled('green', 'Valid')}: signed with the key ${verified.keyId} at ${issuedAt} by ${server.url}.`)
  print(`The connector ${isPassed ? 'passed' : styled('red', 'did not pass')}; seed ${seed}.`)
  const notObserved = notObservedIn(report)
  if (notObserved.length > 0) print(`Not observed: ${notObserved.join(', ')}.`)
  for (const { id, verdict } of lessons) print(`  ${verdict.padEnd(8)} ${id}`)
  return isPassed ? 0 : INVALID
}

/** Of a report whose digest is signed; earlier versions did not count it. */
const notObservedIn = (report: Record<string, unknown>): readonly string[] =>
  (report.lessons as readonly Partial<ReportedLesson>[]).flatMap((lesson) => lesson.notObserved ?? [])

function readReport(path: string): Record<string, unknown> {
  let report: unknown
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartRefused(`The report ${path} cannot be read: ${(error as Error).message}`)
  }
  if (typeof report === 'object' && report !== null && !Array.isArray(report))
    return report as Record<string, unknown>
  throw new StartRefused(`${path} is not a report: it is not a JSON object.`)
}

async function keyOfSandbox(
  options: ConnectOptions,
  environment: Record<string, string | undefined>,
): Promise<string> {
  const connection = connectTo(options, environment, { maxRetries: 0 })
  try {
    const { attributes } = await connection.client.get('/api/testing/certification-key')
    return attributes.publicKey
  } catch (error) {
    throw refusalOf(error, connection, ' Name the keys that you trust with --key.')
  }
}
