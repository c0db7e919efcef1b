/** A server that speaks S3, with one bucket and an account, for tests. It checks signatures, and can be told to fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import S3rver from '@20minutes/s3rver'
import type { CleanUp } from './clean-up.ts'
import { temporaryFolder } from './folders.ts'

const BUCKET = 'files'
/** Its one account. */
const ACCOUNT = 'S3RVER:S3RVER'
const SUFFIX = 'storage.test'

export interface TestStorage {
  /** For `TRADEHALL_FILES_URL`: with the bucket in the path, or in the name of the host. */
  url(options?: { account?: string; bucket?: string; folder?: string; style?: 'path' | 'virtual' }): string
  /** Leads the names of hosts with the bucket here. */
  lookup: LookupFunction
  /** What was asked, as "GET host/path". */
  asked: string[]
  /** Answers in place of the server while it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** With buckets in names of hosts the server expects signatures of the former version: they are not checked with `anySignature`. */
export async function startFileStorage(
  cleanUp: CleanUp,
  { anySignature = false } = {},
): Promise<TestStorage> {
  const s3 = new S3rver({
    directory: temporaryFolder('file-storage', cleanUp),
    silent: true,
    serviceEndpoint: SUFFIX,
    vhostBuckets: false,
    allowMismatchedSignatures: anySignature,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  await s3.configureBuckets()
  const serve = s3.callback()
  const storage: TestStorage = {
    url: ({ account = ACCOUNT, bucket = BUCKET, folder = 'folder', style = 'path' } = {}) => {
      const { port } = server.address() as AddressInfo
      const host = style === 'path' ? `127.0.0.1:${port}` : `s3.${SUFFIX}:${port}`
      return `http://${account}@${host}/${bucket}/${folder}?region=eu-1&style=${style}`
    },
    lookup: (_host, options, callback) =>
      options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4),
    asked: [],
    intercept: () => false,
  }
  const server = createServer((request, response) => {
    storage.asked.push(`${request.method} ${request.headers.host}${request.url}`)
    if (!storage.intercept(request, response)) void serve(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return storage
}
