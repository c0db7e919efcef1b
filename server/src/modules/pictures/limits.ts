/** What a picture may have, and what its conversion may take. */

/** Larger than any picture that a shop needs. */
export const MAX_BYTES = 20 * 1024 * 1024
/** What phones and cameras make unless they are asked for more. Decoded it takes 100 MB. */
export const MAX_PIXELS = 25_000_000
/** Of a side: more is no picture of a product, and WebP can hold no more. */
export const MAX_SIDE = 16_383
/** A picture of the largest size takes two seconds of a processor; on a busy machine it gets ten times as long. */
export const MAX_MS = 20_000
/** Memory of each codec in WebAssembly: the file, the decoded picture, and the same turned upright. */
export const MAX_CODEC_BYTES = 320 * 1024 * 1024
/** Of the thread outside of WebAssembly, without the pixels. */
export const MAX_HEAP_MB = 64
