/**
 * Checks the shape of every statement that a test makes the server send, in all test files: see `statement-shape.ts`. A
 * statement that breaks a rule fails the file that sent it first.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { RenderedStatement } from '../src/platform/sql/statements.ts'
import { EXCEPTIONS, RULES, violationsIn } from './statement-shape.ts'

const found: string[] = []
const seen = new Set<string>()

function check(message: unknown): void {
  const { text, callSite } = message as RenderedStatement
  const file = fileOf(callSite)
  if (file === undefined || seen.has(text)) return
  seen.add(text)
  for (const { rule, of } of violationsIn(text, inject('shapes'))) {
    const isException = EXCEPTIONS.some((one) => one.file === file && one.rule === rule && one.of === of)
    if (!isException) found.push(`${file} (${of}): ${RULES[rule]}\n${text}`)
  }
}

/** The file of the server that has the statement; undefined for one of a test. */
function fileOf(callSite: string): string | undefined {
  const [first = ''] = callSite.split('\n')
  const [, file] = /server\/src\/(\S+?\.ts):/.exec(first) ?? []
  return file?.includes('.test.') || /(^|\/)test-[^/]+$/.test(file ?? '') ? undefined : file
}

beforeAll(() => subscribe('tradehall.statement', check))
afterAll(() => {
  unsubscribe('tradehall.statement', check)
  expect(found.splice(0), 'statements that a distributed database would refuse').toEqual([])
})
