/** A way to the database on which the answer to a commit can be lost, as when the network breaks at that moment. */
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { CleanUp } from './clean-up.ts'

/** How PostgreSQL reports that a transaction is committed. */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

export async function lossyDatabase(
  databaseUrl: string,
  cleanUp: CleanUp,
): Promise<{ url: string; loseNextCommit(): void }> {
  let isLosing = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(addressOf(new URL(databaseUrl)))
    const end = () => [client, database].forEach((socket) => void socket.destroy())
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.pipe(database)
    database.on('data', (chunk: Buffer) => {
      if (!isLosing || !chunk.includes(COMMITTED)) {
        client.write(chunk)
        return
      }
      isLosing = false
      end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    loseNextCommit() {
      isLosing = true
    },
  }
}

function addressOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get('host')
  return folder === null
    ? { host: hostname, port: Number(port || 5432) }
    : { path: `${folder}/.s.PGSQL.${port || 5432}` }
}
