/** The load ends, all work is done, and the data are judged. */
import { setTimeout as wait } from 'node:timers/promises'
import { compareWithJournal } from '../../judgement/acknowledged.ts'
import { compareArrivals, readDeliveries } from '../../judgement/arrivals.ts'
import { type Check, check, none } from '../../judgement/check.ts'
import { DELIVERY_INVARIANTS, FILE_INVARIANTS } from '../../judgement/file-invariants.ts'
import { findViolations, ORDER_INVARIANTS, STOCK_INVARIANTS } from '../../judgement/invariants.ts'
import { comparePicture, compareRows, isOfTheRun } from '../pictures.ts'
import type { Phase, Scene } from '../scene.ts'

const REST_MS = 120_000
const INVARIANTS = [...ORDER_INVARIANTS, ...STOCK_INVARIANTS, ...DELIVERY_INVARIANTS, ...FILE_INVARIANTS].map(
  // The history that an earlier version made up for its demo data follows the table of that version.
  (one) =>
    one.name.startsWith('every move follows the table')
      ? { ...one, sql: `select * from (${one.sql}) as found where ${isOfTheRun('order_id')}` }
      : one,
)

/** What an earlier version has not: its answer to a request that came with a later one. */
const UNKNOWN_THEN = /^404 .*There is nothing at/

/** What a client repeats: no answer, and being told to come again. */
const REPEATABLE = ['no answer', '503']

export const judged: Phase = {
  key: 'judgement',
  name: 'what was asked for, and what the first version left',
  async play(scene) {
    const { client, load, db, receivers, work, picture, fleet, balancer, stop } = scene
    await load.finish()
    receivers.answerAll()
    const left = await comeToRest(scene)
    const unknown = client.surprises.filter(({ answer }) => UNKNOWN_THEN.test(answer))
    const answers = [...client.totals].map(([status, count]) => `${count} of ${status}`).join(', ')
    const failed = [...client.totals.keys()].filter(
      (status) => /^5/.test(status) && !REPEATABLE.includes(status),
    )
    const findings = [
      ...(await findViolations(db, INVARIANTS)),
      ...compareArrivals(receivers.received, await readDeliveries(db)),
      ...(await compareWithJournal(db, work.journal)),
    ]
    const { orders, imports, stock } = work.journal
    const size = `${load.placed()} orders, ${imports.size} imports, ${stock.size} levels, ${receivers.received.length} webhooks`
    return [
      check('no request failed but those that their client repeats', failed.length === 0, answers),
      none(
        'every answer was one that a client can expect',
        client.surprises
          .filter((one) => !unknown.includes(one))
          .map(({ request, answer }) => `${request}: ${answer}`),
      ),
      none('the balancer had a node for every connection', balancer.refusals),
      none(
        'no program ended by itself',
        fleet.crashes.map(({ process, how, said }) => `${process} ${how}: ${said}`),
      ),
      none('all work is done', left),
      check(`nothing was lost, doubled or halved (${size})`, findings.length === 0),
      ...findings.map((finding) => check(finding.check, false, finding.seen)),
      check('requests that the first version did not have', true, unknown.length),
      check('something was ordered', orders.size > 0, orders.size),
      await comparePicture(client, picture, stop),
      ...(await compareRows(db)),
    ]
  },
}

const WAITING = {
  events: 'select count(*)::int as count from platform.outbox',
  jobs: `select count(*)::int as count from graphile_worker.jobs
    where not exists (select 1 from jsonb_object_keys(flags) as flag where starts_with(flag, 'every-ms:'))`,
  deliveries: `select count(*)::int as count from webhooks.deliveries where state = 'waiting'`,
} as const

async function comeToRest({ db, stop }: Scene): Promise<Check['seen'][]> {
  const deadline = performance.now() + REST_MS
  for (;;) {
    const left: string[] = []
    for (const [name, sql] of Object.entries(WAITING)) {
      const [row] = await db.unsafe<{ count: number }[]>(sql)
      if (row?.count !== 0) left.push(`${row?.count} ${name}`)
    }
    if (left.length === 0 || performance.now() > deadline) return left
    await wait(1_000, undefined, { signal: stop })
  }
}
