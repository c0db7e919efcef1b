/**
 * The TLS certificate of an API process. The files are read at the start, and again when they change, so that a renewed
 * certificate is served without a restart. Open connections keep the certificate that they started with.
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createSecureContext, type Server } from 'node:tls'
import type { Config } from '../../config.ts'
import type { Log } from '../log.ts'

/**
 * The longest time until a renewal is noticed. The files are polled, because watches miss files that are replaced
 * through links.
 */
const POLL_MS = 10_000

export interface CertificateReport {
  subject: string
  expiresAt: string
  /** Why the current files are not served. */
  refused?: string
}

export interface Certificate {
  /** The certificate and the key to create a server with. */
  pair(): CertificatePair
  report(): CertificateReport
  /** Serves new certificates on this server from now on. */
  serveOn(server: Server): { stop(): void }
  /** Reads the files now, whether they have changed or not. */
  reload(): void
}

interface CertificatePair {
  cert: Buffer
  key: Buffer
}

/** Throws if the files cannot be used; `undefined` if the settings name none. */
export function openCertificate(
  { tlsCert, tlsKey }: Pick<Config, 'tlsCert' | 'tlsKey'>,
  log: Pick<Log, 'info' | 'warn'>,
  { pollMs = POLL_MS }: { pollMs?: number } = {},
): Certificate | undefined {
  if (!tlsCert || !tlsKey) return undefined
  const read = () => readPair(tlsCert, tlsKey)
  const servers = new Set<Server>()
  let served = read()
  let refused: string | undefined
  let version: string | undefined

  function reload(): void {
    try {
      const found = read()
      refused = undefined
      if (found.cert.equals(served.cert) && found.key.equals(served.key)) return
      for (const server of servers) server.setSecureContext(found)
      served = found
      log.info(describe(found.cert), 'serving a new certificate')
    } catch (error) {
      const reason = (error as Error).message
      // While the files are written one after the other, several polls may read a pair that does not match.
      if (reason === refused) return
      refused = reason
      log.warn(
        { reason },
        'the certificate files have changed and cannot be used; the previous certificate is still served',
      )
    }
  }
  async function poll(): Promise<void> {
    const found = await versionOf([tlsCert, tlsKey] as string[])
    if (found === version) return
    version = found
    // Also the first time: the files may have changed since they were read.
    reload()
  }

  return {
    pair: () => served,
    report: () => ({ ...describe(served.cert), ...(refused !== undefined && { refused }) }),
    serveOn(server) {
      servers.add(server)
      void poll()
      const timer = setInterval(() => void poll(), pollMs)
      timer.unref()
      return {
        stop() {
          clearInterval(timer)
          servers.delete(server)
        },
      }
    },
    reload,
  }
}

/** Refuses files that hold no certificate or no key, or that do not belong together. */
export function readPair(tlsCert: string, tlsKey: string): CertificatePair {
  const pair = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) }
  createSecureContext(pair)
  return pair
}

/** The first certificate of the file is that of the server; those behind it belong to its issuers. */
export function describe(cert: Buffer): CertificateReport {
  const { subject, subjectAltName, validTo } = new X509Certificate(cert)
  return { subject: subjectAltName ?? subject, expiresAt: new Date(validTo).toISOString() }
}

/** Differs after each change of the files or of a link that leads to them. A file that is missing counts as a version. */
async function versionOf(paths: readonly string[]): Promise<string> {
  const versions = paths.map(async (path) => {
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    return found && [found.dev, found.ino, found.size, found.mtimeNs].join('.')
  })
  return (await Promise.all(versions)).join(' ')
}
