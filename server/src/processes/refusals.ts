/** Translates errors of the environment into one sentence for the operator. Any other error is a bug; its stack is printed. */
import { ConfigError, StartRefused } from '@tradehall/kit/failures'
import { isDatabaseAway } from '../platform/database-health/away.ts'

/** Errors of the environment that say more than that the database cannot be reached. */
async function explainedFailure(error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error)) return undefined
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  const { code = '', path, syscall = '', address, port } = error as SystemError
  const listening = ['listen', 'bind'].includes(syscall)
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is already in use; stop the other program, or set TRADEHALL_PORT.`
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
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    const [reason] = error.message.split('\n')
    return `The installation of Tradehall is not complete (${reason}); delete the folder \`node_modules\` and install it again.`
  }
  if (path !== undefined || ['EISDIR', 'ENOSPC', 'EROFS'].includes(code))
    return `A file or folder cannot be used: ${error.message}.`
  if (code === CANCELED) return `The database cancelled a statement (${error.message}); try again.`
  const remedy = REMEDIES.find(([states]) => states.test(code))?.[1]
  if (remedy) return `The database refuses this: ${error.message}; ${remedy}.`
  if (!/^23...$/.test(code)) return undefined
  // Imported here, because the parent process does not use the database and needs no driver.
  const { violatedConstraint } = await import('../platform/database.ts')
  const constraint = violatedConstraint(error)
  return constraint && `The database refuses this (${constraint}): ${error.message}.`
}

/** By SQLSTATE: a statement that somebody cancelled or that exceeded its timeout. */
const CANCELED = '57014'

/** By SQLSTATE: failed authentication, an unknown database, missing privileges, a database that only reads. */
const REMEDIES: readonly [RegExp, string][] = [
  [/^28...$/, 'check the user and the password in TRADEHALL_DATABASE_URL'],
  [/^3D000$/, 'create it, or correct TRADEHALL_DATABASE_URL'],
  [/^42501$/, 'give the role in TRADEHALL_DATABASE_URL this right'],
  [/^25006$/, 'name a host that accepts writes in TRADEHALL_DATABASE_URL'],
]

/** The message for an error of the environment, temporary ones included; `undefined` for any other error. */
export async function failureMessage(error: unknown): Promise<string | undefined> {
  const reason = reasonOf(error)
  const message = await explainedFailure(reason)
  if (message) return message
  return isDatabaseUnreachable(reason)
    ? `The database cannot be reached: ${(reason as Error).message.replace(/\.$/, '')}.`
    : undefined
}

/** Whether a retry may succeed without a change of the settings. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const reason = reasonOf(error)
  const { syscall = '' } = (reason ?? {}) as SystemError
  return isDatabaseAway(reason) || ['connect', 'getaddrinfo'].includes(syscall)
}

/**
 * The cause of a failed connection has the reason, for example that the database does not exist. One without a code says
 * no more than the failure itself: nobody answered, or the connection was closed.
 */
function reasonOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as SystemError
  return code === 'CONNECTION_LOST' && cause instanceof Error && 'code' in cause ? cause : error
}

/** An error of the file system, of a connection, or of the database (with a SQLSTATE of five characters). */
interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
}
