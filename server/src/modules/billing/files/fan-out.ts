/** One walk for several readers, so that all of them see the same. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'

/**
 * Gives every batch to each reader, at the pace of the slowest, and tells how each ended. A reader that fails is left
 * out from then on. When the source fails, all readers end with its error, and so does this.
 */
export async function fanOut<T, R>(
  source: AsyncIterable<T>,
  readers: readonly ((batches: AsyncIterable<T>) => Promise<R>)[],
): Promise<PromiseSettledResult<R>[]> {
  const lines = readers.map((read) => {
    // Holds one batch besides the one that is being read.
    const pipe = new PassThrough({ objectMode: true, highWaterMark: 1 })
    // Whoever waits for the pipe learns of an error there; without a listener it would end the process.
    pipe.on('error', () => {})
    const end = read(pipe).finally(() => pipe.destroy())
    return { pipe, end }
  })
  const ends = Promise.allSettled(lines.map(({ end }) => end))
  try {
    for await (const batch of source) {
      await Promise.all(lines.map(({ pipe }) => give(pipe, batch)))
    }
    for (const { pipe } of lines) if (!pipe.destroyed) pipe.end()
  } catch (error) {
    for (const { pipe } of lines) pipe.destroy(error as Error)
    await ends
    throw error
  }
  return await ends
}

async function give(pipe: PassThrough, batch: unknown): Promise<void> {
  if (pipe.destroyed || pipe.write(batch)) return
  const waiting = new AbortController()
  const { signal } = waiting
  const either = [once(pipe, 'drain', { signal }), once(pipe, 'close', { signal })]
  await Promise.race(either)
  waiting.abort()
  await Promise.allSettled(either)
}
