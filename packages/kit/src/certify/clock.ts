/** The clock of the sandbox, which lessons may move. */
import type { Client } from '@tradehall/client'

const CLOCK = '/api/testing/clock'

/** The sandbox's time and how far it is ahead of real time. */
export const readClock = async (client: Client) => (await client.get(CLOCK)).attributes

/** Forward or back, for everybody, and runs what is due. */
export async function setClock(client: Client, to: Date): Promise<void> {
  await client.request('POST', `${CLOCK}/-actions/set`, { body: { to: to.toISOString() } })
}

/** Sets the clock back to where it would be without the work, whatever the work came to. */
export async function keepingClock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const { offsetSeconds } = await readClock(client)
  try {
    return await work()
  } finally {
    await restore(client, offsetSeconds)
  }
}

async function restore(client: Client, offsetSeconds: number): Promise<void> {
  const now = await readClock(client)
  if (now.offsetSeconds === offsetSeconds) return
  // To set the time takes time, so a clock that is ahead is sent there from real time, by the second.
  if (offsetSeconds < 0) {
    await setClock(client, new Date(Date.parse(now.realTime) + offsetSeconds * 1000))
    return
  }
  await client.request('POST', `${CLOCK}/-actions/reset`)
  const seconds = Math.round(offsetSeconds)
  if (seconds > 0) await client.request('POST', `${CLOCK}/-actions/advance`, { body: { seconds } })
}
