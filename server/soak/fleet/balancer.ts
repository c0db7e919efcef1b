/**
 * A load balancer with the rules of `deploy/compose/haproxy.cfg`: it asks `/health/ready` every second, takes a node out at the
 * second failure in a row and in at the first success, gives a connection to the node that has fewest, and to another node
 * if the first does not accept it. What a client has sent is not repeated.
 */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const CHECK_EVERY_MS = 1_000
const CHECK_MS = 5_000
const CONNECT_MS = 2_000
const FALL = 2
/** One connection to each node, as `retries` and `option redispatch` allow. */
const RETRIES = 3

export interface Balancer {
  origin: string
  /** The nodes that get new connections. */
  inService(): string[]
  /** Connections that no node has accepted. */
  refusals: string[]
  close(): Promise<void>
}

interface Target {
  origin: string
  host: string
  port: number
  failures: number
  isIn: boolean
  open: number
}

export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const targets = nodes.map((origin): Target => {
    const { hostname: host, port } = new URL(origin)
    return { origin, host, port: Number(port), failures: 0, isIn: false, open: 0 }
  })
  const stop = new AbortController()
  const checking = targets.map((target) => watch(target, stop.signal))
  const sockets = new Set<Socket>()
  const refusals: string[] = []
  const server = createServer({ pauseOnConnect: true }, (client) => {
    sockets.add(client.once('close', () => sockets.delete(client)).on('error', () => {}))
    void openNode(targets).then(({ node, target }) => {
      if (!node || !target) {
        refusals.push(`no node accepted a connection; in service: ${inService().join(', ') || 'none'}`)
        return client.destroy()
      }
      sockets.add(node)
      target.open += 1
      node
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(node)
          target.open -= 1
          // What the node has sent before reaches the client.
          client.end()
        })
      client.once('close', () => node.destroy())
      node.pipe(client, { end: false })
      client.pipe(node, { end: false })
      client.resume()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const inService = () => targets.filter(({ isIn }) => isIn).map(({ origin }) => origin)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inService,
    refusals,
    async close() {
      stop.abort()
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise((closed) => server.close(closed)), ...checking])
    },
  }
}

async function watch(target: Target, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const isReady = await fetch(`${target.origin}/health/ready`, {
      signal: AbortSignal.timeout(CHECK_MS),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )
    target.failures = isReady ? 0 : target.failures + 1
    if (isReady) target.isIn = true
    else if (target.failures >= FALL) target.isIn = false
    await wait(CHECK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
}

async function openNode(targets: readonly Target[]): Promise<{ node?: Socket; target?: Target }> {
  const tried = new Set<Target>()
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    const candidates = targets.filter(({ isIn }) => isIn).toSorted((one, other) => one.open - other.open)
    const target = candidates.find((one) => !tried.has(one)) ?? candidates[0]
    if (!target) return {}
    tried.add(target)
    const node = await accepted(target)
    if (node) return { node, target }
  }
  return {}
}

function accepted({ host, port }: Target): Promise<Socket | undefined> {
  const node = connect({ host, port, timeout: CONNECT_MS })
  return new Promise((resolve) => {
    const give = (socket: Socket | undefined) => {
      node.removeAllListeners()
      node.on('error', () => {})
      if (!socket) node.destroy()
      else socket.setTimeout(0)
      resolve(socket)
    }
    node
      .once('connect', () => give(node))
      .once('error', () => give(undefined))
      .once('timeout', () => give(undefined))
  })
}
