import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { endless, PNG, startImageHost, withStatus } from '../../../../test/image-host.ts'
import {
  addProducts,
  entry,
  openOperation,
  partialEntry,
  readOperation,
  resultsOf,
  runOperation,
  start,
} from '../../../../test/integrations.ts'
import { kill, startWorker } from '../../../../test/killed-workers.ts'
import { type Market, market, type Who } from '../../../../test/market.ts'
import { until } from '../../../../test/time.ts'
import { runToEnd, startRunners } from '../runs/runners.ts'
import { type ImageLimits, LIMITS } from './image-checks.ts'

const ON = { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_IMAGE_CHECKS: 'on' }
const shop = await market({ cleanUp: afterAll, env: ON })
const host = await startImageHost(afterAll)
const { at, answers, asked } = host

let places = 0
/** A unique path for each test. */
function path(name: string): string {
  places += 1
  return `/${places}/${name}`
}
const timesAsked = (url: string) => asked.filter((one) => at(one) === url).length

async function launch(entries: readonly object[], as: Who = 'brand', options: object = {}): Promise<string> {
  const id = await openOperation(shop, { as, ...options })
  const added = await addProducts(shop, id, entries, as)
  expect(added.status, added.text).toBe(200)
  await start(shop, id, as)
  return id
}
async function run(entries: readonly object[], limits: Partial<ImageLimits> = {}) {
  const id = await launch(entries)
  await runToEnd(shop.platform, { ...LIMITS, ...limits })
  const { attributes } = await readOperation(shop, id)
  return { status: attributes.status, results: await resultsOf(shop, id) }
}
const issuesOf = async (sent: object, limits: Partial<ImageLimits> = {}) => {
  const { results } = await run([sent], limits)
  return results[0]?.issues.map(({ field, reason }) => `${field} ${reason}`)
}
const image = (order: number, url: string) => ({ order, url })

test('products with images are imported, and each URL is fetched once for an operation', async () => {
  const [main, second, own] = ['main', 'second', 'own'].map((name) => at(path(name))) as [
    string,
    string,
    string,
  ]
  const sent = (id: string) =>
    entry(
      id,
      { main_image: main, images: [image(1, main), image(2, `${second}#top`)] },
      { images: [image(1, own)] },
    )
  // More than one batch.
  const entries = Array.from({ length: 501 }, (_, i) => sent(`A-${i}`))
  expect(await run(entries)).toMatchObject({ status: 'succeeded' })
  expect([main, second, own].map(timesAsked)).toEqual([1, 1, 1])
  await run([sent('A-1')])
  expect([main, second, own].map(timesAsked), 'another operation').toEqual([2, 2, 2])
  const [left] = await shop.platform.db`
    select (select count(*)::int from integrations.image_checks) as images,
      (select count(*)::int from integrations.image_runs) as runs`
  expect(left).toEqual({ images: 0, runs: 0 })
})

test('a product fails alone if a URL is not an image, and its issues name the fields', async () => {
  const html = path('page.png')
  answers.set(html, Buffer.from('<!doctype html><title>Sign in</title>'))
  const good = at(path('good'))
  const { status, results } = await run([
    entry('B-1', { main_image: at(html), images: [image(2, good), image(3, at(html))] }),
    entry('B-2', { main_image: good }),
    entry('B-3', { name: undefined }, { images: [image(1, good), image(2, at(html))] }),
  ])
  expect(status).toBe('partially_failed')
  expect(results.map(({ status, failureReason }) => [status, failureReason])).toEqual([
    ['failure', 'validation_error'],
    ['success', null],
    ['failure', 'validation_error'],
  ])
  const issues = results.map((result) => result.issues.map(({ field, reason }) => `${field} ${reason}`))
  expect(issues).toEqual([
    ['main_image invalid_image', 'images[1].url invalid_image'],
    [],
    ['variants[0].images[1].url invalid_image', 'name required_field'],
  ])
  expect(timesAsked(at(html))).toBe(1)
  const drafts = await shop.send('GET', '/api/v1/catalog/integrations/drafts')
  expect(drafts.body.data).toHaveLength(2)
})

