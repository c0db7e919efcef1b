/** `tradehall files`, and what `check` says of the storage. */
import { afterAll, expect, test, vi } from 'vitest'
import { startFileStorage } from '../../test/file-storage.ts'
import { market } from '../../test/market.ts'
import { runProgram } from '../../test/programs.ts'
import { lookAtEverything } from './check.ts'
import { moveStoredFiles, verifyStoredFiles } from './files.ts'

const server = await startFileStorage(afterAll)
const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_FILES_URL: server.url() } })
const { db } = shop.platform

const settings = {
  TRADEHALL_DATABASE_URL: shop.databaseUrl,
  TRADEHALL_SECRET_KEY: shop.config.secretKey ?? '',
  TRADEHALL_FILES_URL: server.url(),
}

/** Runs a command in this process, and returns its exit code and what it prints. */
async function runHere(command: () => Promise<number>) {
  const written = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  try {
    const exitCode = await command()
    const [output = '', errors = ''] = written.map(({ mock }) => mock.calls.map(([text]) => text).join(''))
    return { exitCode, output, errors }
  } finally {
    for (const { mockRestore } of written) mockRestore()
  }
}
const move = (to: 'storage' | 'database') => runHere(() => moveStoredFiles(shop.config, { to, json: true }))

async function state() {
  const [row] = await db<[{ stored: number; moved: number; content: string }]>`
    select count(bytes)::int as stored, count(object)::int as moved,
      md5(string_agg(encode(digest, 'hex'), ',' order by brand_id, picture_id, width)) as content
    from pictures.files`
  return row
}
const whole = await state()

async function checked(environment: Record<string, string> = settings): Promise<string[]> {
  const found: string[] = []
  for await (const { check, state, sentence } of lookAtEverything({ ...environment, TRADEHALL_PORT: '0' }))
    if (check === 'files') found.push(`${state}: ${sentence}`)
  return found
}

test('files move to the storage, also when the command is killed, and are all as they were', async () => {
  const killed = runProgram(['files', 'move', '--to', 'storage'], settings)
  server.intercept = ({ method }) => {
    const puts = server.asked.filter((line) => line.startsWith('PUT')).length
    if (method === 'PUT' && puts === 60) killed.process.kill('SIGKILL')
    return false
  }
  expect(await killed.exitCode()).toBeNull()
  server.intercept = () => false
  const { moved } = await state()
  expect(moved).toBeGreaterThan(0)
  expect(moved).toBeLessThan(whole.stored)

  const resumed = await move('storage')
  expect(resumed.exitCode).toBe(0)
  expect(JSON.parse(resumed.output)).toEqual({ moved: whole.stored - moved, left: 0, lost: [] })
  expect(await state()).toEqual({ ...whole, stored: 0, moved: whole.stored })
  // What was put by the one that was killed, and not yet referred to.
  const [{ loose }] = await db<[{ loose: number }]>`select count(*)::int as loose from pictures.loose_objects`
  expect(loose).toBeLessThanOrEqual(8)
  expect(await checked()).toEqual([
    'ok: The file storage answers.',
    'ok: It has 10 of 10 files that were looked for.',
  ])
  const { TRADEHALL_FILES_URL, ...without } = settings
  expect(await checked(without)).toEqual([
    'failed: Pictures are in a file storage; set TRADEHALL_FILES_URL to it.',
  ])
})

test('a file that is lost or damaged is named, and all others move back', async () => {
  const [lost, damaged] = await db<{ name: string }[]>`
    select brand_id || '/' || object as name from pictures.files order by brand_id, picture_id, width limit 2`
  server.intercept = ({ method, url = '' }, response) => {
    if (method !== 'GET') return false
    if (url.includes(lost?.name ?? '')) response.writeHead(404).end()
    else if (url.includes(damaged?.name ?? '')) response.writeHead(200).end('RIFF')
    else return false
    return true
  }
  const verified = await runHere(() => verifyStoredFiles(shop.config, { json: true }))
  expect(verified.exitCode).toBe(1)
  const names = [lost, damaged].map((file) => `pictures/${file?.name}.webp`)
  const { lost: named, verified: rest } = JSON.parse(verified.output)
  for (const name of names) expect(verified.errors).toContain(`lacks ${name}, or has other bytes`)
  expect(named.toSorted()).toEqual(names.toSorted())
  expect(rest).toBe(whole.stored - 2)

  const moved = await move('database')
  expect(moved.exitCode).toBe(1)
  expect(JSON.parse(moved.output)).toMatchObject({ moved: whole.stored - 2, left: 2 })
  server.intercept = () => false
  expect((await move('database')).exitCode).toBe(0)
  expect(await state()).toEqual(whole)
})

test('a storage that cannot be used is a finding and a sentence, without its secret', async () => {
  const wrong = server.url({ account: 'S3RVER:an%2Funfit%2Fsecret' })
  expect(await checked({ ...settings, TRADEHALL_FILES_URL: wrong })).toEqual([
    'failed: The file storage answered 403 (SignatureDoesNotMatch). Check TRADEHALL_FILES_URL.',
  ])
  const config = { ...shop.config, filesUrl: wrong }
  await expect(runHere(() => moveStoredFiles(config, { to: 'storage' }))).rejects.toThrow(
    `The file storage answered 403 (SignatureDoesNotMatch). Check TRADEHALL_FILES_URL. What was done stays done; ${whole.stored} files are left in the database`,
  )
  expect(await checked({ ...settings, TRADEHALL_FILES_URL: 'https://KEY:HUSH@s3.example.test' })).toEqual([
    'ok: Pictures are stored in the database.',
  ])
})
