/** Commands to orders, which are repeated if their response was lost. */
import { setTimeout as wait } from 'node:timers/promises'
import { isFinal, type Request } from './client.ts'
import { countCommand } from './journal.ts'
import type { Work } from './work.ts'

export interface Order {
  id: string
  /** The account of its brand. */
  as: string
  /** As it was last seen. */
  status: string
  /** A client works on it. */
  isBusy: boolean
  /** Whether the retailer of the demo data has ordered it, for which there is a token. */
  isOwn: boolean
}

export const REASON = 'Agreed by phone.'

export async function byOperator(work: Work, order: Order, name: string): Promise<void> {
  const path = `/api/operator/v1/orders/${order.id}/-actions/${name}`
  await command(work, order, name, { as: 'operator', method: 'POST', path, body: { reason: REASON } })
}

export async function transition(work: Work, order: Order, type: string, attributes: object): Promise<void> {
  const path = `/api/v1/orders/${order.id}/-actions/transition`
  await command(work, order, type, {
    as: order.as,
    method: 'POST',
    path,
    body: { data: { type, attributes } },
  })
}

export const testing = ({ id, as }: Order, action: string, body: object): Request => ({
  as,
  method: 'POST',
  path: `/api/testing/orders/${id}/-actions/${action}`,
  body,
})

export const byRetailer = ({ id }: Order, action: string, body?: object): Request => ({
  as: 'retailer',
  method: 'POST',
  path: `/api/retailer/v1/orders/${id}/-actions/${action}`,
  ...(body && { body }),
})

const RETRY_MS = 500

/**
 * Sends a command. If the response was lost, reads the order: if its status is unchanged, the command is sent again.
 * Returns whether the command was acknowledged.
 */
export async function command(
  work: Work,
  order: Order,
  name: string,
  request: Request,
  refusals: readonly number[] = [],
): Promise<boolean> {
  const { client, journal, until } = work
  const before = order.status
  while (!until.aborted) {
    countCommand(journal, order.id, name, 'asked')
    const answer = await client.send(request)
    if (answer.status === 200) {
      countCommand(journal, order.id, name, 'acknowledged')
      order.status = answer.body?.data?.attributes?.status ?? order.status
      return true
    }
    const isRefused = answer.status === 409 || refusals.includes(answer.status)
    if (!isRefused && isFinal(answer)) {
      client.surprise(request, answer)
      return false
    }
    await refresh(work, order)
    if (isRefused || order.status !== before) return false
    await wait(RETRY_MS, undefined, { signal: until }).catch(() => {})
  }
  return false
}

export async function refresh({ client, until }: Work, order: Order): Promise<void> {
  const path = `/api/v1/orders/${order.id}`
  const answer = await client.persist({ as: order.as, method: 'GET', path }, [200], until)
  if (answer) order.status = answer.body.data.attributes.status
}
