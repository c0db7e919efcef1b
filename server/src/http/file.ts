/** Answers that are files: sent as they are made, and never patched up with anything that is not the file. */
import { pipeline, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endDatabaseWait } from './database-wait.ts'
import type { FileReply } from './operation.ts'

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, contentType, filename, bytes }: FileReply,
): FastifyReply {
  // A client may take a file as slowly as it likes.
  endDatabaseWait(request)
  const body = checkLength(bytes)
  body.once('error', (err) => {
    // The framework ends the connection, so that the client sees that the file is not whole, and tells nobody else.
    if (reply.raw.headersSent) request.log.error({ err, requestId: request.id }, 'file broke off')
    // Before the first byte it is an error like any other: its answer must not be saved as the file.
    else reply.removeHeader('content-disposition').raw.removeHeader('content-disposition')
  })
  // Whichever end fails, the other is destroyed; what went wrong is seen on the body.
  pipeline(stream, body, () => {})
  reply.header('content-type', contentType).header('content-disposition', attachment(filename))
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply.send(body)
}

/** With another length than announced, the client would take the next answer for the rest of the file. */
function checkLength(bytes: number | undefined): Transform {
  let seen = 0
  const wrong = () => new Error(`The file has not the ${bytes} bytes that were announced.`)
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

/** What must not be in the name of a file: folders, and characters that cannot be seen. */
const UNSAFE = /[\p{C}/\\]/gu
/** What a quoted name cannot hold, and the percent sign, which some clients take for an encoding. */
const UNQUOTABLE = /[^ -~]|["%]/gu

/** RFC 6266: a name that every client can read and, where that is not the whole name, the whole one beside it. */
export function attachment(filename: string): string {
  const name = filename.replaceAll(UNSAFE, '_')
  const plain = name.replaceAll(UNQUOTABLE, '_')
  const header = `attachment; filename="${plain}"`
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeName(name)}`
}

/** RFC 8187 allows fewer characters than a URL does. */
function encodeName(name: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replaceAll(/['()*]/g, hex)
}
