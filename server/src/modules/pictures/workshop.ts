/**
 * Converts pictures in a thread of its own: the event loop goes on, and a picture that takes more time or memory than it may
 * ends with its thread. The next picture gets a new one.
 *
 *   waiting ──▶ in the thread ──▶ converted, refused, or given up with the thread
 */
import { Worker } from 'node:worker_threads'
import { serviceUnavailable } from '../../domain/problems.ts'
import { type CodecPrograms, codecPrograms } from './codec-files.ts'
import type { ConvertedPicture } from './convert.ts'
import { MAX_BYTES, MAX_HEAP_MB, MAX_MS } from './limits.ts'
import { PictureRefused, readPictureHeader } from './picture-header.ts'
import type { Conversion } from './picture-thread.ts'

/** How many pictures may wait: at a second each, the last one waits as long as clients do. Each may have 20 MB. */
const MAX_WAITING = 8
/** An idle thread holds the memory of the largest picture that it had. */
const IDLE_MS = 5_000
/** After a picture of this size the thread ends at once, because memory of WebAssembly is never given back. */
const LARGE_PIXELS = 4_000_000

export interface WorkshopLimits {
  timeoutMs: number
  waiting: number
}

export class Workshop {
  readonly #limits: WorkshopLimits
  #thread: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor(limits: Partial<WorkshopLimits> = {}) {
    this.#limits = { timeoutMs: MAX_MS, waiting: MAX_WAITING, ...limits }
  }

  /** Throws `PictureRefused` for a file that cannot be taken, and a 503 problem while too many wait. */
  async convert(bytes: Buffer): Promise<ConvertedPicture> {
    if (bytes.length > MAX_BYTES) throw tooLarge()
    const { width, height } = readPictureHeader(bytes)
    if (this.#waiting >= this.#limits.waiting) {
      throw serviceUnavailable(
        'Too many pictures are being converted. Send this one again in a few seconds.',
        {
          headers: { 'retry-after': '5' },
        },
      )
    }
    this.#waiting += 1
    const turn = this.#last.then(() => this.#convertNow(bytes, { isLarge: width * height > LARGE_PIXELS }))
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }

  async close(): Promise<void> {
    await this.#end()
  }

  async #convertNow(bytes: Buffer, { isLarge }: { isLarge: boolean }): Promise<ConvertedPicture> {
    clearTimeout(this.#idle)
    const conversion = await this.#ask(bytes)
    if (isLarge) await this.#end()
    // A copy, which is transferred: the caller's bytes stay his.
    else this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref()
    if ('picture' in conversion) return conversion.picture
    if ('refused' in conversion) throw new PictureRefused(conversion.refused)
    throw new Error(`A picture could not be converted: ${conversion.failed}`)
  }

  async #ask(bytes: Buffer): Promise<Conversion> {
    const thread = this.#thread ?? this.#start(await codecPrograms())
    const { promise, resolve } = Promise.withResolvers<Conversion>()
    const giveUp = () => resolve({ refused: 'takes more time or memory to decode than a picture may' })
    const timer = setTimeout(giveUp, this.#limits.timeoutMs)
    thread.ref()
    thread.on('message', resolve)
    // The thread has ended by itself: it had no more memory, or a decoder has failed in a way that it did not expect.
    thread.on('error', giveUp)
    try {
      const copy = new Uint8Array(bytes)
      thread.postMessage(copy, [copy.buffer])
      const conversion = await promise
      if ('picture' in conversion) return conversion
      // A codec that has failed may have left its memory in disorder.
      await this.#end()
      return conversion
    } finally {
      clearTimeout(timer)
      thread.unref()
      thread.removeAllListeners('message')
      thread.removeAllListeners('error')
    }
  }

  #start(programs: CodecPrograms): Worker {
    const thread = new Worker(new URL('./picture-thread.ts', import.meta.url), {
      name: 'pictures',
      workerData: programs,
      // Nothing that the process was told; the codecs need no setting.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_HEAP_MB / 4 },
    })
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    this.#thread = thread
    return thread
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}

const tooLarge = () =>
  new PictureRefused(`is larger than ${MAX_BYTES / 1024 / 1024} MB, which a picture may have`)
