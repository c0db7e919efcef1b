/** The judgement of the data after `npm run soak:chaos`: nothing that is wrong in them passes. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { takeSnapshot } from '../soak/chaos/snapshots.ts'
import { ACKNOWLEDGED, compareWithJournal } from '../soak/judgement/acknowledged.ts'
import { ARRIVALS, compareArrivals, readDeliveries } from '../soak/judgement/arrivals.ts'
import { DELIVERY_INVARIANTS, FILE_INVARIANTS, RETRY_SECONDS } from '../soak/judgement/file-invariants.ts'
import { findViolations, ORDER_INVARIANTS, STOCK_INVARIANTS } from '../soak/judgement/invariants.ts'
import { countCommand, type Journal, openJournal } from '../soak/load/journal.ts'
import { MANNERS, type Received, startReceivers } from '../soak/load/receivers.ts'
import { type Transaction, transaction } from '../src/platform/database.ts'
import { requestExport } from './billing-exports.ts'
import { addTestProducts } from './catalog.ts'
import { entry, requestReport, runOperation } from './integrations.ts'
import { market } from './market.ts'
import { transition } from './order-requests.ts'
import { placeOrder } from './orders.ts'
import { labelledOrder } from './shipping.ts'
import { EVERY_EVENT_OF_ORDERS, subscribe } from './webhooks.ts'

const shop = await market({
  cleanUp: afterAll,
  env: {
    TRADEHALL_RATE_LIMIT: 'off',
    TRADEHALL_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(','),
  },
})
const { db } = shop.platform
const receivers = await startReceivers()
afterAll(receivers.close)
const journal = await trade()

/** A little of everything, up to its end. */
async function trade(): Promise<Journal> {
  const journal = openJournal()
  for (const manner of MANNERS.filter((one) => one === 'answers' || one === 'fails')) {
    await subscribe(shop, { url: `${receivers.origin}/brand/${manner}`, events: EVERY_EVENT_OF_ORDERS })
  }
  const [added] = await addTestProducts(shop.platform, shop.credentials.brandId, [{}])
  const productVariantId = added?.variants[0]?.id ?? ''
  const placed = await placeOrder(shop, { products: [{}] })
  const { body } = await shop.send('GET', `/api/operator/v1/orders/${placed.id}`, { as: 'operator' })
  journal.orders.set(placed.id, {
    brandId: shop.credentials.brandId,
    lines: body.data.attributes.lines,
    isAcknowledged: true,
  })
  await transition(shop, placed.id, { type: 'brand-validates', attributes: {} })
  countCommand(journal, placed.id, 'brand-validates', 'asked')
  countCommand(journal, placed.id, 'brand-validates', 'acknowledged')
  const { order, quote } = await labelledOrder(shop)
  journal.confirmations.set(quote.quoteUuid, order.id)
  await shop.send('PATCH', `/api/v1/product-variants/${productVariantId}/stock`, {
    body: { data: { type: 'product-variants', id: productVariantId, attributes: { stockQuantity: 77 } } },
  })
  journal.stock.set(productVariantId, { acknowledged: 77, since: [] })
  const imported = await runOperation(shop, [entry('good'), entry('bad', { wholesale_price: -1 })])
  journal.imports.set(imported.id, { brandId: '', valid: ['good'], invalid: ['bad'], isStarted: true })
  journal.reports.add((await requestReport(shop, imported.id)).body.data.id)
  journal.exports.add((await requestExport(shop)).body.data.id)
  for (const seconds of [0, 10, 10, 10, 10, 10]) {
    await shop.advance(seconds)
    await shop.runJobs()
  }
  return journal
}

const ALL = [...ORDER_INVARIANTS, ...STOCK_INVARIANTS, ...DELIVERY_INVARIANTS, ...FILE_INVARIANTS]

test('a sound database violates nothing', async () => {
  expect(await findViolations(db, ALL)).toEqual([])
  expect(compareArrivals(receivers.received, await readDeliveries(db))).toEqual([])
  expect(await compareWithJournal(db, journal)).toEqual([])
})

