/** Compresses response bodies. Decision 17 has the measurements behind the levels and limits. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { ContentCoding } from './accept-encoding.ts'

/** A smaller body fits into one packet anyway. */
export const MIN_COMPRESSED = 1024

/**
 * Above this length the thread pool compresses, so that the event loop is not blocked for more than one or two
 * milliseconds. Below it the transfer to another thread costs more CPU time than it saves.
 */
const MAX_SYNCHRONOUS = 128 * 1024

const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const deflate = { level: 4 }

interface Compressor {
  now: (body: string | Buffer) => Buffer
  later: (body: string | Buffer) => Promise<Buffer>
  stream: () => Transform
}

const compressZstd = promisify(zstdCompress)
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const COMPRESSORS: Record<ContentCoding, Compressor> = {
  zstd: {
    now: (body) => zstdCompressSync(body, zstd),
    later: (body) => compressZstd(body, zstd),
    stream: () => createZstdCompress(zstd),
  },
  br: {
    now: (body) => brotliCompressSync(body, brotli),
    later: (body) => compressBrotli(body, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  gzip: {
    now: (body) => gzipSync(body, deflate),
    later: (body) => compressGzip(body, deflate),
    stream: () => createGzip(deflate),
  },
}

/** Returns a promise only for a large body. */
export function compress(body: string | Buffer, coding: ContentCoding): Buffer | Promise<Buffer> {
  const { now, later } = COMPRESSORS[coding]
  return body.length > MAX_SYNCHRONOUS ? later(body) : now(body)
}

export const compressStream = (coding: ContentCoding): Transform => COMPRESSORS[coding].stream()

const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b)/i

/** PDF files, workbooks, archives and images are compressed already. */
export const isCompressible = (contentType: string): boolean => TEXT.test(contentType)
