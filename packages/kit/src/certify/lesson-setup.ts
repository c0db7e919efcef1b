/**
 * What a lesson works with: the connector as a new process, with the credentials of a new brand, and the examiner. A function that
 * waits for something does not fail if it does not happen, because the grading function judges that.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Client } from '@tradehall/client'
import { type ActionOutcome, callUrl, readJson, runCommand, shellValues } from './actions.ts'
import { ConnectorProcess } from './connector-process.ts'
import type { Evidence, RecordedRequest, SentDelivery } from './evidence.ts'
import { createExaminer, type Examiner, type Fault, type Sending } from './examiner.ts'
import { fillJson, fillText, type Values } from './placeholders.ts'
import type { Random } from './random.ts'
import type { ActionName, CertifySettings } from './settings.ts'

const POLL_MS = 500

/** The connector does not run, so there is nothing to grade. */
export class ConnectorFailed extends Error {}

/** A function that removes a fault. */
export interface Undo {
  (): Promise<void>
  /** The id of the fault, which the requests that it hit are recorded with. */
  readonly id: string
}

export interface LessonSetupOptions {
  settings: CertifySettings
  /** The client with which the brand is created. */
  sandbox: Client
  baseUrl: string
  /** Name of the brand. */
  name: string
  random: Random
  /** The environment variables that the connector inherits. */
  environment: Readonly<Record<string, string | undefined>>
  stop: AbortSignal
}

export class LessonSetup {
  readonly settings: CertifySettings
  readonly random: Random
  readonly baseUrl: string
  readonly examiner: Examiner
  /** The webhook subscription of the connector; null if it claims no webhooks. */
  readonly subscriptionId: string | null
  readonly stopped: AbortSignal
  readonly #process: ConnectorProcess
  readonly #values: Values
  readonly #environment: Readonly<Record<string, string | undefined>>
  readonly #startedAt = performance.now()
  readonly #marks: Record<string, number> = {}
  readonly #orders: string[] = []
  readonly #sent: SentDelivery[] = []
  readonly #faults = new Set<string>()
  readonly #secrets: string[]

