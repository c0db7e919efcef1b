/**
 * A connector that loses nothing and does nothing twice: what arrives is on disk before it is acknowledged, and every task
 * can be interrupted at any point and run again.
 *
 * webhook ───▶ verify ─┐                     ┌─▶ events: record the order, decide on it, save its labels
 * polling ─────────────┼─▶ store ─▶ queues ──┼─▶ actions: ship, set-stock
 * POST /actions/… ─────┘                     └─▶ imports
 */
import type { Server } from 'node:http'
import { AuthenticationError, createClient } from '@tradehall/client'
import { actions } from './actions.ts'
import { startControl } from './control.ts'
import { log } from './log.ts'
import { type Context, followOrder } from './orders.ts'
import { pollOrders } from './polling.ts'
import { portOf, startReceiver } from './receiver.ts'
import type { Settings } from './settings.ts'
import { type DueTask, Store, type TaskQueue } from './store.ts'
import { subscribe } from './subscription.ts'
import { QueueWorker } from './task-queue.ts'

export interface Connector {
  webhookUrl: string
  /** Stops within a moment; what is not finished is done after the next start. */
  stop(): Promise<void>
}

export async function startConnector(settings: Settings): Promise<Connector> {
  const { url: baseUrl, clientId, clientSecret, userAgent } = settings
  const { port, controlPort, labelsFolder, pickupAddress } = settings
  // One client for everything: it keeps the token, waits for rate limits and retries.
  const client = createClient({ baseUrl, clientId, clientSecret, userAgent, cache: true })
  const store = new Store(settings.storeFile)
  const stopping = new AbortController()
  const { signal } = stopping
  const context: Context = { client, store, labelsFolder, pickupAddress, signal }
  const servers: Server[] = []

  let halted: string | undefined
  /** Without valid credentials every request would fail, so none is sent; webhooks are stored meanwhile. */
  const isFatal = (error: unknown): boolean => {
    if (!(error instanceof AuthenticationError)) return false
    if (!halted) {
      halted = `The marketplace refuses the credentials of ${clientId}: no more requests are sent. Set valid ones and start again.`
      log('error', halted)
      stopping.abort()
    }
    return true
  }

  const queues = {} as Record<TaskQueue, QueueWorker>
  let running: Promise<unknown>[] = []
  const stop = async () => {
    stopping.abort()
    const closed = servers.map((server) => new Promise((done) => server.close(done)))
    await Promise.all([...closed, ...running])
    store.close()
  }

  const secrets = Promise.withResolvers<readonly string[]>()
  try {
    const receiver = await startReceiver({
      port,
      signingSecrets: secrets.promise,
      take(event) {
        const { id, type: kind } = event.meta.event
        if (store.addTask({ id, queue: 'events', kind, input: event.data })) queues.events?.wake()
      },
    })
    servers.push(receiver)
    const onTask = (queue: TaskQueue) => queues[queue]?.wake()
    const control = await startControl({ port: controlPort, store, onTask, haltedBecause: () => halted })
    servers.push(control)
    const webhookUrl = settings.webhookUrl ?? `http://localhost:${portOf(receiver)}/hook`
    const known = settings.signingSecrets.length > 0
    secrets.resolve(known ? settings.signingSecrets : [await subscribe(client, webhookUrl)])

    const run = (task: DueTask) => actions[task.kind]?.run(context, task) ?? followOrder(context, task.input)
    for (const queue of ['events', 'actions', 'imports'] as const) {
      queues[queue] = new QueueWorker(queue, { store, run, isFatal, signal })
    }
    const onFound = () => queues.events.wake()
    const polling = pollOrders(context, { everySeconds: settings.pollSeconds, isFatal, onFound })
    running = [polling, ...Object.values(queues).map(({ ended }) => ended)]
    log('info', 'Waiting for webhooks.', { webhookUrl, controlUrl: `http://localhost:${portOf(control)}` })
    return { webhookUrl, stop }
  } catch (error) {
    secrets.resolve([])
    await stop()
    throw error
  }
}
