import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { clientOf, drop, type Step, scriptServer } from '../../../client/src/fixtures/scripted-server.ts'
import { saveErrorReport } from './error-report.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-report-'))
  return () => rmSync(folder, { recursive: true })
})

const report = (status: string, failureReason: string | null = null): Step => ({
  body: { data: { id: 'r', attributes: { status, failureReason } } },
})

async function saveFrom(state: Step, file: Step): Promise<void> {
  const server = await scriptServer(({ url }) => (url.includes('/storage/') ? file : state))
  const connection = { baseUrl: server.url, clientId: 'demo', client: clientOf(server) }
  const options = { path: join(folder, 'report.xlsx'), everyMs: 1, signal: new AbortController().signal }
  await saveErrorReport(connection, 'o', options)
}

/** Closes the connection after a part of what was announced. */
const breakOff: Step = (response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('a work', () => response.socket?.destroy())
}

test('a report is saved under its name alone', async () => {
  await saveFrom(report('completed'), { body: 'a workbook' })
  expect(readdirSync(folder)).toEqual(['report.xlsx'])
  expect(readFileSync(join(folder, 'report.xlsx'), 'utf8')).toBe('a workbook')
})

test.each<[string, Step]>([
  ['is not sent', drop],
  ['breaks off', breakOff],
  ['is an error of the server', { status: 503 }],
])('a report that %s leaves no file behind, and says that it can be fetched again', async (_, file) => {
  await expect(saveFrom(report('completed'), file)).rejects.toThrow('Run the same command again')
  expect(readdirSync(folder)).toEqual([])
})

test('a report that cannot be rendered is an error with the reason', async () => {
  const state = report('failed', 'It was tried 5 times without success.')
  await expect(saveFrom(state, drop)).rejects.toThrow('It was tried 5 times without success.')
})
