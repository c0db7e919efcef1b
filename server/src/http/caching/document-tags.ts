/**
 * Entity tags of documents that are identified by the version of their rows, so that they need not be rendered for a client
 * that has them. Such a tag is `<version>.<representation>`. The second part is a hash of everything else that the body
 * depends on.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { type Actor, supportIdOf } from '../../domain/actor.ts'
import type { Platform } from '../../platform/index.ts'
import type { DocumentReply } from '../operation.ts'
import { linkPeriod } from '../pages/signed-links.ts'

/** 96 bits. */
const LENGTH = 16

export class DocumentTags {
  readonly #platform: Pick<Platform, 'config' | 'secrets' | 'clock'>
  #release: string | undefined

  constructor(platform: Pick<Platform, 'config' | 'secrets' | 'clock'>) {
    this.#platform = platform
  }

  /** The period of signed links. A tag fits the bodies that are rendered in its period. */
  period(): number {
    return linkPeriod(this.#platform)
  }

  /**
   * Undefined for a document without a version. Includes the caller and the ids of the resources, because one address may
   * show each caller a resource of its own.
   */
  tagOf(
    { version, data }: DocumentReply,
    { raw: { url = '' }, actor }: Pick<FastifyRequest, 'raw' | 'actor'>,
    publicUrl: string,
    period: number,
  ): string | undefined {
    if (version === undefined || data === null) return undefined
    const ids = 'id' in data ? [data.id] : data.map(({ id }) => id)
    this.#release ??= releaseOf(this.#platform)
    const rest = [this.#release, period, publicUrl, url, callerOf(actor), ...ids].join('\n')
    return `${version}.${hash('sha256', rest, 'base64url').slice(0, LENGTH)}`
  }
}

/** Users of different roles see different attributes, and an operator those of every brand, in support sessions. */
const callerOf = (actor: Actor | null) =>
  actor?.session
    ? [actor.userId, actor.session.role, supportIdOf(actor.session)].join(' ')
    : actor?.applicationId

/** Settings that may differ between the nodes of a server, and that no document depends on. */
const SETTINGS_OF_NODE: ReadonlySet<string> = new Set<keyof Config>([
  'host',
  'port',
  'dataDir',
  'databaseUrl',
  'databasePool',
  'redisUrl',
  'tlsCert',
  'tlsKey',
  'trustProxy',
  'rateLimit',
  'compression',
  'processes',
  'maxConnections',
  'drainSeconds',
  'metricsPort',
  'metricsHost',
  'monitoringHosts',
  'secretKey',
  'smtpUrl',
  'labelsDir',
  'filesUrl',
  'otlpUrl',
  'otlpHeaders',
  'traceRatio',
  'logLevel',
])

/**
 * Hashed with the secret key, so that nobody can guess settings from it, and because the key signs the links in
 * documents.
 */
function releaseOf({ config, secrets }: Pick<Platform, 'config' | 'secrets'>): string {
  const settings = Object.entries(config).filter(([name]) => !SETTINGS_OF_NODE.has(name))
  return secrets
    .fingerprint(`representation\n${codeHash()}\n${JSON.stringify(settings)}`)
    .toString('base64url')
}

let hashOfCode: string | undefined

/** The sources of the server, and of the wire format in a clone and in the published package. */
const CODE = ['..', '../../../../packages/jsonapi/src', '../../packages/jsonapi']

/** Changes with every change of the code, also within a version, and is the same on all nodes. */
function codeHash(): string {
  hashOfCode ??= hashFolders(
    CODE.map((path) => fileURLToPath(new URL(path, import.meta.url))).filter(existsSync),
  )
  return hashOfCode
}

function hashFolders(folders: readonly string[]): string {
  const hashes = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.test.ts'))
      .toSorted()
      .map((name) => hash('sha256', readFileSync(join(folder, name)))),
  )
  return hash('sha256', [process.version, ...hashes].join('\n'))
}
