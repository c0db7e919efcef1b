import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/folders.ts'
import { openBackup, writeBackup } from './backup-file.ts'
import type { CopyHeader, CopySource, CopySummary } from './copy-source.ts'

const folder = temporaryFolder('backup-file', afterAll)

const header: CopyHeader = {
  id: 'one',
  tradehall: '1.2.3',
  postgresql: '18.4',
  createdAt: '2026-03-02T09:00:00.000Z',
  migrations: [{ version: 1, md5: 'abc' }],
  tables: ['shop.empty', 'shop.large', 'shop.small'].map((name) => ({ name, columns: ['id'] })),
}
const summary: CopySummary = {
  tables: { 'shop.small': { rows: 1, digest: '0123456789abcdef' } },
  sequences: [{ name: 'shop.numbers', value: '7', isCalled: true }],
  sums: {},
}
/** Fills three parts, the last of them small, with rows that do not compress. */
const LARGE = Array.from({ length: 300_000 }, (_, i) => `${(i * 2_654_435_761) % 4_294_967_296}\n`).join('')

function sourceOf(tables: Record<string, () => Iterable<Buffer>>): CopySource {
  return {
    header,
    async *tables() {
      for (const [name, rows] of Object.entries(tables)) yield { name, rows: Readable.from(rows()) }
    },
    summary: async () => summary,
  }
}

const chunked = (rows: string) => () => rows.match(/.{1,65536}/gs)?.map((chunk) => Buffer.from(chunk)) ?? []
const whole = sourceOf({
  'shop.empty': () => [],
  'shop.large': chunked(LARGE),
  'shop.small': chunked('1\n'),
})

async function readAll(path: string) {
  const backup = await openBackup(path)
  try {
    const rows: Record<string, string> = {}
    for await (const table of backup.tables()) rows[table.name] = await text(table.rows)
    return { header: backup.header, secrets: backup.secrets, rows, summary: await backup.summary() }
  } finally {
    backup.close()
  }
}

const path = join(folder, 'whole')

test('a backup is read as it was written, in parts, and only its owner may read it', async () => {
  const secrets = { 'secret-key': 'key\n', 'sandbox.json': '{}' }
  const written = await writeBackup(path, whole, { secrets })
  expect(written).toEqual({ bytes: statSync(path).size, summary })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['whole'])
  expect(await readAll(path)).toEqual({
    header,
    secrets,
    rows: { 'shop.large': LARGE, 'shop.small': '1\n' },
    summary,
  })
})

test('a file that ends early or was altered is refused with a sentence', async () => {
  const bytes = readFileSync(path)
  const altered = Buffer.from(bytes)
  altered.writeUInt8(altered.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const short = [0, 1, 100, bytes.length >> 1, bytes.length - 1].map((length) => bytes.subarray(0, length))
  const wrong = join(folder, 'wrong')
  for (const content of [...short, altered, Buffer.from('not a backup')]) {
    writeFileSync(wrong, content)
    await expect(readAll(wrong), `${content.length} bytes`).rejects.toThrow(
      /^The file .*wrong is not a complete backup \(.+\); use another copy of it, or another backup\.$/,
    )
  }
  await expect(readAll(join(folder, 'none'))).rejects.toThrow('There is no file')
})

test('a backup of an unknown format names the version that can read it', async () => {
  const other = { ...header, format: 2 } as CopyHeader
  const file = join(folder, 'later')
  await writeBackup(file, { ...whole, header: other })
  await expect(openBackup(file)).rejects.toThrow(
    `The backup ${file} has the format 2, which this version does not know; restore it with the version of Tradehall that made it (1.2.3).`,
  )
})

test('a source that fails leaves no file', async () => {
  const failing = sourceOf({
    'shop.large': function* () {
      yield Buffer.from(LARGE)
      throw new Error('the database is gone')
    },
  })
  const file = join(folder, 'failed')
  await expect(writeBackup(file, failing)).rejects.toThrow('the database is gone')
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false)
})

test('a path that cannot be written is reported, and an aborted backup leaves no file', async () => {
  await expect(writeBackup(join(folder, 'none/file'), whole)).rejects.toThrow('ENOENT')
  mkdirSync(join(folder, 'folder'))
  await expect(writeBackup(join(folder, 'folder'), whole)).rejects.toThrow()
  const file = join(folder, 'stopped')
  await expect(writeBackup(file, whole, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(readdirSync(folder).filter((name) => name.endsWith('.part') || name === 'stopped')).toEqual([])
})
