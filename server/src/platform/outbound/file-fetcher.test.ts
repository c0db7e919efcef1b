import { expect, onTestFinished, test } from 'vitest'
import { endless, PNG, startImageHost, withStatus } from '../../../test/image-host.ts'
import type { FileRequest } from './file-fetcher.ts'
import { createOutbound, type OutboundOptions } from './outbound.ts'

function outboundFor(options: Partial<OutboundOptions> = {}) {
  const outbound = createOutbound({ loopback: true, ...options })
  onTestFinished(() => outbound.close())
  const request = { timeoutMs: 60_000, maxBytes: 100_000, maxFileBytes: 1_000_000, isEnough: () => false }
  return (url: string, more: Partial<FileRequest> = {}) => outbound.get({ ...request, url, ...more })
}

test('a file is fetched unchanged, also by plain HTTP', async () => {
  const { at } = await startImageHost()
  expect(await outboundFor()(at('/a'))).toEqual({ beginning: PNG, bytes: PNG.length })
})

test('an endless file is read only as far as requested', async () => {
  const { at, answers } = await startImageHost()
  answers.set('/a', endless(PNG))
  const get = outboundFor()
  expect((await get(at('/a'))).beginning?.length).toBe(100_000)
  const sizes: number[] = []
  const isEnough = (beginning: Buffer) => sizes.push(beginning.length) > 0
  expect((await get(at('/a'), { isEnough })).bytes).toBeLessThan(100_000)
  expect(sizes).toHaveLength(1)
})

test.each(['https://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'file:///etc/passwd'])(
  '%s is not asked, also when a redirect leads there',
  async (location) => {
    const { at, answers } = await startImageHost()
    answers.set('/a', withStatus(302, { location }))
    const closed = { beginning: undefined, bytes: 0 }
    expect(await outboundFor({ loopback: false })(location)).toEqual(closed)
    const get = outboundFor({ loopback: true })
    if (location !== 'http://[::1]/') {
      expect((await get(at('/a'))).beginning).toBeUndefined()
    }
  },
)

test('a name that resolves to this machine is refused in production', async () => {
  const { at, asked } = await startImageHost()
  const { port } = new URL(at('/'))
  const get = outboundFor({ loopback: false, resolve: async () => ['127.0.0.1'] })
  expect((await get(`http://inside.example:${port}/a`)).beginning).toBeUndefined()
  expect(asked).toEqual([])
})

test('three redirects are followed, and not a fourth', async () => {
  const { at, answers, asked } = await startImageHost()
  for (let i = 1; i <= 4; i++) answers.set(`/${i}`, withStatus(302, { location: `/${i - 1}` }))
  const get = outboundFor()
  expect((await get(at('/3'))).beginning).toEqual(PNG)
  asked.length = 0
  expect((await get(at('/4'))).beginning).toBeUndefined()
  expect(asked).toEqual(['/4', '/3', '/2', '/1'])
})

test('all redirects together share one timeout', async () => {
  const { at, answers, asked } = await startImageHost()
  answers.set('/a', withStatus(302, { location: '/b' }))
  answers.set('/b', () => {})
  expect((await outboundFor()(at('/a'), { timeoutMs: 300 })).beginning).toBeUndefined()
  expect(asked[0]).toBe('/a')
})
