import { expect, test } from 'vitest'
import type { JobsOfKind } from '../../platform/jobs/queued-jobs.ts'
import type { ProcessReport, ProcessRow } from '../../platform/processes/heartbeats.ts'
import {
  judgeCertificates,
  judgeClocks,
  judgeDashboards,
  judgeDatabase,
  judgeDisks,
  judgeDistribution,
  judgeEvents,
  judgeJobs,
  judgeLimits,
  judgeMail,
  judgeMigrations,
  judgeProcesses,
} from './health-rules.ts'

const NOW = new Date('2026-03-02T09:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

const process_ = (row: Partial<ProcessRow> = {}, report: Partial<ProcessReport> = {}): ProcessRow => ({
  id: 'x',
  role: 'api',
  host: 'node-1',
  pid: 1,
  version: '1.4.0',
  started_at: NOW,
  seen_at: NOW,
  is_gone: false,
  ...row,
  report: {
    memoryBytes: 1,
    eventLoopDelayMs: 0,
    disk: { freeBytes: 50, totalBytes: 100 },
    clockAheadMs: 0,
    limits: null,
    refusedRequests: 0,
    certificate: null,
    dashboard: 'a',
    ...report,
  },
})
const worker = process_({ role: 'worker' }, { dashboard: null })

test.each([
  ['a worker and an API process', [process_(), worker], 'ok'],
  ['no worker', [process_()], 'failing'],
  ['a worker that is gone', [process_(), process_({ role: 'worker', is_gone: true })], 'failing'],
  ['an API process that is gone', [process_(), process_({ is_gone: true }), worker], 'warning'],
  ['two versions', [process_({ version: '1.3.0' }), worker], 'warning'],
  ['an old version that is gone', [process_({ version: '1.3.0', is_gone: true }), worker], 'warning'],
  ['a busy event loop', [process_({}, { eventLoopDelayMs: 501 }), worker], 'warning'],
])('processes with %s', (_what, rows, state) => {
  expect(judgeProcesses(rows, NOW).state).toBe(state)
})

test('the sentence names several versions', () => {
  const { sentence, figures } = judgeProcesses([process_({ version: '1.3.0', host: 'node-2' }), worker], NOW)
  expect(sentence).toBe('2 processes on 2 machines. Several versions run at once: 1.3.0, 1.4.0.')
  expect(figures).toMatchObject({ nodes: 2, apiProcesses: 1, workerProcesses: 1, versions: '1.3.0, 1.4.0' })
})

const kind = (counts: Partial<JobsOfKind>): JobsOfKind => ({
  kind: 'x',
  waiting: 0,
  due: 0,
  retrying: 0,
  running: 0,
  parked: 0,
  oldest_due_at: null,
  ...counts,
})

test.each([
  [[], 'ok'],
  [[kind({ waiting: 9, due: 9, oldest_due_at: ago(60) })], 'ok'],
  [[kind({ oldest_due_at: ago(5) }), kind({ oldest_due_at: ago(61) })], 'warning'],
  [[kind({ oldest_due_at: ago(601) })], 'failing'],
  [[kind({ parked: 1 })], 'warning'],
])('jobs %j', (kinds, state) => {
  expect(judgeJobs(kinds, NOW).state).toBe(state)
})

test.each([
  [{ waiting: 3, parked: 0 }, ago(10), 'ok'],
  [{ waiting: 3, parked: 0 }, ago(120), 'warning'],
  [{ waiting: 3, parked: 0 }, ago(3600), 'failing'],
  [{ waiting: 0, parked: 2 }, null, 'warning'],
])('events %j', (counts, oldest, state) => {
  expect(judgeEvents(counts, [], oldest, NOW).state).toBe(state)
})

test('the sentence says how many events wait behind which parked ones', () => {
  const blocking = [5, 4, 2, 1, 1].map((waiting, i) => ({ id: `id-${i}`, type: 'tide.turned', waiting }))
  expect(judgeEvents({ waiting: 14, parked: 5 }, blocking, null, NOW)).toMatchObject({
    state: 'warning',
    sentence:
      'Events are taken up in time. 5 events are parked and need a decision. 13 events wait for an earlier one of the same subject: 5 behind tide.turned id-0, 4 behind tide.turned id-1, 2 behind tide.turned id-2, 2 behind others.',
    figures: { waiting: 14, held: 13 },
  })
})

test('a process that counts limits alone is a warning', () => {
  const counting = (limits: ProcessReport['limits']) => process_({}, { limits, refusedRequests: 3 })
  expect(judgeLimits([counting('together'), counting('together')])).toMatchObject({
    state: 'ok',
    sentence: 'Processes count requests together. 6 requests were refused in the last hour.',
  })
  expect(judgeLimits([counting('together'), counting('alone')]).state).toBe('warning')
  expect(judgeLimits([counting(null)]).sentence).toMatch(/^Each process/)
})

const database = {
  version: '17.2',
  sizeBytes: 1,
  connections: 10,
  maxConnections: 100,
  oldestTransactionSeconds: null,
  isInRecovery: false,
  replicas: 0,
  replicationLagSeconds: null,
  mostDeadRows: null,
  deadRows: 0,
  responseMs: 2,
}

test.each([
  [{}, 'ok'],
  [{ connections: 80 }, 'warning'],
  [{ connections: 97 }, 'failing'],
  [{ oldestTransactionSeconds: 301 }, 'warning'],
  [{ replicationLagSeconds: 61 }, 'warning'],
  [{ responseMs: 251 }, 'warning'],
  [{ isInRecovery: true, connections: 80 }, 'failing'],
])('a database with %j', (figures, state) => {
  expect(judgeDatabase({ ...database, ...figures }).state).toBe(state)
})

test.each([
  [90, 90, 'ok'],
  [89, 90, 'failing'],
  [91, 90, 'warning'],
])('migration %i of %i', (applied, expected, state) => {
  expect(judgeMigrations({ applied, expected, name: 'x', at: NOW }).state).toBe(state)
})

test('a database that is distributed in part is failing, one that is not distributed is not', () => {
  expect(judgeDistribution(undefined)).toMatchObject({ state: 'ok', figures: { open: 0 } })
  const done = { tables: [], foreignKeys: [], functions: [], settings: [] }
  expect(judgeDistribution(done)).toMatchObject({ state: 'ok', figures: { open: 0 } })
  const open = { tables: ['a.b'], foreignKeys: ['a.b c', 'a.b d'], functions: ['f()'], settings: ['s'] }
  expect(judgeDistribution(open)).toMatchObject({
    state: 'failing',
    sentence: expect.stringContaining('a.b; foreign keys that are dropped: a.b c, a.b d; functions'),
    figures: { tables: 1, foreignKeys: 2, functions: 1, open: 4 },
  })
  expect(judgeDistribution({ ...done, settings: ['a.b'] })).toMatchObject({
    state: 'warning',
    figures: { open: 0 },
  })
})

test.each([
  ['2026-06-01T00:00:00.000Z', 'ok'],
  ['2026-03-31T00:00:00.000Z', 'warning'],
  ['2026-03-01T00:00:00.000Z', 'failing'],
])('a certificate until %s', (expiresAt, state) => {
  const later = { subject: 'DNS:other', expiresAt: '2027-01-01T00:00:00.000Z' }
  const rows = [
    process_({}, { certificate: later }),
    process_({}, { certificate: { subject: 'DNS:shop', expiresAt } }),
  ]
  expect(judgeCertificates(rows, NOW)).toMatchObject({ state, figures: { subject: 'DNS:shop', expiresAt } })
})

test('certificate files that cannot be used are a warning, although the old one is valid', () => {
  const certificate = { subject: 'DNS:shop', expiresAt: '2030-01-01T00:00:00.000Z', refused: 'mismatch' }
  expect(judgeCertificates([process_({}, { certificate })], NOW)).toMatchObject({
    state: 'warning',
    sentence: expect.stringContaining(
      'Newer certificate files cannot be used (mismatch) and are not served.',
    ),
  })
})

test('a server without a certificate is ok, and the sentence says so', () => {
  expect(judgeCertificates([process_()], NOW)).toMatchObject({
    state: 'ok',
    sentence: expect.stringContaining('no certificate of its own'),
  })
})

test.each([
  [10, 'ok'],
  [9.9, 'warning'],
  [2.9, 'failing'],
])('a disk with %f percent', (freeBytes, state) => {
  const rows = [process_(), process_({ host: 'node-2' }, { disk: { freeBytes, totalBytes: 100 } })]
  expect(judgeDisks(rows)).toMatchObject({ state, figures: { fullestNode: 'node-2' } })
})

test.each([
  [900, 'ok'],
  [-1500, 'warning'],
  [31_000, 'failing'],
])('a clock that is %i ms ahead', (clockAheadMs, state) => {
  expect(judgeClocks([process_(), process_({}, { clockAheadMs })], 0).state).toBe(state)
})

test('the moved clock of a sandbox is shown, and ok', () => {
  expect(judgeClocks([process_()], 3_600_000)).toMatchObject({
    state: 'ok',
    sentence: expect.stringContaining('has been moved'),
    figures: { sandboxOffsetSeconds: 3600 },
  })
})

test('unsent mails are a warning, and so is a production server without a mail server', () => {
  const production = { mode: 'production', smtpUrl: 'smtp://mail.test' } as const
  const mails = { lastSentAt: NOW, unsent: 0 }
  const none = { retrying: 0, parked: 0 }
  expect(judgeMail(production, mails, none).state).toBe('ok')
  expect(judgeMail(production, mails, { retrying: 1, parked: 0 }).state).toBe('warning')
  expect(judgeMail({ ...production, smtpUrl: undefined }, mails, none).state).toBe('warning')
  expect(judgeMail({ mode: 'sandbox', smtpUrl: undefined }, mails, none).state).toBe('ok')
})

test('API processes with different dashboards, or none, are a warning', () => {
  expect(judgeDashboards([process_(), worker]).state).toBe('ok')
  expect(judgeDashboards([process_(), process_({}, { dashboard: 'b' })]).state).toBe('warning')
  expect(judgeDashboards([process_({}, { dashboard: null })]).state).toBe('warning')
})
