/**
 * Files in storage that speaks S3, such as that of a cloud provider or a server of one's own. The bucket may be private: only
 * this server asks it, and serves the bytes itself.
 *
 * Whatever fails for a reason that may pass is tried again. While the storage does not answer, calls fail at once.
 */
import { createHash } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { AwsV4Signer } from 'aws4fetch'
import type { Agent, request as send } from 'undici'
import type { Log } from '../log.ts'
import { createBreaker } from '../resilience/breaker.ts'
import { readStorageAddress } from './address.ts'

export interface FileStorage {
  /** What is there under the name already is replaced. Returns when the storage has it. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined if there is no such file. */
  get(name: string): Promise<Buffer | undefined>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** The storage does not answer, or refuses what it should take. The message is a sentence for operators, without secrets. */
export class StorageFailed extends Error {}

/** A connection is idle again after a few milliseconds; more at once are pictures that nobody has asked for lately. */
const CONNECTIONS = 32
const ATTEMPTS = 3
/** Before the second attempt, and four times as long before the third. */
const RETRY_MS = 150
/** Of one attempt: a picture has some hundred kilobytes. */
const ATTEMPT_MS = 4_000
/** Larger than any file that is stored. */
const MAX_BYTES = 64 * 1024 * 1024
/** Of an error, which is XML. */
const MAX_ERROR = 10_000
/** Answers to expect something better from soon. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504])

export interface FileStorageOptions {
  log: Log
  /** Of names of hosts, for tests. */
  lookup?: LookupFunction
  retryMs?: number
  attemptMs?: number
}

interface Tools {
  agent: Agent
  send: typeof send
  Signer: typeof AwsV4Signer
}

interface StorageRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  name: string
  body?: Uint8Array
  contentType?: string
}

interface StorageAnswer {
  status: number
  bytes: Buffer
}

export function createFileStorage(
  url: string,
  { log, lookup, retryMs = RETRY_MS, attemptMs = ATTEMPT_MS }: FileStorageOptions,
): FileStorage {
  const { base, ...account } = readStorageAddress(url)
  // The key of a day is derived once.
  const cache = new Map<string, ArrayBuffer>()
  const breaker = createBreaker({
    log,
    away: 'the file storage cannot be used: pictures in it are not shown, and no new ones are taken',
    back: 'the file storage can be used again',
  })
  let loaded: Promise<Tools> | undefined

  /** Loaded with the first request, because most servers keep everything in the database. */
  async function loadTools(): Promise<Tools> {
    const [{ Agent, request: send }, { AwsV4Signer: Signer }] = await Promise.all([
      import('undici'),
      import('aws4fetch'),
    ])
    const connect = { timeout: attemptMs, ...(lookup && { lookup }) }
    return { agent: new Agent({ connections: CONNECTIONS, pipelining: 1, connect }), send, Signer }
  }

  async function attempt({ method, name, body, contentType }: StorageRequest): Promise<StorageAnswer> {
    loaded ??= loadTools()
    const { agent, send, Signer } = await loaded
    const signed = await new Signer({
      ...account,
      service: 's3',
      cache,
      method,
      url: new URL(name, base).href,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
        ...(contentType && { 'content-type': contentType }),
      },
    }).sign()
    const signal = AbortSignal.timeout(attemptMs)
    const answer = await send(signed.url, {
      dispatcher: agent,
      method,
      headers: Object.fromEntries(signed.headers),
      signal,
      ...(body && { body }),
    })
    const { statusCode: status } = answer
    return { status, bytes: await readAll(answer.body, status < 300 ? MAX_BYTES : MAX_ERROR) }
  }

  async function persist(request: StorageRequest, isDone: (answer: StorageAnswer) => boolean) {
    for (let tried = 1; ; tried++) {
      const answer = await attempt(request).catch((error: Error) => error)
      if (!(answer instanceof Error) && isDone(answer)) return answer
      const mayPass = answer instanceof Error || PASSING.has(answer.status)
      if (!mayPass || tried === ATTEMPTS) throw failureOf(answer)
      // The wait varies, so that not all who were refused at once come again at once.
      await wait(retryMs * 4 ** (tried - 1) * (0.5 + Math.random()), undefined, { ref: false })
    }
  }

  async function ask(request: StorageRequest, isDone: (answer: StorageAnswer) => boolean) {
    let failure: unknown = new StorageFailed('The file storage does not answer.')
    const call = () =>
      persist(request, isDone).catch((error) => {
        failure = error
        throw error
      })
    return await breaker.run(call, () => Promise.reject(failure))
  }

  return {
    async put(name, bytes, contentType) {
      await ask({ method: 'PUT', name, body: bytes, contentType }, ({ status }) => status === 200)
    },
    async get(name) {
      const { status, bytes } = await ask(
        { method: 'GET', name },
        (answer) => answer.status === 200 || isMissing(answer),
      )
      return status === 200 ? bytes : undefined
    },
    async remove(name) {
      await ask(
        { method: 'DELETE', name },
        (answer) => answer.status === 204 || answer.status === 200 || isMissing(answer),
      )
    },
    async close() {
      const tools = await loaded
      await tools?.agent.destroy()
    },
  }
}

/** A bucket that does not exist is not the same as a file that does not exist in it. */
const isMissing = (answer: StorageAnswer): boolean =>
  answer.status === 404 && codeOf(answer) !== 'NoSuchBucket'

/** The code alone: other parts of an error repeat what was signed. */
const codeOf = ({ bytes }: StorageAnswer): string | undefined =>
  /<Code>(\w{1,80})<\/Code>/.exec(bytes.toString('latin1'))?.[1]

function failureOf(answer: StorageAnswer | Error): StorageFailed {
  if (!(answer instanceof Error)) {
    const code = codeOf(answer)
    return new StorageFailed(`The file storage answered ${answer.status}${code ? ` (${code})` : ''}.`)
  }
  const { code, name } = answer as NodeJS.ErrnoException
  return new StorageFailed(`The file storage does not answer (${code ?? name}).`, { cause: answer })
}

async function readAll(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length > limit) throw new Error('the answer is too long')
  }
  return Buffer.concat(chunks)
}