/** What must be found, and what does it: in a transaction that is taken back. */
const BREAKS: readonly (readonly [check: string, sql: string])[] = [
  ['the status of an order', `update ordering.orders set status = 'received' where id = ORDER`],
  ['the status of an order', `update ordering.moves set number = 7 where order_id = ORDER and number = 2`],
  [
    'every move follows',
    `update ordering.moves set moved_by = 'carrier' where order_id = ORDER and number = 2`,
  ],
  [
    'every move follows',
    `update ordering.moves set from_status = 'shipped' where order_id = ORDER and number = 2`,
  ],
  ['an order names the lines', `update ordering.orders set item_ids = item_ids || item_ids where id = ORDER`],
  ['totals are the sums', `update ordering.orders set total_minor = total_minor + 1 where id = ORDER`],
  ['totals are the sums', `update ordering.orders set net_minor = net_minor - 1 where id = ORDER`],
  [
    'an order is charged once',
    `delete from ordering.billing_items where order_id = LABELLED and type = 'brand_shipping_fees_refund'`,
  ],
  [
    'the event of a move',
    `delete from webhooks.events where subject_id = ORDER and type = 'order.brand_accepted'`,
  ],
  [
    'the event of a move',
    `insert into platform.outbox (id, type, subject_id, occurred_at)
     select event_id, event_type, order_id, created_at from ordering.moves where order_id = ORDER and number = 2`,
  ],
  [
    'the events of an order are published in the order',
    `alter table webhooks.events alter number set generated by default;
     update webhooks.events set number = 0 where subject_id = ORDER and type = 'order.brand_accepted'`,
  ],
  ['the postings of a transaction', `update stock.postings set quantity = quantity + 1 where id = POSTING`],
  ['a level is the sum', `update stock.levels set available = available - 1 where variant_id = VARIANT`],
  [
    'every transaction has postings',
    `delete from stock.postings where transaction_id = (select transaction_id from stock.postings where id = POSTING)`,
  ],
  [
    'reserved is what orders hold',
    `update ordering.items set quantity = quantity + 1, amount_minor = unit_price_minor * (quantity + 1) * unit_multiplier where order_id = ORDER`,
  ],
  ['whether a product can be ordered', `update catalog.products set orderable_variant_count = 0`],
  [
    'the daily check of the stock',
    `insert into stock.reconciliations (id, checked_at, levels, mismatches) values (gen_random_uuid(), now(), 1, 1)`,
  ],
  ['an event has one delivery', `delete from webhooks.deliveries where id = DELIVERY`],
  ['every attempt of a delivery', `delete from webhooks.attempts where delivery_id = DELIVERY`],
  ['no delivery has more attempts', `update webhooks.deliveries set tries = 6 where id = DELIVERY`],
  ['no delivery has more attempts', `update webhooks.deliveries set leases = 0 where id = DELIVERY`],
  [
    'a delivery has succeeded with its last attempt',
    `update webhooks.attempts set outcome = 'timeout' where delivery_id = DELIVERY`,
  ],
  [
    'a delivery has succeeded with its last attempt',
    `update webhooks.deliveries set tries = 3 where state = 'failed'`,
  ],
  [
    'a delivery has succeeded with its last attempt',
    `update webhooks.deliveries set state = 'waiting', finished_at = null where id = DELIVERY`,
  ],
  ['what is counted of attempts', `update webhooks.tallies set count = count + 1`],
  ['the hours of a receiver', `update webhooks.receiver_hours set delivered = delivered + 1`],
  [
    'no subscription was disabled',
    `update webhooks.subscriptions set disabled_at = now(), disabled_reason = 'test'`,
  ],
  ['a started import has one result', `delete from integrations.results`],
  ['a started import has one result', `update integrations.operations set processed_products_count = 2`],
  ['every import that was started', `update integrations.operations set status = 'started'`],
  [
    'no product failed for a technical reason',
    `update integrations.results set failure_reason = 'internal_error' where status = 'failure'`,
  ],
  ['every export was made', `update billing.exports set status = 'failed', bytes = null`],
  ['every export was made', `delete from billing.export_chunks`],
  ['every error report was made', `delete from integrations.error_report_chunks`],
  [
    'a shipment that an order shows',
    `update shipping.shipments set status = 'void' where order_id = LABELLED`,
  ],
  ['an order with labels has one', `update shipping.parcels set label_id = null`],
  ['no job is left', `select graphile_worker.add_job('send-mail')`],
  [
    'no event waits',
    `insert into platform.outbox (id, type, subject_id, occurred_at) values (ORDER, 'x', ORDER, now())`,
  ],
]

test.each(BREAKS)('%s: %s', async (check, sql) => {
  const its = ALL.filter(({ name }) => name.startsWith(check))
  expect(await brokenBy(sql, (tx) => findViolations(tx, its))).toHaveLength(1)
})

const [ORDER] = journal.orders.keys()
const [LABELLED] = journal.confirmations.values()
const [VARIANT] = journal.stock.keys()
const ROWS = {
  ORDER: `'${ORDER}'::uuid`,
  LABELLED: `'${LABELLED}'::uuid`,
  VARIANT: `'${VARIANT}'::uuid`,
  POSTING: `(select id from stock.postings where variant_id = '${VARIANT}' order by id limit 1)`,
  DELIVERY: `(select id from webhooks.deliveries where state = 'delivered' order by id limit 1)`,
}

