/**
 * A complete marketplace for a test: demo data in a database of its own, the API in this process, and a stopped clock
 * in March.
 */
import { JSON_API } from '@tradehall/jsonapi'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { modulesFor } from '../src/composition.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { ConnectionTimeouts } from '../src/http/connections/connections.ts'
import type { Http } from '../src/http/http.ts'
import type { Module } from '../src/module.ts'
import { setClockOffset } from '../src/modules/sandbox/clock-moves.ts'
import { renewDemoSecrets } from '../src/modules/sandbox/index.ts'
import { offsetTo } from '../src/platform/clock.ts'
import { closePlatform, createPlatform, type Platform, type PlatformOptions } from '../src/platform/index.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { openTracing } from '../src/platform/tracing/open.ts'
import type { CleanUp } from './clean-up.ts'
import { createTestDatabase, demoCredentials, demoTemplate } from './database.ts'
import { DEMO_DATE } from './demo-config.ts'
import { START, standStill } from './time.ts'

/** The settings that production requires. */
export const PRODUCTION = {
  TRADEHALL_MODE: 'production',
  TRADEHALL_TRUST_PROXY: '127.0.0.1',
  TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_x',
}

export type Who = 'brand' | 'otherBrand' | 'retailer' | 'operator'

export interface Market {
  http: Http
  platform: Platform
  config: Config
  databaseUrl: string
  credentials: SandboxCredentials
  clientOf(who: Who): { clientId: string; clientSecret: string }
  tokenOf(who: Who): Promise<string>
  /** Sends a well-formed request; options override any part of it. */
  send(method: string, url: string, options?: SendOptions): Promise<Answer>
  advance(seconds: number): Promise<void>
  setTime(moment: string): Promise<void>
  runJobs(): Promise<{ ran: number; failed: number }>
}

export interface SendOptions {
  as?: Who | null
  /** Overrides the token of `as`. */
  token?: string
  body?: unknown
  /** Raw payload, sent instead of `body`. */
  payload?: string | Buffer
  headers?: Record<string, string | undefined>
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the response.
  body: any
}

export interface MarketOptions {
  /** All modules of the sandbox by default. */
  modules?: readonly Module[]
  env?: Record<string, string>
  log?: Log
  timeouts?: Partial<ConnectionTimeouts>
  /** Overrides the copy of the demo database. */
  databaseUrl?: string
  /** Those of the demo accounts in `databaseUrl`. Without them they are renewed. */
  credentials?: SandboxCredentials
  answerWithinMs?: number
  outbound?: PlatformOptions['outbound']
  cleanUp?: CleanUp
  /** For tests that depend on real time: the clock advances. */
  isTicking?: boolean
}

/** No test but those of the limit is about how long a statement may take, and a busy machine takes many times as long. */
const PATIENCE_MS = 60_000

export async function market({
  env = {},
  modules: given,
  log,
  timeouts = {},
  answerWithinMs = PATIENCE_MS,
  outbound = {},
  cleanUp = onTestFinished,
  isTicking = false,
  ...options
}: MarketOptions = {}): Promise<Market> {
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase(cleanUp, demoTemplate))
  const config = readConfig({
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_SECRET_KEY: SECRET_KEY,
    ...DEMO_DATE,
    // Retry delays are exact without jitter.
    TRADEHALL_WEBHOOK_RETRY_JITTER: '0',
    ...env,
  })
  const usedLog = log ?? createLog('silent')
  const platform = createPlatform(config, {
    name: 'test',
    databaseUrl,
    secretKey: config.secretKey ?? SECRET_KEY,
    log: usedLog,
    tracing: await openTracing(config, { role: 'api', log: usedLog }),
    answerWithinMs,
    outbound,
    ...(!isTicking && { ticks: standStill }),
  })
  const credentials =
    options.credentials ??
    (options.databaseUrl ? await renewDemoSecrets(options.databaseUrl) : demoCredentials)
  const modules = given ?? modulesFor(config.mode)
  const http = buildApp(platform, databaseUrl, { modules, timeouts })
  await platform.signals.start()
  cleanUp(async () => {
    await http.app.close()
    await closePlatform(platform)
  })
  const tokens = new Map<Who, Promise<string>>()

  const market: Market = {
    http,
    platform,
    config,
    databaseUrl,
    credentials,
    clientOf: (who) => (who === 'brand' ? credentials : credentials[who]),
    tokenOf(who) {
      const token = tokens.get(who) ?? fetchToken(http, market.clientOf(who))
      tokens.set(who, token)
      return token
    },
    async send(method, url, { as = 'brand', token, body, payload, headers = {} } = {}) {
      const bearer = token ?? (as && (await market.tokenOf(as)))
      const sent = payload ?? (body === undefined ? undefined : JSON.stringify(body))
      const all = {
        accept: JSON_API,
        authorization: bearer ? `Bearer ${bearer}` : undefined,
        'content-type': sent === undefined ? undefined : JSON_API,
        ...headers,
      }
      const options: InjectOptions = { method: method as 'GET', url, headers: withoutUndefined(all) }
      if (sent !== undefined) options.payload = sent
      const answer = await http.app.inject(options)
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        body: parse(answer.body),
      }
    },
    async advance(seconds) {
      await setClockOffset(platform, modules, (offset) => offset + seconds * 1000)
    },
    async setTime(moment) {
      await setClockOffset(platform, modules, () => offsetTo(platform.clock, new Date(moment)))
    },
    runJobs: () => http.runDueJobs(),
  }
  await market.setTime(START.toISOString())
  return market
}

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

interface Client {
  clientId: string
  clientSecret: string
}

export const askToken = async ({ app }: Http, { clientId, clientSecret }: Client) =>
  await app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  })

async function fetchToken(http: Http, client: Client): Promise<string> {
  const answer = await askToken(http, client)
  if (answer.statusCode !== 200) throw new Error(`No token: ${answer.body}`)
  return answer.json().access_token
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
