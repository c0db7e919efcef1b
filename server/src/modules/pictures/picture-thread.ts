/** The thread that converts pictures, one after the other. See `workshop.ts`, which starts and ends it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { CodecPrograms } from './codec-files.ts'
import { type ConvertedPicture, convertPicture, loadCodecs } from './convert.ts'
import { PictureRefused } from './picture-header.ts'

/** `refused` completes a sentence that begins with "The file". */
export type Conversion = { picture: ConvertedPicture } | { refused: string } | { failed: string }

const loaded = loadCodecs(Promise.resolve(workerData as CodecPrograms))

parentPort?.on('message', async (bytes: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage(await convert(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
})

async function convert(bytes: Buffer): Promise<Conversion> {
  try {
    await loaded
    return { picture: await convertPicture(bytes) }
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
