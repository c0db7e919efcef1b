/** Translates a database URL into the connection settings of `pg`. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

export interface ConnectionSettings {
  /** The `application_name` in `pg_stat_activity`. */
  name: string
  /** See `ConnectOptions`. */
  answerWithinMs?: number | undefined
  isReadOnly?: boolean
  /** Settings of the server for these connections, such as `-c lock_timeout=1000`. */
  serverSettings?: string | undefined
}

/** Connection settings that are tried in order. */
export type ConnectionCandidates = readonly [pg.ClientConfig, ...pg.ClientConfig[]]

/** The server cancels a slow statement this long before the client would treat the server as unresponsive. */
const STATEMENT_HEAD_START_MS = 1000
/** Bounds how long an API process that lost its network holds locks. Pauses between two statements are far shorter. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** `answerWithinMs`, where it is set, is shorter. */
const CONNECT_MS = 10_000
/** Detects the loss of an idle connection, such as that of the listener. */
const KEEP_ALIVE_MS = 60_000

/**
 * One candidate per host (hosts are separated by commas) and SSL mode, preferred ones first. `?host=/folder` names a unix
 * socket and `sslmode` has the meaning that libpq gives it; `pg` itself would treat `require` as `verify-full`.
 */
export function connectionCandidates(
  url: string,
  { name, answerWithinMs, isReadOnly = false, serverSettings }: ConnectionSettings,
): ConnectionCandidates {
  const parsed = new URL(url)
  const ssl = extractSsl(parsed)
  const options = [
    parsed.searchParams.get('options'),
    isReadOnly && '-c default_transaction_read_only=on',
    serverSettings,
  ]
  parsed.searchParams.delete('options')
  const settings = {
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: options.filter(Boolean).join(' '),
    ...(answerWithinMs && {
      statement_timeout: answerWithinMs - STATEMENT_HEAD_START_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  }
  return hostsOf(parsed).flatMap((connectionString) =>
    ssl.map((one) => ({ ...settings, connectionString, ...(one !== undefined && { ssl: one }) })),
  ) as unknown as ConnectionCandidates
}

function hostsOf(url: URL): string[] {
  return url.hostname.split(',').map((host) => {
    const one = new URL(url)
    if (host !== one.hostname) one.hostname = host
    return one.href
  })
}

/** Removes the SSL parameters from the URL, so that `pg` does not apply its own interpretation. */
function extractSsl({ searchParams }: URL): readonly pg.ClientConfig['ssl'][] {
  const take = (key: string) => {
    const value = searchParams.get(key)
    searchParams.delete(key)
    return value ?? undefined
  }
  const mode = take('sslmode') ?? take('ssl')
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(take)
  const fileOf = (path: string | undefined) => path && path !== 'system' && readFileSync(path, 'utf8')
  const files = Object.fromEntries(
    Object.entries({ ca: fileOf(ca), cert: fileOf(cert), key: fileOf(key) }).filter(([, text]) => text),
  )
  const encrypted = { ...files, rejectUnauthorized: ca !== undefined }
  switch (mode) {
    case undefined:
      return [ca ? { ...files, rejectUnauthorized: true } : undefined]
    case 'disable':
    case 'false':
      return [false]
    case 'allow':
    case 'require':
    case 'no-verify':
      return [encrypted]
    case 'prefer':
      return [encrypted, false]
    default:
      return [{ ...files, rejectUnauthorized: true }]
  }
}
