/** What becomes of request limits while that hangs which counts for all: Redis, or the parent of the processes. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../src/platform/log.ts'
import { type Market, market } from './market.ts'
import { freePort } from './ports.ts'
import { needs } from './requirements.ts'
import { startStopwatch } from './time.ts'

const redisProgram = {
  met: spawnSync('redis-server', ['--version']).status === 0,
  missing: 'the program redis-server is not installed',
}
/** One wait for the answer that does not come, and a slow machine. */
const BOUND_MS = 500 + 2000

test(
  'a Redis that is stopped costs one short wait, and counts again when it goes on',
  needs(redisProgram),
  async () => {
    const redis = await startRedis()
    const lines: { msg: string }[] = []
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const env = { TRADEHALL_REDIS_URL: redis.url }
    const [one, two] = [await market({ env, log }), await market({ env })]
    // Both have the demo accounts, and so the same application: what the one counts the other sees.
    const left = async (shop: Market) => {
      const answer = await shop.send('GET', '/api/v1/me')
      expect(answer.status).toBe(200)
      return Number(answer.headers['x-ratelimit-remaining'])
    }
    const isShared = async () => (await left(one)) - (await left(two)) === 1
    const sharing = async () => (await one.send('GET', '/health/ready', { as: null })).body.limits
    await expect.poll(isShared).toBe(true)
    await expect.poll(sharing).toBe('together')

    process.kill(redis.pid, 'SIGSTOP')
    const waitedMs = startStopwatch()
    await Promise.all(Array.from({ length: 20 }, () => left(one)))
    expect(waitedMs()).toBeLessThan(BOUND_MS)
    expect(await sharing()).toBe('alone')
    const laterMs = startStopwatch()
    for (let i = 0; i < 50; i++) await left(one)
    // Not one wait after another.
    expect(laterMs()).toBeLessThan(BOUND_MS)
    // It still limits: by this process alone.
    expect((await left(one)) - (await left(one))).toBe(1)

    process.kill(redis.pid, 'SIGCONT')
    await expect.poll(isShared, { interval: 200 }).toBe(true)
    await expect.poll(sharing).toBe('together')
    // It may have been away in the beginning too, until the connection was open.
    expect(
      lines
        .filter(({ msg }) => msg.includes('Redis'))
        .map(({ msg }) => msg)
        .slice(-2),
    ).toEqual([
      'Redis does not respond; each process counts requests on its own',
      'Redis responds again; requests are counted together',
    ])
  },
)

test('a parent process that is stopped costs one short wait, and counts again when it goes on', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('./limits-parent.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const counts = createInterface(parent.stdout)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await counts.next()).value ?? '{"msg":"ended"}')
  const until = async (wanted: object) => {
    for (;;) {
      const line = await next()
      expect(line.msg).not.toBe('ended')
      if (line.ms) expect(line.ms).toBeLessThan(BOUND_MS)
      if (Object.entries(wanted).every(([name, value]) => line[name] === value)) return line
    }
  }
  await until({ sharing: 'together' })
  parent.kill('SIGSTOP')
  await until({ msg: 'the parent process does not respond; each process counts requests on its own' })
  let before = await until({ sharing: 'alone' })
  let waitedMs = 0
  for (let i = 0; i < 20; i++) {
    const count = await next()
    expect(count.remaining).toBe(before.remaining - 1)
    waitedMs += count.ms
    before = count
  }
  expect(waitedMs).toBeLessThan(BOUND_MS)
  parent.kill('SIGCONT')
  await until({ msg: 'the parent process responds again; requests are counted together' })
  await until({ sharing: 'together' })
})

async function startRedis(): Promise<{ url: string; pid: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'tradehall-redis-'))
  const port = await freePort()
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(dir, { recursive: true, force: true })
  })
  for await (const line of createInterface(server.stdout)) if (/Ready to accept/.test(line)) break
  server.stdout.resume()
  return { url: `redis://127.0.0.1:${port}`, pid: server.pid as number }
}
