/** The tour of the README: its commands work, in their order, and its sample of an error is what the server sends. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { market } from './market.ts'
import { CURL, needs } from './requirements.ts'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const [, tour = ''] = /^## A tour in five minutes$(.*?)^## /ms.exec(readme) ?? []
const blocksIn = (language: string) =>
  [...tour.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, each]) => each === language)
    .map(([, , code = '']) => code)

test('the tour of the README runs as it is printed', needs(CURL), async () => {
  const shop = await market()
  const origin = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, '.tradehall'))
  await writeFile(join(folder, '.tradehall/sandbox.json'), JSON.stringify(shop.credentials))
  const commands = blocksIn('sh').join('\n').replace('http://127.0.0.1:8080', origin)
  // Each request leaves a line with its status.
  const script = `set -euo pipefail
    curl() { command curl -w '%{stderr}%{http_code} %{url}\\n' "$@"; }
    ${commands}`
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, PATH },
  })
  const requests = stderr.trim().split('\n')
  expect(requests.length).toBeGreaterThan(30)
  // What the tour makes fail on purpose: an unknown parameter, and two faults.
  const failed = requests.filter((line) => !line.startsWith('2'))
  expect(failed.map((line) => line.replace(origin, ''))).toEqual([
    '400 /api/v1/applications?colour=red',
    '503 /api/v1/me',
    '503 /api/v1/me',
  ])
  const label = await readFile(join(folder, 'label.pdf'), 'latin1')
  expect(label.slice(0, 5)).toBe('%PDF-')
  expect(stdout).toContain('"status":"brand_paid"')
})

test('the error that the README shows is the one that the server sends', async () => {
  const shop = await market()
  const { body } = await shop.send('GET', '/api/v1/applications?colour=red')
  expect(blocksIn('json').map((code) => JSON.parse(code))).toEqual([body])
})
