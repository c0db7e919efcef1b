/** Exports for bookkeeping, and what pages and connectors read. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { oneOf, type Work } from './work.ts'

const EXPORTS = '/api/v1/ordering/billing-exports'
const DAYS = 20
const POLL_MS = 1_000

/** Asks for an export and downloads it; returns whether it was made. */
export async function exportBilling({ client, journal, until }: Work, as: string): Promise<boolean> {
  const clock = await client.persist({ as, method: 'GET', path: '/api/testing/clock' }, [200], until)
  if (!clock) return false
  const now = Date.parse(clock.body.data.attributes.now)
  const day = (offset: number) => new Date(now + offset * 86_400_000).toISOString().slice(0, 10)
  const id = randomUUID()
  const exports = [
    { type: oneOf(['accounting', 'accounting_complete', 'invoicing']), formats: ['csv', 'xlsx'] },
  ]
  const data = { type: 'billing-exports', id, attributes: { from: day(-DAYS), to: day(DAYS), exports } }
  // 409: too many are under way.
  const asked = await client.persist({ as, method: 'POST', path: EXPORTS, body: { data } }, [200, 409], until)
  if (asked?.status !== 200) return false
  journal.exports.add(id)
  while (!until.aborted) {
    const answer = await client.persist({ as, method: 'GET', path: `${EXPORTS}/${id}` }, [200], until)
    if (answer?.body.data.attributes.finishedAt) break
    await wait(POLL_MS, undefined, { signal: until }).catch(() => {})
  }
  const path = `${EXPORTS}/${id}/-actions/download`
  return (await client.persist({ as, method: 'GET', path }, [200], until)) !== undefined
}

const READS = [
  '/api/v1/orders?include=retailer&page[limit]=15',
  '/api/v1/orders?filter[status]=ankor_confirmed&page[limit]=15',
  '/api/v1/order-counts',
  '/api/v1/activity',
  '/api/v1/brand-overview',
  '/api/v1/product-variants?filter[archived]=false&page[limit]=15',
  '/api/v1/webhook-deliveries?page[limit]=15',
  '/api/v1/shipping-labels?page[limit]=15',
  '/api/stock/v1/stock/transactions?page[limit]=15',
]
const READS_OF_OPERATOR = [
  '/api/operator/v1/health',
  '/api/operator/v1/orders?page[limit]=15',
  '/api/operator/v1/pending-decisions?page[limit]=15',
  '/api/operator/v1/jobs?page[limit]=15',
]

export async function readSomething({ client, until }: Work, as: string): Promise<void> {
  await client.persist({ as, method: 'GET', path: oneOf(READS) }, [200], until)
}

export async function readAsOperator({ client, until }: Work): Promise<void> {
  await client.persist({ as: 'operator', method: 'GET', path: oneOf(READS_OF_OPERATOR) }, [200], until)
}