  private constructor(options: LessonSetupOptions, examiner: Examiner, prepared: Prepared) {
    this.settings = options.settings
    this.random = options.random
    this.baseUrl = options.baseUrl
    this.stopped = options.stop
    this.examiner = examiner
    this.subscriptionId = prepared.subscriptionId
    this.#values = prepared.values
    this.#environment = prepared.environment
    this.#secrets = [...prepared.secrets]
    this.#process = new ConnectorProcess({
      command: fillText(options.settings.start, prepared.values),
      folder: options.settings.folder,
      environment: prepared.environment,
      secrets: this.#secrets,
      now: () => this.now(),
    })
  }

  static async set(options: LessonSetupOptions): Promise<LessonSetup> {
    const examiner = await createExaminer(options.sandbox, options.baseUrl, options.name)
    const prepared = await prepare(options, examiner)
    await examiner.startRecording()
    return new LessonSetup(options, examiner, prepared)
  }

  /** Milliseconds since the recording began. */
  now(): number {
    return performance.now() - this.#startedAt
  }

  /** Remembers this moment for the grading function. */
  mark(name: string): void {
    this.#marks[name] = this.now()
  }

  /**
   * Starts the connector, and waits until it has made a request or listens for webhooks. During a rotation it gets both signing
   * secrets, the older one first.
   */
  async start({ signingSecrets = [] }: { signingSecrets?: readonly string[] } = {}): Promise<void> {
    const { seconds, webhookUrl } = this.settings
    const known = (await this.requests()).length
    this.#secrets.push(...signingSecrets)
    this.#process.start(
      signingSecrets.length > 0 ? { TRADEHALL_SIGNING_SECRET: signingSecrets.join(',') } : {},
    )
    const url = webhookUrl === undefined ? undefined : new URL(fillText(webhookUrl, this.#values))
    const isReady = await this.until(async () => {
      if (!this.#process.isRunning) return true
      if (url && !(await isListening(url))) return false
      return url !== undefined || (await this.requests()).length > known
    }, seconds.start)
    if (!this.#process.isRunning) throw new ConnectorFailed(`The connector ended right after its start.`)
    if (!isReady) {
      const what = url ? `listen at ${url.host}` : 'make a request'
      throw new ConnectorFailed(`The connector did not ${what} within ${seconds.start} seconds of its start.`)
    }
  }

  /** Asks the connector to stop; returns whether it did within ten seconds. */
  async stop(): Promise<boolean> {
    return await this.#process.stop()
  }

  /** Kills the connector without notice, as a power cut does. */
  async kill(): Promise<void> {
    await this.#process.kill()
  }

  /** The end of what the connector has printed. */
  get output(): string {
    return this.#process.output
  }

  async requests(): Promise<readonly RecordedRequest[]> {
    return await this.examiner.requests()
  }

  async createOrder(options?: Parameters<Examiner['createOrder']>[0]) {
    const order = await this.examiner.createOrder(options)
    this.#orders.push(order.id)
    return order
  }

  /** Returns a function that removes it; otherwise it ends with the lesson. */
  async fault(fault: Fault): Promise<Undo> {
    const id = await this.examiner.setFault(fault)
    this.#faults.add(id)
    const undo = async () => {
      if (this.#faults.delete(id)) await this.examiner.removeFault(id)
    }
    return Object.assign(undo, { id })
  }

  /** Waits until a fault with a `count` has hit as often; a request that it delays is still under way then. */
  async untilUsedUp({ id }: Undo, seconds: number): Promise<boolean> {
    return await this.until(async () => (await this.examiner.remainingHits(id)) === 0, seconds)
  }

  /** Sends a copy of a delivery; `label` names it for the grading function. */
  async send(label: string, delivery: { id: string; orderId: string }, sending: Sending = {}) {
    const sentMs = this.now()
    const { eventId, status, outcome, durationMs } = await this.examiner.send(delivery.id, sending)
    const sent = { label, orderId: delivery.orderId, eventId, status, outcome, durationMs, sentMs }
    this.#sent.push(sent)
    return sent
  }

  /** Waits until a condition holds, and returns whether it did in time. */
  async until(condition: () => Promise<boolean> | boolean, seconds: number): Promise<boolean> {
    const end = this.now() + seconds * 1000
    for (;;) {
      this.stopped.throwIfAborted()
      if (await condition()) return true
      if (this.now() >= end) return false
      await this.pause(POLL_MS / 1000)
    }
  }

  /** Waits until the connector's requests fulfil a condition. */
  async untilRequests(
    condition: (requests: readonly RecordedRequest[]) => boolean,
    seconds: number,
  ): Promise<boolean> {
    return await this.until(async () => condition(await this.requests()), seconds)
  }

  async untilOrder(id: string, isWanted: (status: string) => boolean, seconds: number): Promise<boolean> {
    const status = async () => (await this.examiner.client.orders.get(id)).attributes.status
    return await this.until(async () => isWanted(await status()), seconds)
  }

  /** Waits until the connector has decided on an order. */
  async untilDecided(id: string, seconds: number = this.settings.seconds.decide): Promise<boolean> {
    return await this.untilOrder(id, (status) => status !== 'ankor_confirmed', seconds)
  }

  async pause(seconds: number): Promise<void> {
    await pause(seconds * 1000, undefined, { signal: this.stopped })
  }

  /** Asks the connector for an action of `certify.json`, with the values that its placeholders stand for. */
  async act(name: ActionName, values: Values): Promise<ActionOutcome> {
    const action = this.settings.actions[name]
    if (!action) throw new Error(`The lesson uses the action ${name} and does not need it.`)
    const all = { ...this.#values, ...values }
    return 'url' in action
      ? await callUrl(fillText(action.url, all), fillJson(action.body ?? values, all))
      : await runCommand(fillText(action.command, shellValues(all)), {
          folder: this.settings.folder,
          environment: this.#environment,
        })
  }

  /**
   * Asks for an action, and waits until a condition holds or the connector has refused the action. The end of a command is not
   * awaited, because it may wait for what the lesson does next.
   */
  async actUntil(
    name: ActionName,
    values: Values,
    condition: () => Promise<boolean> | boolean,
    seconds: number,
  ): Promise<{ isReached: boolean; refusal: string | null }> {
    const refusals: string[] = []
    void this.act(name, values).then(({ isTaken, detail }) => isTaken || refusals.push(detail))
    const isEnded = await this.until(async () => refusals.length > 0 || (await condition()), seconds)
    const refusal = refusals[0] ?? null
    return { isReached: isEnded && refusal === null, refusal }
  }

  /** A file in the folder of the lesson, for commands that take one. */
  writeFile(name: string, content: unknown): string {
    const path = join(String(this.#values.folder), name)
    writeFileSync(path, JSON.stringify(content))
    return path
  }

  /** What the connector has recorded; null without `books`, or if they cannot be read. */
  async books(): Promise<unknown> {
    const { books } = this.settings
    return books === undefined ? null : await readJson(fillText(books, this.#values))
  }

  /** Collects the evidence at the end of a scenario, before the connector is stopped. */
  async evidence<Facts>(facts: Facts): Promise<Evidence<Facts>> {
    const { claims, seconds, books } = this.settings
    const { examiner } = this
    return {
      settings: { claims, seconds, hasBooks: books !== undefined },
      requests: await this.requests(),
      marks: this.#marks,
      deliveries: this.subscriptionId === null ? [] : await examiner.deliveries(this.subscriptionId),
      sent: this.#sent,
      orders: await Promise.all(this.#orders.map((id) => examiner.orderEvidence(id))),
      books: await this.books(),
      ends: this.#process.ends,
      facts,
    }
  }

  /** Ends the connector, and removes everything except the data of the brand. */
  async clear(): Promise<void> {
    await this.#process.stop()
    rmSync(String(this.#values.folder), { recursive: true, force: true })
    for (const id of this.#faults) await this.examiner.removeFault(id)
    await this.examiner.close()
  }
}

interface Prepared {
  subscriptionId: string | null
  values: Values
  environment: Readonly<Record<string, string | undefined>>
  secrets: readonly string[]
}

async function prepare(
  { settings, baseUrl, environment }: LessonSetupOptions,
  examiner: Examiner,
): Promise<Prepared> {
  const [port, controlPort] = await freePorts(2)
  const values = { port, controlPort, folder: mkdtempSync(join(tmpdir(), 'tradehall-certify-')) }
  const { webhookUrl } = settings
  const subscription =
    webhookUrl !== undefined && settings.claims.includes('webhooks')
      ? await examiner.subscribe(fillText(webhookUrl, values), settings.events)
      : undefined
  const { clientId, clientSecret } = examiner.application
  const own = Object.fromEntries(
    Object.entries(settings.environment).map(([name, value]) => [name, fillText(value, values)]),
  )
  return {
    subscriptionId: subscription?.id ?? null,
    values,
    environment: {
      ...environment,
      ...own,
      TRADEHALL_URL: baseUrl,
      TRADEHALL_CLIENT_ID: clientId,
      TRADEHALL_CLIENT_SECRET: clientSecret,
      ...(subscription && { TRADEHALL_SIGNING_SECRET: subscription.secret }),
    },
    secrets: [clientSecret, ...(subscription ? [subscription.secret] : [])],
  }
}

/** All are reserved before the first is released, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  for (const server of servers) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => promisify(server.close.bind(server))()))
  return ports
}

async function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname)
    socket.setTimeout(1000, () => socket.destroy())
    socket.once('connect', () => socket.destroy(undefined) && resolve(true))
    socket.once('close', () => resolve(false))
    socket.once('error', () => resolve(false))
  })
}
