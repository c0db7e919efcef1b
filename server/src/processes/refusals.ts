/** What stops a role, as one sentence for the person who started it. What is not known here is a bug and keeps its stack. */
import { ConfigError } from '../config.ts'
import { StartRefused } from '../platform/data-dir.ts'
import { isDatabaseAway } from '../platform/database-away.ts'

/** Failures of the surroundings that trying again would not mend. */
async function refusalOf(error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  const { code = '', path, syscall = '', address, port } = error as SystemError
  const listening = ['listen', 'bind'].includes(syscall)
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is already in use; stop the other program or set TRADEHALL_PORT.`
  }
  if (code === 'EADDRNOTAVAIL' && listening) {
    return `This machine has no address ${address}; set TRADEHALL_HOST to one of its own.`
  }
  if (code === 'EACCES' && listening) {
    return `This user may not listen on port ${port}; set TRADEHALL_PORT to one above 1023.`
  }
  if (code.startsWith('ERR_OSSL_') || code.startsWith('ERR_TLS_')) {
    return `TRADEHALL_TLS_CERT and TRADEHALL_TLS_KEY cannot be used (${error.message}).`
  }
  if (path !== undefined || ['EISDIR', 'ENOSPC', 'EROFS'].includes(code))
    return `A file or folder cannot be used: ${error.message}.`
  // Who may come in, which databases there are, and what whoever came in may do.
  if (/^(28...|3D000|42501)$/.test(code)) return `The database refuses this: ${error.message}.`
  if (!/^23...$/.test(code)) return undefined
  // Loaded here: the parent of all processes asks no database, and needs no driver.
  const { violatedConstraint } = await import('../platform/database.ts')
  const constraint = violatedConstraint(error)
  return constraint && `The database refuses this (${constraint}): ${error.message}.`
}

/** Also those that may pass. */
export async function sentenceOf(error: unknown): Promise<string | undefined> {
  const reason = reasonOf(error)
  const refusal = await refusalOf(reason)
  if (refusal) return refusal
  return isDatabaseUnreachable(reason)
    ? `The database cannot be reached: ${(reason as Error).message.replace(/\.$/, '')}.`
    : undefined
}

/** Whether the same work may succeed later, without anybody changing a setting. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const reason = reasonOf(error)
  const { syscall = '' } = (reason ?? {}) as SystemError
  return isDatabaseAway(reason) || ['connect', 'getaddrinfo'].includes(syscall)
}

/** A connection that could not be opened says why in its cause: for example that there is no such database. */
function reasonOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as SystemError
  return code === 'CONNECTION_LOST' && cause instanceof Error ? cause : error
}

/** Of the file system, of connections, and of the database, whose codes have five characters. */
interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
}
