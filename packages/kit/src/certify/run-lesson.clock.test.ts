import { createClient } from '@tradehall/client'
import { afterAll, expect, test } from 'vitest'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { readClock, setClock } from './clock.ts'
import { lesson } from './lesson.ts'
import { ConnectorFailed, type LessonSetup } from './lesson-setup.ts'
import { randomOf } from './random.ts'
import { runLesson } from './run-lesson.ts'
import type { CertifySettings } from './settings.ts'

const shop = await serveMarket({
  cleanUp: afterAll,
  isTicking: true,
  env: { TRADEHALL_RATE_LIMIT: 'off' },
})
const { clientId, clientSecret } = shop.credentials
const sandbox = createClient({ baseUrl: shop.url, clientId, clientSecret })

const settings: CertifySettings = {
  name: 'none',
  folder: '.',
  start: 'true',
  claims: ['stock'],
  seconds: { start: 1, decide: 1, report: 1 },
  webhookUrl: undefined,
  events: [],
  environment: {},
  actions: {},
  books: undefined,
}

const run = (play: (setup: LessonSetup) => Promise<object>, stop = new AbortController().signal) => {
  const about = { id: 'moved', title: 'Moved', about: 'Moves the clock.', needs: {}, requirements: {} }
  return runLesson(lesson({ ...about, movesClock: true, play, grade: () => [] }), {
    settings,
    sandbox,
    baseUrl: shop.url,
    random: randomOf(1, 'moved'),
    environment: {},
    stop,
  })
}

async function move({ examiner }: LessonSetup): Promise<object> {
  await setClock(examiner.client, new Date('2031-05-01T00:00:00Z'))
  expect((await readClock(examiner.client)).now).toMatch(/^2031-05-01/)
  return {}
}

const offset = async () => (await readClock(sandbox)).offsetSeconds

await sandbox.request('POST', '/api/testing/clock/-actions/reset')

test('a lesson that moves the clock leaves it where it was', async () => {
  await run(move)
  expect(await offset()).toBe(0)
})

test('also if the connector does not run', async () => {
  const play = async (setup: LessonSetup) => {
    await move(setup)
    throw new ConnectorFailed('It ended.')
  }
  expect(await run(play)).toMatchObject({ verdict: 'failed' })
  expect(await offset()).toBe(0)
})

test('also if somebody interrupts it', async () => {
  const interrupt = new AbortController()
  const play = async (setup: LessonSetup) => {
    await move(setup)
    interrupt.abort(new Error('Ctrl-C'))
    await setup.pause(60)
    return {}
  }
  await expect(run(play, interrupt.signal)).rejects.toThrow()
  expect(await offset()).toBe(0)
})
