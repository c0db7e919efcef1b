import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listOf } from '../../../../test/files.ts'
import { connectTo } from '../../../tools/client.ts'
import { OperationClient } from './operation-client.ts'

interface Call {
  method: string
  path: string
  body: string
}

/** A server with scripted responses. With null it processes the request and closes the connection without a response. */
async function serverThat(answer: (call: Call) => { status: number; body?: unknown } | null) {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    if (request.url === '/oauth/token') {
      response.end(JSON.stringify({ access_token: 'x', expires_in: 3600 }))
      return
    }
    const call = { method: request.method ?? '', path: request.url ?? '', body }
    calls.push(call)
    const said = answer(call)
    if (said === null) request.socket.destroy()
    else response.writeHead(said.status, { 'retry-after': '0' }).end(JSON.stringify(said.body ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = { TRADEHALL_URL: url, TRADEHALL_CLIENT_ID: 'a', TRADEHALL_CLIENT_SECRET: 'b' }
  return { calls, operations: new OperationClient(connectTo({}, environment), new AbortController().signal) }
}

const textOf = async (request: IncomingMessage) => (await listOf(request)).join('')

const operation = (status: string, total: number) => ({
  status: 200,
  body: {
    data: {
      id: 'o',
      attributes: { status, totalProductsCount: total, processedProductsCount: 0, failedProductsCount: 0 },
    },
  },
})
const total = (totalProductsCount: number) => ({ status: 200, body: { meta: { totalProductsCount } } })
const posts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST').length

test('entries whose answer was lost are not added twice', async () => {
  let attached = 10
  const { calls, operations } = await serverThat(({ method }) => {
    if (method === 'GET') return operation('created', attached)
    attached += 2
    return null
  })
  await operations.add('o', ['{"id":"a"}', '{"id":"b"}'], 10)
  expect([attached, posts(calls)]).toEqual([12, 1])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ products: [{ id: 'a' }, { id: 'b' }] })
})

test('entries that did not arrive are sent again, also when there were too many requests', async () => {
  const refusals = [null, { status: 429 }, { status: 503 }]
  const { calls, operations } = await serverThat(({ method }) => {
    if (method === 'GET') return operation('created', 10)
    const refusal = refusals.shift()
    return refusal === undefined ? total(11) : refusal
  })
  await operations.add('o', ['{"id":"a"}'], 10)
  expect(posts(calls)).toBe(4)
})

test('an operation that somebody else adds to is given up', async () => {
  const { operations } = await serverThat(() => total(99))
  await expect(operations.add('o', ['{"id":"a"}'], 10)).rejects.toThrow('has 99 products instead of 11')
})

test('a refusal is told in the words of the server, at once', async () => {
  const { calls, operations } = await serverThat(() => ({
    status: 422,
    body: { errors: [{ detail: 'No such source.' }] },
  }))
  const options = { id: 'o', operationType: 'import' as const, source: 'x', updateFields: [] }
  await expect(operations.open(options)).rejects.toThrow('rejected the request: No such source.')
  expect(calls).toHaveLength(1)
})

test('a start whose answer was lost has happened', async () => {
  let isStarted = false
  const { operations } = await serverThat(({ method }) => {
    if (method === 'GET') return operation('started', 1)
    if (isStarted) return { status: 409 }
    isStarted = true
    return null
  })
  await operations.start('o')
  expect(isStarted).toBe(true)
})

test('a report that breaks off leaves no file behind, and says that it can be fetched again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { operations } = await serverThat(({ path }) =>
    path.includes('/storage/')
      ? null
      : { status: 200, body: { data: { id: 'r', attributes: { status: 'completed' } } } },
  )
  await expect(operations.saveReport('o', join(folder, 'report.xlsx'))).rejects.toThrow(
    'Run the same command again',
  )
  expect(readdirSync(folder)).toEqual([])
})
