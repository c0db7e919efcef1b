import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFileStorage } from '../../../test/file-storage.ts'
import { createLog } from '../log.ts'
import { readStorageAddress } from './address.ts'
import { createFileStorage, StorageFailed } from './file-storage.ts'

const server = await startFileStorage(afterAll)
const serverOfHosts = await startFileStorage(afterAll, { anySignature: true })
beforeEach(() => {
  server.intercept = () => false
  server.asked.length = 0
})

function open(options: Parameters<typeof server.url>[0] = {}, of = server) {
  const storage = createFileStorage(of.url(options), {
    log: createLog('silent'),
    lookup: of.lookup,
    retryMs: 1,
    attemptMs: 60_000,
  })
  afterAll(() => storage.close())
  return storage
}
const BYTES = Buffer.from([0, 255, 10, 13, 0])
const PICTURE = 'image/webp'

test.each([
  ['its path', server, 'path', /^GET 127\.0\.0\.1:\d+\/files\/folder\/a\/b\.webp$/],
  [
    'the name of the host',
    serverOfHosts,
    'virtual',
    /^GET files\.s3\.storage\.test:\d+\/folder\/a\/b\.webp$/,
  ],
] as const)('a file is put, read and removed, with the bucket in %s', async (_where, of, style, asked) => {
  const storage = open({ style }, of)
  expect(await storage.get('a/b.webp')).toBeUndefined()
  await storage.put('a/b.webp', BYTES, PICTURE)
  await storage.put('a/b.webp', BYTES, PICTURE)
  expect(await storage.get('a/b.webp')).toEqual(BYTES)
  await storage.remove('a/b.webp')
  await storage.remove('a/b.webp')
  expect(await storage.get('a/b.webp')).toBeUndefined()
  expect(of.asked[0]).toMatch(asked)
})

test('each installation may have a folder of its own in the bucket', async () => {
  await open({ folder: 'one' }).put('x', BYTES, PICTURE)
  expect(await open({ folder: 'two' }).get('x')).toBeUndefined()
})

test('what fails twice for a reason that may pass succeeds', async () => {
  const storage = open()
  await storage.put('again', BYTES, PICTURE)
  let failures = 2
  server.intercept = (_request, response) => {
    if (failures-- <= 0) return false
    if (failures === 0) response.destroy()
    else response.writeHead(503).end()
    return true
  }
  expect(await storage.get('again')).toEqual(BYTES)
  expect(server.asked).toHaveLength(4)
})

describe('a sentence without secrets says', () => {
  const failureOf = (options: Parameters<typeof server.url>[0]) =>
    open(options)
      .get('x')
      .catch((error: unknown) => error)

  test('that the account is not accepted, once', async () => {
    const failure = await failureOf({ account: 'S3RVER:wrong%2Fsecret' })
    expect(failure).toEqual(new StorageFailed('The file storage answered 403 (SignatureDoesNotMatch).'))
    expect(server.asked).toHaveLength(1)
  })

  test('that there is no such bucket', async () => {
    const failure = await failureOf({ bucket: 'elsewhere' })
    expect(failure).toEqual(new StorageFailed('The file storage answered 404 (NoSuchBucket).'))
  })

  test('that it does not answer, and from then on without waiting for it', async () => {
    const storage = open()
    server.intercept = (_request, response) => {
      response.destroy()
      return true
    }
    await expect(storage.get('x')).rejects.toThrow('The file storage does not answer (UND_ERR_SOCKET).')
    const asked = server.asked.length
    await expect(storage.get('x')).rejects.toThrow(StorageFailed)
    expect(server.asked.length).toBeLessThanOrEqual(asked + 1)
  })
})

describe('an address', () => {
  test('names the bucket in its path or in the name of the host', () => {
    const text = 'https://KEY:a%2Fb%2Bc@s3.example.test/pictures/shop/?region=eu-1'
    expect(readStorageAddress(text)).toEqual({
      base: new URL('https://s3.example.test/pictures/shop/'),
      region: 'eu-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'a/b+c',
    })
    const { base } = readStorageAddress(`${text}&style=virtual`)
    expect(base.href).toBe('https://pictures.s3.example.test/shop/')
    const bare = readStorageAddress('https://KEY:x@s3.example.test/pictures?style=virtual')
    expect(bare.base.href).toBe('https://pictures.s3.example.test/')
  })

  test.each([
    ['s3.example.test/HUSH', 'must be an address'],
    ['KEY:HUSH/HUSH@s3.example.test/b', 'must begin with https: or http:'],
    ['https://KEY:HUSH/X@s3.example.test/b', 'must'],
    ['ftp://KEY:HUSH@s3.example.test/b', 'must begin with https: or http:'],
    ['https://s3.example.test/HUSH', 'must have an access key and its secret'],
    ['https://KEY:HUSH@s3.example.test', 'must name a bucket'],
    ['https://KEY:HUSH@s3.example.test/b/../c%20d', 'must name a bucket'],
    ['https://KEY:HUSH@s3.example.test/b?acl=public', 'neither region nor style: acl'],
    ['https://KEY:HUSH@s3.example.test/b?style=dns', 'the style path or virtual'],
    ['https://KEY:HUSH%@s3.example.test/b', 'has a percent sign'],
  ])('%s is refused without telling the secret', (text, why) => {
    let message = ''
    try {
      readStorageAddress(text)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/^TRADEHALL_FILES_URL /)
    expect(message).toContain(why)
    expect(message).not.toContain('HUSH')
  })
})
