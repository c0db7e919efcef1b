import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileItem } from '@tradehall/product-files'
import { beforeEach, expect, test } from 'vitest'
import { clientOf, type Step, scriptServer } from '../../../client/src/fixtures/scripted-server.ts'
import type { ImportFile } from './import-file.ts'
import { createState, statePath } from './state.ts'
import { transfer } from './transfer.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradehall-transfer-'))
  return () => rmSync(folder, { recursive: true })
})

function fileOf(...items: FileItem[]): ImportFile {
  const path = join(folder, 'goods.jsonl')
  return {
    path,
    bytes: 1,
    changedAtMs: 1,
    async *items() {
      yield* items
    },
  }
}

const entry = (id: string): FileItem => ({ line: 1, entry: { id } as never })
const operation = (status: string, total: number): Step => ({
  body: {
    data: {
      id: 'o',
      attributes: {
        status,
        totalProductsCount: total,
        processedProductsCount: total,
        failedProductsCount: 0,
      },
    },
  },
})

/** Transfers `file`, of which 2 entries were found before, to a server that opens the operation with `opened`. */
async function transferTo(opened: Step, file: ImportFile) {
  createState(file, 'of')
  const server = await scriptServer(({ method, url }) => {
    if (url.endsWith('/operations')) return opened
    if (url.endsWith('/products')) return { body: { meta: { totalProductsCount: 2 } } }
    return operation(method === 'PATCH' ? 'started' : 'succeeded', 2)
  })
  const connection = { baseUrl: server.url, clientId: 'demo', client: clientOf(server) }
  const request = { operationType: 'import' as const, source: 'other', updateFields: [] }
  const signal = new AbortController().signal
  const options = { operationId: 'o', isNew: true, entries: 2, json: true, signal }
  const outcome = await transfer(connection, file, request, options).catch((error: Error) => error)
  const methods = server.requests.map(({ method }) => method)
  return { outcome, methods, server, hasState: existsSync(statePath(file)) }
}

test('the entries are sent as they are in the file', async () => {
  const { outcome, methods, server } = await transferTo(
    operation('created', 0),
    fileOf(entry('a'), entry('b')),
  )
  expect(outcome).toMatchObject({ attributes: { status: 'succeeded' } })
  expect(methods).toEqual(['POST', 'POST', 'PATCH', 'GET'])
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ products: [{ id: 'a' }, { id: 'b' }] })
})

test.each<[string, FileItem[], string]>([
  ['fewer', [entry('a')], 'Run with --restart'],
  ['more', [entry('a'), entry('b'), entry('c')], 'Run with --restart'],
  [
    'unreadable',
    [entry('a'), { line: 7, code: 'QUOTE_UNCLOSED', mistake: 'a quote is open.' }],
    'Line 7: a quote is open.',
  ],
])('a file that has %s entries than before is not started, and can be resumed', async (_, items, message) => {
  const { outcome, methods, hasState } = await transferTo(operation('created', 0), fileOf(...items))
  expect((outcome as Error).message).toContain('was changed during the import')
  expect((outcome as Error).message).toContain(message)
  expect(methods).not.toContain('PATCH')
  expect(hasState).toBe(true)
})

test('an operation with more entries than the file says that it can be restarted', async () => {
  const { outcome, methods } = await transferTo(operation('created', 99), fileOf(entry('a'), entry('b')))
  expect((outcome as Error).message).toMatch(/has 99 products already.* Run with --restart/)
  expect(methods).toEqual(['POST'])
})

test.each([
  [422, false],
  [409, false],
  [503, true],
])('an operation that is not created with %i leaves state behind: %s', async (status, hasState) => {
  const refused = { status, body: { errors: [{ detail: 'No.' }] } }
  const { outcome, ...left } = await transferTo(refused, fileOf(entry('a'), entry('b')))
  expect(outcome).toMatchObject({ status })
  expect(left.hasState).toBe(hasState)
})
