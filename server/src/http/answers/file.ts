/** Streams a file as the response. If the stream fails, the connection is closed instead of completing the file. */
import { pipeline, Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endDatabaseWait } from '../limits/database-wait.ts'
import type { FileReply } from '../operation.ts'
import { isNotModified } from './representation.ts'

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, contentType, filename, version, bytes, inline }: FileReply,
): FastifyReply {
  reply.header('content-type', contentType)
  // Also of a 304, whose headers replace those that the browser has stored with the file.
  if (inline) reply.header('content-security-policy', FRAMED)
  if (isNotModified(request, reply, version)) {
    if (stream instanceof Readable) stream.destroy()
    return reply.send('')
  }
  // The download may take longer than the limit of the request, because the client sets its speed.
  endDatabaseWait(request)
  const body = checkLength(bytes)
  body.once('error', (err) => {
    // The framework closes the connection, so that the client notices the incomplete file, but logs nothing.
    if (reply.raw.headersSent) request.log.error({ err, requestId: request.id }, 'file download aborted')
    // Nothing was sent yet, so the client gets an error response, which it must not decode or save as the file.
    else for (const name of HEADERS_OF_FILE) reply.removeHeader(name).raw.removeHeader(name)
  })
  // `pipeline` destroys both streams when one of them fails; the error is emitted on `body`.
  pipeline(stream, body, () => {})
  reply.header('content-disposition', inline ? disposition('inline', filename) : attachment(filename))
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply.send(body)
}

/** The viewer that browsers put around a PDF has inline styles and an embedded object. */
const FRAMED = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"

const HEADERS_OF_FILE = ['content-disposition', 'content-encoding', 'etag', 'cache-control']

/** If the length differed from Content-Length, the client would take the next response for the rest of the file. */
function checkLength(bytes: number | undefined): Transform {
  let seen = 0
  const wrong = () => new Error(`The file does not have the announced length of ${bytes} bytes.`)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (bytes !== undefined && seen > bytes) done(wrong())
      else done(null, chunk)
    },
    flush(done) {
      done(bytes !== undefined && seen < bytes ? wrong() : null)
    },
  })
}

/** Characters that a file name must not contain: path separators and invisible characters. */
const UNSAFE = /[\p{C}/\\]/gu
/** Characters that a quoted string cannot contain, and the percent sign, which some clients decode. */
const UNQUOTABLE = /[^ -~]|["%]/gu

/** RFC 6266: an ASCII name for every client and, if that differs from the full name, the full name in `filename*`. */
export const attachment = (filename: string): string => disposition('attachment', filename)

function disposition(type: 'attachment' | 'inline', filename: string): string {
  const name = filename.replaceAll(UNSAFE, '_')
  const plain = name.replaceAll(UNQUOTABLE, '_')
  const header = `${type}; filename="${plain}"`
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeName(name)}`
}

/** RFC 8187 allows fewer characters than a URL does. */
function encodeName(name: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replaceAll(/['()*]/g, hex)
}
