/** What `pg` is told about a database, from its URL. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

export interface ConnectionWishes {
  /** Shown in `pg_stat_activity`. */
  name: string
  /** See `ConnectOptions`. */
  answerWithinMs?: number | undefined
  isReadOnly?: boolean
}

/** Ways to connect, to be tried in turn. */
export type Ways = readonly [pg.ClientConfig, ...pg.ClientConfig[]]

/** A live server says that a statement takes too long before we would call the server silent. */
const STATEMENT_HEAD_START_MS = 1000
/** An API process that was cut off must not hold its locks for hours; between two statements it never works this long. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** Where answers are bounded, that bound comes first. */
const CONNECT_MS = 10_000
/** So that a connection on which nothing is asked, such as that of the listener, does not end unnoticed. */
const KEEP_ALIVE_MS = 60_000

/**
 * The ways to connect, best first: several hosts, separated by commas, are several ways. `?host=/folder` names a unix
 * socket, as it does for libpq, and `sslmode` means what it means there; `pg` would take `require` for `verify-full`.
 */
export function waysToConnect(
  url: string,
  { name, answerWithinMs, isReadOnly = false }: ConnectionWishes,
): Ways {
  const parsed = new URL(url)
  const ssl = takeSsl(parsed)
  const options = [parsed.searchParams.get('options'), isReadOnly && '-c default_transaction_read_only=on']
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
  ) as unknown as Ways
}

function hostsOf(url: URL): string[] {
  return url.hostname.split(',').map((host) => {
    const one = new URL(url)
    if (host !== one.hostname) one.hostname = host
    return one.href
  })
}

/** Takes the settings out of the URL, so that `pg` does not read them in its own way. */
function takeSsl({ searchParams }: URL): readonly pg.ClientConfig['ssl'][] {
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
