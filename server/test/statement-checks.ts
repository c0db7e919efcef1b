/**
 * Checks the shape of every statement that a test makes the server send, in all test files: see `statement-shape.ts`. A
 * statement that breaks a rule fails the file that sent it first.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect } from 'vitest'
import type { RenderedStatement } from '../src/platform/sql/statements.ts'
import { shared } from './shared-resources.ts'

/** The statements of this file that no earlier file of the process has sent, with the file of the server that has them. */
const sent = new Map<string, { file: string; isOnNode: boolean }>()
const seen = new Set<string>()

function remember(message: unknown): void {
  const { text, callSite, isOnNode } = message as RenderedStatement
  const file = fileOf(callSite)
  if (file === undefined || seen.has(text)) return
  seen.add(text)
  sent.set(text, { file, isOnNode })
}

/** The file of the server that has the statement; undefined for one of a test. */
function fileOf(callSite: string): string | undefined {
  const [first = ''] = callSite.split('\n')
  const [, file] = /server\/src\/(\S+?\.ts):/.exec(first) ?? []
  return file?.includes('.test.') || /(^|\/)test-[^/]+$/.test(file ?? '') ? undefined : file
}

async function violations(): Promise<string[]> {
  // Loaded here, because most tests send no statement, and the parser takes longer to load than they take.
  const { EXCEPTIONS } = await import('./statement-exceptions.ts')
  const { RULES, violationsIn } = await import('./statement-shape.ts')
  const { NODE_RULES, nodeViolationsIn } = await import('./statement-nodes.ts')
  const rules = { ...RULES, ...NODE_RULES }
  const { shapes } = await shared('databases')
  return [...sent].flatMap(([text, { file, isOnNode }]) =>
    [...violationsIn(text, shapes), ...nodeViolationsIn(text, isOnNode, shapes)]
      .filter(
        ({ rule, of }) => !EXCEPTIONS.some((one) => one.file === file && one.rule === rule && one.of === of),
      )
      .map(({ rule, of }) => `${file} (${of}): ${rules[rule]}\n${text}`),
  )
}

beforeAll(() => subscribe('tradehall.statement', remember))
afterAll(async () => {
  unsubscribe('tradehall.statement', remember)
  if (sent.size === 0) return
  const found = await violations().finally(() => sent.clear())
  expect(found, 'statements that a distributed database would refuse').toEqual([])
})
