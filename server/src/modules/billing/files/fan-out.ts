/** Feeds one source to several readers, so that all of them read the same data. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'

/**
 * Passes every batch to each reader at the pace of the slowest (backpressure) and returns how each ended. A reader that
 * fails gets no more batches. If the source fails, all readers and this function fail with its error.
 */
export async function fanOut<T, R>(
  source: AsyncIterable<T>,
  readers: readonly ((batches: AsyncIterable<T>) => Promise<R>)[],
): Promise<PromiseSettledResult<R>[]> {
  const feeds = readers.map((read) => {
    // Buffers one batch besides the one that is being read.
    const pipe = new PassThrough({ objectMode: true, highWaterMark: 1 })
    // The reader gets the error through its iterator; without a listener the event would crash the process.
    pipe.on('error', () => {})
    const end = read(pipe).finally(() => pipe.destroy())
    return { pipe, end }
  })
  const ends = Promise.allSettled(feeds.map(({ end }) => end))
  try {
    for await (const batch of source) {
      await Promise.all(feeds.map(({ pipe }) => write(pipe, batch)))
    }
    for (const { pipe } of feeds) if (!pipe.destroyed) pipe.end()
  } catch (error) {
    for (const { pipe } of feeds) pipe.destroy(error as Error)
    await ends
    throw error
  }
  return await ends
}

async function write(pipe: PassThrough, batch: unknown): Promise<void> {
  if (pipe.destroyed || pipe.write(batch)) return
  const controller = new AbortController()
  const { signal } = controller
  const drainOrClose = [once(pipe, 'drain', { signal }), once(pipe, 'close', { signal })]
  await Promise.race(drainOrClose)
  controller.abort()
  await Promise.allSettled(drainOrClose)
}
