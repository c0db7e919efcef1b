/** The clock of the sandbox, which lessons may move. */
import type { Client } from '@tradehall/client'

const CLOCK = '/api/testing/clock'

/** The sandbox's time and how far it is ahead of real time. */
export const readClock = async (client: Client) => (await client.get(CLOCK)).attributes

/** Sets the clock of the whole sandbox forward or back, and runs the jobs that are due. */
export async function setClock(client: Client, to: Date): Promise<void> {
  await client.request('POST', `${CLOCK}/-actions/set`, { body: { to: to.toISOString() } })
}

/** Afterwards the clock has the offset from real time that it had before, also if the work has failed. */
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
