/** A marketplace that listens on a port, behind a proxy whose connections a test can cut. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Market, type MarketOptions, market } from './market.ts'

export interface ServedMarket extends Market {
  url: string
  /** Environment of programs that act as the demo brand. */
  environment: Record<string, string>
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
}

export async function serveMarket(options: MarketOptions = {}): Promise<ServedMarket> {
  const shop = await market(options)
  const { cleanUp = onTestFinished } = options
  const address = await shop.http.app.listen({ host: '127.0.0.1', port: 0 })
  const target = Number(new URL(address).port)
  const sockets = new Set<Socket>()
  const line = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((ready) => line.listen(port, '127.0.0.1', ready))
  const cut = () =>
    new Promise<void>((closed) => {
      line.close(() => closed())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const { port } = line.address() as AddressInfo
  cleanUp(async () => {
    if (line.listening) await cut()
  })
  const url = `http://127.0.0.1:${port}`
  const { clientId, clientSecret } = shop.credentials
  return {
    ...shop,
    url,
    environment: {
      TRADEHALL_URL: url,
      TRADEHALL_CLIENT_ID: clientId,
      TRADEHALL_CLIENT_SECRET: clientSecret,
    },
    cut,
    restore: () => listen(port),
  }
}