test('every problem of a URL has the same message', async () => {
  const wrong = {
    missing: withStatus(404),
    failing: withStatus(503, { 'x-internal': 'secret' }),
    forbidden: withStatus(401, { 'www-authenticate': 'Basic realm="intranet"' }),
    empty: Buffer.alloc(0),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
    cut: PNG.subarray(0, 8),
    broken: (response: { destroy(): void }) => response.destroy(),
    large: withStatus(200, { 'content-length': String(30_000_000) }, PNG),
    endless: endless(Buffer.from('no image ')),
    loop: withStatus(302, { location: '/loop' }),
    inside: withStatus(302, { location: 'https://10.0.0.1/image.png' }),
    files: withStatus(302, { location: 'file:///etc/passwd' }),
    nowhere: withStatus(302),
  }
  answers.set('/loop', withStatus(302, { location: '/loop' }))
  const urls = Object.entries(wrong).map(([name, answer]) => {
    const place = path(name)
    answers.set(place, answer)
    return at(place)
  })
  urls.push('http://127.0.0.1:1/image.png', 'https://169.254.169.254/image.png', 'https://10.0.0.1/image.png')
  const { results } = await run(urls.map((url, i) => entry(`W-${i}`, { main_image: url })))
  const messages = new Set(results.flatMap(({ issues }) => issues.map(({ message }) => message)))
  expect(results.map(({ issues }) => issues.map(({ reason }) => reason))).toEqual(
    urls.map(() => ['invalid_image']),
  )
  expect([...messages]).toEqual([expect.stringMatching(/^Expected the address of an image/)])
})

describe('an image', () => {
  test('may be behind redirects', async () => {
    const [moved, again, there] = [path('moved'), path('again'), path('there')]
    answers.set(moved, withStatus(301, { location: again }))
    answers.set(again, withStatus(307, { location: at(there) }))
    expect(await issuesOf(entry('R-1', { main_image: at(moved) }))).toEqual([])
    expect(timesAsked(at(there))).toBe(1)
  })

  test('is not read further than its dimensions', async () => {
    const place = path('endless')
    answers.set(place, endless(PNG))
    expect(await issuesOf(entry('R-2', { main_image: at(place) }))).toEqual([])
  })

  test('is invalid if it arrives too slowly for the timeout', async () => {
    const place = path('slow')
    answers.set(place, (response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write(PNG.subarray(0, 4))
    })
    const sent = entry('R-3', { main_image: at(place) })
    expect(await issuesOf(sent, { timeoutMs: 50 })).toEqual(['main_image invalid_image'])
  })
})

describe('beyond the limits of an operation', () => {
  const withBad = (id: string) => {
    const [good, bad] = [path('good'), path('bad')]
    answers.set(bad, Buffer.from('no image'))
    return [entry(`${id}-1`, { main_image: at(good) }), entry(`${id}-2`, { main_image: at(bad) })]
  }
  test.each<[string, Partial<ImageLimits>, number]>([
    ['number', { images: 1 }, 1],
    ['bytes', { bytes: 0 }, 0],
    ['time', { elapsedMs: 0 }, 0],
  ])('of %s further images are not checked', async (name, limits, fetched) => {
    const before = asked.length
    expect(await run(withBad(`L-${name}`), limits)).toMatchObject({ status: 'succeeded' })
    expect(asked.length - before).toBe(fetched)
  })
})

test.each([
  [{ operationType: 'update', updateFields: ['stock'] }, { variants: [{ sku: 'S-1-W', stock_quantity: 3 }] }],
  [{ operationType: 'update', source: 'platform_1' }, { variants: [{ sku: 'S-1-W', stock_quantity: 3 }] }],
  [{ operationType: 'delete' }, {}],
])('an operation of %j fetches nothing', async (options, attributes) => {
  await runOperation(shop, [entry('S-1')])
  const before = asked.length
  const sent = partialEntry('S-1', { ...attributes, main_image: at(path('unasked')) })
  expect(await runOperation(shop, [sent], options)).toMatchObject({ status: 'succeeded' })
  expect(asked.length).toBe(before)
})