/** What is found while the change is there. */
async function brokenBy<T>(sql: string, find: (tx: Transaction) => Promise<T>): Promise<T> {
  let found: T | undefined
  const isTakenBack = new Error('taken back')
  await transaction(db, async (tx) => {
    await tx.unsafe(Object.entries(ROWS).reduce((text, [name, row]) => text.replaceAll(name, row), sql))
    found = await find(tx)
    throw isTakenBack
  }).catch((error) => {
    if (error !== isTakenBack) throw error
  })
  return found as T
}

test.each([
  [ARRIVALS.delivered, (its) => its.map((one) => ({ ...one, status: 500 }))],
  [ARRIVALS.logged, (its) => its.filter(({ path }) => !path.endsWith('/fails'))],
  [ARRIVALS.leased, (its) => [...its, ...its]],
  [ARRIVALS.same, (its) => its.map((one, i) => ({ ...one, digest: String(i) }))],
  [ARRIVALS.inOrder, (its) => its.map((one) => ({ ...one, atMs: -one.atMs }))],
  [ARRIVALS.known, (its) => [...its, { ...(its[0] as Received), eventId: 'another' }]],
  [ARRIVALS.once, (its) => [...its, CALLED_BACK, CALLED_BACK]],
] satisfies [string, (its: readonly Received[]) => Received[]][])('%s', async (check, change) => {
  const found = compareArrivals(change(receivers.received), await readDeliveries(db))
  expect(found.map((one) => one.check)).toContain(check)
})

const CALLED_BACK: Received = { path: '/callbacks/brand', eventId: '', atMs: 0, digest: 'a', status: 204 }

test.each([
  [
    ACKNOWLEDGED.orders,
    ({ orders }) => orders.set(randomUUID(), { brandId: '', lines: [], isAcknowledged: true }),
  ],
  [ACKNOWLEDGED.orders, ({ orders }) => Object.assign(orders.get(ORDER as string) ?? {}, { lines: [] })],
  [ACKNOWLEDGED.commands, (all) => countCommand(all, ORDER as string, 'pay-brand', 'acknowledged')],
  [
    ACKNOWLEDGED.commands,
    ({ commands }) => Object.assign([...commands.values()][0] ?? {}, { asked: 0, acknowledged: 0 }),
  ],
  [ACKNOWLEDGED.stock, ({ stock }) => stock.set(VARIANT as string, { acknowledged: 78, since: [] })],
  [ACKNOWLEDGED.imports, ({ imports }) => Object.assign([...imports.values()][0] ?? {}, { valid: ['lost'] })],
  [
    ACKNOWLEDGED.imports,
    ({ imports }) => Object.assign([...imports.values()][0] ?? {}, { invalid: ['good'] }),
  ],
  [ACKNOWLEDGED.exports, ({ exports }) => exports.add(randomUUID())],
  [ACKNOWLEDGED.reports, ({ reports }) => reports.add(randomUUID())],
  [ACKNOWLEDGED.shipments, ({ confirmations }) => confirmations.set(randomUUID(), '')],
  [ACKNOWLEDGED.pickups, ({ pickups }) => pickups.add(ORDER as string)],
] satisfies [string, (all: Journal) => unknown][])('%s', async (check, change) => {
  const changed = structuredClone(journal)
  change(changed)
  const found = await compareWithJournal(db, changed)
  expect(found.map((one) => one.check)).toEqual([check])
})

test('a snapshot has what is due in every queue, and what had its last attempt', async () => {
  const seen = await brokenBy(
    `select graphile_worker.add_job('send-mail', job_key => 'due');
     select graphile_worker.add_job('send-mail', job_key => 'later', run_at => now() + interval '1 hour');
     insert into platform.outbox (id, type, subject_id, occurred_at) values (ORDER, 'order.shipped', ORDER, now());
     insert into platform.outbox (id, type, subject_id, occurred_at, parked_at) values (ORDER, 'x', ORDER, now(), now());
     update webhooks.deliveries set state = 'waiting', finished_at = null where id = DELIVERY;
     update integrations.operations set status = 'started';
     update billing.exports set finished_at = null, status = 'created', bytes = null;
     update integrations.error_reports set status = 'created', completed_at = null, bytes = null, expires_at = null;
     update shipping.shipments set status = 'pending' where order_id = LABELLED`,
    (tx) => takeSnapshot(tx, 0),
  )
  const dueOf = (name: string) => seen.waiting.filter(({ queue, isDue }) => queue === name && isDue).length
  const queues = ['events', 'deliveries', 'imports', 'exports', 'error reports', 'labels']
  expect(queues.map((name) => [name, dueOf(name)])).toEqual(queues.map((name) => [name, 1]))
  const mails = seen.waiting.filter(({ lane }) => lane.startsWith('send-mail'))
  expect(mails.map(({ isDue }) => isDue).sort()).toEqual([false, true])
  expect(seen.parked).toEqual(['event x: '])
})
