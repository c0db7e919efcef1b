import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { certificate } from '../../../test/certificate.ts'
import { temporaryFolder } from '../../../test/folders.ts'
import { type Market, market } from '../../../test/market.ts'
import { signedIn } from '../../../test/sessions.ts'
import { startStopwatch } from '../../../test/time.ts'
import { modulesFor } from '../../composition.ts'
import { openCertificate } from '../../platform/processes/certificate.ts'
import { createProcessReporter, type ReporterOptions } from '../../platform/processes/heartbeats.ts'
import { readHealth } from './health-route.ts'

const HEALTH = '/api/operator/v1/health'
const shop = await market({ cleanUp: afterAll })
const { db } = shop.platform

interface HealthAnswer {
  state: string
  sentence: string
  checks: { name: string; state: string; sentence: string; figures: Record<string, unknown> }[]
  processes: { role: string; pid: number; version: string; isGone: boolean; seenAt: string }[]
}

async function read(at: Market = shop): Promise<HealthAnswer> {
  const answer = await at.send('GET', HEALTH, { as: 'operator' })
  expect(answer.status).toBe(200)
  return answer.body.data.attributes
}
const checkOf = ({ checks }: HealthAnswer, name: string) => checks.find((check) => check.name === name)

/** Sends the heartbeats of another process of the server. */
async function runProcess(options: ReporterOptions): Promise<{ stop(): Promise<void> }> {
  const before = await db`select from platform.processes`
  const running = createProcessReporter(shop.platform, options).start()
  await expect.poll(async () => (await db`select from platform.processes`).length).toBe(before.length + 1)
  onTestFinished(() => running.stop())
  return running
}

test('every check has a state and a sentence, and the worst state is that of the server', async () => {
  const health = await read()
  expect(health.checks.map(({ name }) => name)).toEqual([
    ...['processes', 'jobs', 'events', 'limits', 'database', 'migrations', 'distribution'],
    ...['nodes', 'certificates', 'disks', 'clocks', 'mail', 'dashboards', 'secret-key', 'webhooks'],
  ])
  for (const { name, sentence } of health.checks)
    expect([name, sentence]).toEqual([name, expect.stringMatching(/\.$/)])
  expect(checkOf(health, 'database')).toMatchObject({
    state: 'ok',
    figures: { connections: expect.any(Number), sizeBytes: expect.any(Number), version: expect.any(String) },
  })
  expect(checkOf(health, 'migrations')).toMatchObject({ state: 'ok' })
  expect(checkOf(health, 'secret-key')).toMatchObject({ state: 'ok' })
  expect(health).toMatchObject({ state: 'failing', sentence: expect.stringContaining('No worker runs') })
  expect(health.processes).toMatchObject([{ role: 'api', pid: process.pid, isGone: false }])
})

test('a running worker is shown, and a stopped one is not', async () => {
  const worker = await runProcess({ role: 'worker' })
  const running = await read()
  expect(checkOf(running, 'processes')).toMatchObject({ state: 'ok', figures: { workerProcesses: 1 } })
  await worker.stop()
  expect(checkOf(await read(), 'processes')).toMatchObject({ state: 'failing' })
})

test('several versions at the same time are a warning', async () => {
  await runProcess({ role: 'worker', version: '0.0.1' })
  expect(checkOf(await read(), 'processes')).toMatchObject({
    state: 'warning',
    sentence: expect.stringContaining('0.0.1'),
  })
})

test('a killed process is shown as gone for a while, and then no longer', async () => {
  await runProcess({ role: 'worker' })
  await db`
    insert into platform.processes (id, role, host, pid, version, started_at, seen_at, report)
    select gen_random_uuid(), 'api', host, 99999, version, started_at, now() - interval '16 seconds', report
    from platform.processes`
  const gone = await read()
  expect(gone.processes.find(({ pid }) => pid === 99999)).toMatchObject({ isGone: true })
  expect(checkOf(gone, 'processes')).toMatchObject({ state: 'warning', figures: { goneProcesses: 1 } })
  await db`update platform.processes set seen_at = now() - interval '301 seconds' where pid = 99999`
  expect((await read()).processes.map(({ pid }) => pid)).not.toContain(99999)
  const other = createProcessReporter(shop.platform, { role: 'api' }).start()
  onTestFinished(() => other.stop())
  await expect.poll(async () => await db`select from platform.processes where pid = 99999`).toEqual([])
})

test('the served certificate is shown with its remaining days', async () => {
  const folder = await temporaryFolder('certificate')
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Promise.all([writeFile(cert, certificate.cert), writeFile(key, certificate.key)])
  const { measure } = createProcessReporter(shop.platform, {
    role: 'api',
    certificate: openCertificate({ tlsCert: cert, tlsKey: key }, shop.platform.log),
  })
  expect((await measure()).report.certificate).toEqual({
    subject: 'DNS:hooks.example',
    expiresAt: '2120-01-01T00:00:00.000Z',
  })
})

test('refused requests of the last hour are counted', async () => {
  const before = checkOf(await read(), 'limits')?.figures.refusedLastHour as number
  const ask = () =>
    shop.http.app.inject({
      url: '/api/v1/me',
      remoteAddress: '192.0.2.7',
      headers: { authorization: 'Bearer x' },
    })
  let refused = 0
  for (let i = 0; i < 130; i++) if ((await ask()).statusCode === 429) refused += 1
  expect(refused).toBeGreaterThan(0)
  expect(checkOf(await read(), 'limits')?.figures.refusedLastHour).toBe(before + refused)
})

test('a check that hangs times out, and does not delay the others', async () => {
  await db`alter table platform.outbox rename to hidden`
  onTestFinished(() => db`alter table platform.hidden rename to outbox`.then(() => {}))
  const checks = [
    { name: 'hanging', description: '', read: () => new Promise<never>(() => {}) },
    ...modulesFor('sandbox').flatMap(({ health }) => health ?? []),
  ]
  const elapsedMs = startStopwatch()
  const health = await readHealth(shop.platform, shop.http.reporter, checks)
  expect(elapsedMs()).toBeLessThan(3000)
  expect(health.checks[0]).toMatchObject({
    state: 'failing',
    sentence: expect.stringContaining('within a second'),
  })
  expect(health.checks.find(({ name }) => name === 'secret-key')).toMatchObject({ state: 'ok' })
  expect(checkOf(await read(), 'events')).toMatchObject({ state: 'failing' })
})

test('only the operator can read the health', async () => {
  for (const as of ['brand', 'retailer'] as const)
    expect((await shop.send('GET', HEALTH, { as })).status).toBe(403)
  const staff = await signedIn(shop, 'alder-wick-staff')
  expect((await staff.send('GET', HEALTH)).status).toBe(403)
  const operator = await signedIn(shop, 'operator')
  expect((await operator.send('GET', HEALTH)).status).toBe(200)
})
