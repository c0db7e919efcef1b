/** The tours of the README and of the guide: their commands work, in their order, and the error shown is the one sent. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { market } from './market.ts'
import { CURL, needs } from './requirements.ts'

/** The blocks of a language in the tour of a document. */
async function blocksIn(file: string, language: string): Promise<string[]> {
  const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
  const [, tour = ''] = /^##? A tour[^\n]*$(.*?)^## /ms.exec(text) ?? []
  return [...tour.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, each]) => each === language)
    .map(([, , code = '']) => code)
}

/** Runs the commands of a tour against a market: each request with its status, what was printed, and where files are. */
async function run(file: string) {
  const shop = await market()
  const origin = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, '.tradehall'))
  await writeFile(join(folder, '.tradehall/sandbox.json'), JSON.stringify(shop.credentials))
  const blocks = await blocksIn(file, 'sh')
  const commands = blocks.join('\n').replace('http://127.0.0.1:8080', origin)
  // Each request leaves a line with its status.
  const script = `set -euo pipefail
    curl() { command curl -w '%{stderr}%{http_code} %{url}\\n' "$@"; }
    ${commands}`
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, PATH },
  })
  const requests = stderr.replaceAll(origin, '').trim().split('\n')
  return { blocks, requests, failed: requests.filter((line) => !line.startsWith('2')), stdout, folder }
}

test('the tour of the README runs as it is printed, in five blocks', needs(CURL), async () => {
  const { blocks, requests, failed, stdout } = await run('README.md')
  expect(blocks).toHaveLength(5)
  expect(requests.length).toBeGreaterThan(10)
  expect(failed).toEqual([])
  expect(stdout).toContain('"status":"brand_confirmed"')
})

test('the tour in five minutes runs as it is printed', needs(CURL), async () => {
  const { requests, failed, stdout, folder } = await run('docs/integrators/tour.md')
  expect(requests.length).toBeGreaterThan(30)
  // What the tour makes fail on purpose: an unknown parameter, and two faults.
  expect(failed).toEqual(['400 /api/v1/applications?colour=red', '503 /api/v1/me', '503 /api/v1/me'])
  const label = await readFile(join(folder, 'label.pdf'), 'latin1')
  expect(label.slice(0, 5)).toBe('%PDF-')
  expect(stdout).toContain('"status":"brand_paid"')
})

test('the error that the tour shows is the one that the server sends', async () => {
  const shop = await market()
  const { body } = await shop.send('GET', '/api/v1/applications?colour=red')
  const samples = await blocksIn('docs/integrators/tour.md', 'json')
  expect(samples.map((code) => JSON.parse(code))).toEqual([body])
})