test('an update of images fetches them', async () => {
  const place = path('page')
  answers.set(place, Buffer.from('no image'))
  await runOperation(shop, [entry('U-1')])
  const options = { operationType: 'update', updateFields: ['images'] }
  const { results } = await runOperation(shop, [partialEntry('U-1', { main_image: at(place) })], options)
  expect(results[0]?.issues).toMatchObject([{ field: 'main_image', reason: 'invalid_image' }])
})

test('a sandbox fetches no images unless it is configured to', async () => {
  const quiet = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const before = asked.length
  expect(await runOperation(quiet, [entry('Q-1', { main_image: at(path('unasked')) })])).toMatchObject({
    status: 'succeeded',
  })
  expect(asked.length).toBe(before)
})

/** Delays the response to a path until it is released. */
function hold(place: string) {
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  answers.set(place, async (response) => {
    held.resolve()
    await letGo.promise
    response.writeHead(200).end(PNG)
  })
  return { held: held.promise, letGo: letGo.resolve }
}

const endOf = async (id: string, as: Who = 'brand') => {
  await until(async () => (await readOperation(shop, id, as)).attributes.completedAt !== null)
  return (await readOperation(shop, id, as)).attributes.status
}

async function currencyOf(who: 'otherBrand'): Promise<unknown> {
  const { brandId } = shop.credentials[who]
  const [brand] = await shop.platform.db`select currency from identity.brands where id = ${brandId}`
  return brand?.currency
}

/** Stops at the end of the test, also if it fails. */
async function startRunning() {
  // A test that delays an image must not run into its timeout on a busy machine.
  const worker = await startRunners(shop.platform, { ...LIMITS, timeoutMs: 100_000 })
  onTestFinished(() => worker.stop())
  return worker
}

test('a slow image host delays only its own operation, and no transaction stays open', async () => {
  const place = path('held')
  const { held, letGo } = hold(place)
  await startRunning()
  const slow = await launch([entry('H-1', { main_image: at(place) })])
  await held
  const other = entry('H-2', { main_image: at(path('quick')), currency: await currencyOf('otherBrand') })
  const quick = await launch([other], 'otherBrand')
  expect(await endOf(quick, 'otherBrand')).toBe('succeeded')
  expect((await readOperation(shop, slow)).attributes.status).toBe('started')
  await until(async () => {
    const open = await shop.platform.db`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    return open.length === 0
  })
  letGo()
  expect(await endOf(slow)).toBe('succeeded')
})

test('several workers fetch each image once', async () => {
  const urls = Array.from({ length: 40 }, (_, i) => at(path(`shared-${i}`)))
  await Promise.all([1, 2, 3].map(startRunning))
  const id = await launch(urls.map((url, i) => entry(`M-${i}`, { main_image: url })))
  expect(await endOf(id)).toBe('succeeded')
  expect(urls.map(timesAsked)).toEqual(urls.map(() => 1))
})

test('a worker that is stopped leaves the images to others at once', async () => {
  const place = path('held')
  const { held, letGo } = hold(place)
  const first = await startRunning()
  const id = await launch([entry('T-1', { main_image: at(place) })])
  await held
  const stopped = first.stop()
  await startRunning()
  await until(() => timesAsked(at(place)) === 2)
  letGo()
  expect(await endOf(id)).toBe('succeeded')
  await stopped
})

test('images that a killed worker has checked are not fetched again', async () => {
  const [done, place] = [at(path('done')), path('held')]
  const { held, letGo } = hold(place)
  // The images of the first 500 are saved before the next are fetched.
  const entries = Array.from({ length: 501 }, (_, i) =>
    entry(`K-${i}`, { main_image: i < 500 ? done : at(place) }),
  )
  const id = await launch(entries)
  const worker = startWorker(shop, ON)
  onTestFinished(() => void worker.kill('SIGKILL'))
  await held
  await kill(worker)
  letGo()
  // PostgreSQL may still execute what the worker sent last, such as the renewal of a lease.
  await until(async () => {
    await expireLeases(shop)
    return (await runToEnd(shop.platform)) > 0
  })
  expect(await endOf(id)).toBe('succeeded')
  expect([done, at(place)].map(timesAsked)).toEqual([1, 2])
})

const expireLeases = ({ platform: { db } }: Market) =>
  db`update integrations.image_runs set leased_until = now() - interval '1 second'`
