import { expect, test } from 'vitest'
import { connect } from '../src/platform/database.ts'
import { createTestDatabase } from './database.ts'
import { readSchema } from './distributed-schema.ts'
import { shared } from './shared-resources.ts'
import { EXCEPTIONS } from './statement-exceptions.ts'
import { RULES, type Rule, violationsIn, violationsInFunctions } from './statement-shape.ts'

const { shapes } = await shared('databases')
const rulesBrokenBy = (text: string) => violationsIn(text, shapes).map(({ rule }) => rule)

/** For each rule, statements that break it, and how they are written instead. */
const CASES: Record<Exclude<Rule, 'parsed-body'>, { bad: string[]; good: string[] }> = {
  'lock-one-table': {
    bad: [
      `with flipped as (select $1::uuid as variant_id)
       select product_id from flipped
       join catalog.variants on variants.brand_id = $2 and variants.id = flipped.variant_id
       for share of variants`,
      `with wanted as (select $1::uuid as id)
       select id from catalog.products where brand_id = $2 and id = any(select id from wanted) for update`,
      `with wanted as (select $1::uuid as id)
       select id from catalog.products where brand_id = $2 and id in (select id from wanted) for update`,
    ],
    good: [
      `with wanted as (select $1::uuid as id)
       select id from catalog.products where brand_id = $2 and id = any(array(select id from wanted)) for update`,
      `select id from catalog.products where brand_id = $1 and id = (
         select product_id from catalog.variants where brand_id = $1 and id = $2
       ) for no key update`,
      'select id from identity.users join identity.brands on brands.id = brand_id for update of users',
    ],
  },
  'lock-one-brand': {
    bad: [
      'select id from webhooks.deliveries where due_at < $1 for update skip locked',
      'select id from webhooks.deliveries where brand_id = any($1::uuid[]) for update',
    ],
    good: ['select id from webhooks.deliveries where brand_id = $1 and due_at < $2 for update skip locked'],
  },
  'write-one-brand': {
    bad: [
      'update fulfillment.items set status = $1 where id = $2',
      'delete from catalog.products where id = $1 or brand_id = $2',
      'with gone as (delete from webhooks.events where created_at < $1 returning id) select count(*) from gone',
    ],
    good: [
      'update fulfillment.items set status = $1 where brand_id = $2 and id = $3',
      `update catalog.products set name = wanted.name from unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (brand, key, name)
       where products.brand_id = wanted.brand and products.id = wanted.key`,
      'delete from brands.contacts where (brand_id, id) = ($1, $2)',
      'delete from identity.sessions where id = $1',
    ],
  },
  'nested-brand': {
    bad: [
      `select id from fulfillment.fulfillables
       cross join lateral (
         select sum(quantity) from fulfillment.parts
         cross join lateral (
           select sum(available) from fulfillment.lots where lots.brand_id = parts.brand_id and lots.item_id = parts.item_id
         ) as stock
         where parts.brand_id = $1 and fulfillable_id = fulfillables.id
       ) as made
       where brand_id = $1`,
    ],
    good: [
      `select id from fulfillment.fulfillables
       cross join lateral (
         select sum(quantity) from fulfillment.parts
         cross join lateral (
           select sum(available) from fulfillment.lots where lots.brand_id = $1 and lots.item_id = parts.item_id
         ) as stock
         where parts.brand_id = $1 and fulfillable_id = fulfillables.id
       ) as made
       where brand_id = $1`,
    ],
  },
  'correlated-brand': {
    bad: [
      `select id, (select count(*) from ordering.items where order_id = orders.id) from ordering.orders where retailer_id = $1`,
      `select wanted_kind, (select count(*) from ordering.orders where status = wanted_kind)
       from unnest($1::text[]) as wanted (wanted_kind)`,
      `select id from unnest($1::uuid[], $2::uuid[]) as wanted (owner, subscription)
       cross join lateral (select id from webhooks.deliveries where brand_id = wanted.owner) as delivery`,
    ],
    good: [
      `select id, (select count(*) from ordering.items where items.brand_id = orders.brand_id and order_id = orders.id)
       from ordering.orders where retailer_id = $1`,
      'select id, (select name from identity.brands where brands.id = orders.brand_id) from ordering.orders',
      `(select 'a', count(*) from ordering.orders where status = 'a') union all (select 'b', count(*) from ordering.orders where status = 'b')`,
    ],
  },
  'limited-lateral': {
    bad: [
      `select latest.* from unnest($1::uuid[]) as wanted (id)
       cross join lateral (
         select number from brands.franco_settings where brand_id = wanted.id order by number desc limit 1
       ) as latest`,
    ],
    good: [
      `select distinct on (brand_id, corridor) number from brands.franco_settings
       where brand_id = any($1::uuid[]) order by brand_id, corridor, number desc`,
      `select latest.* from unnest($1::text[]) as wanted (name)
       cross join lateral (
         select number from brands.franco_settings where brand_id = $2 and corridor = wanted.name order by number desc limit 1
       ) as latest`,
    ],
  },
  'system-column': {
    bad: [
      'select id, xmin as row_version from ordering.orders where id = $1',
      'select id, products.ctid from catalog.products order by id',
    ],
    good: [
      'select id, xmin as row_version from ordering.orders where brand_id = $1 and id = $2',
      `select id, (select json_agg(items.xmin) from ordering.items where items.brand_id = $1 and order_id = orders.id)
       from ordering.orders where brand_id = $1`,
      'select xmin from identity.users where id = $1',
    ],
  },
  'returning-subquery': {
    bad: [
      `update catalog.discount_rules set name = $1 where brand_id = $2
       returning id, (select name from identity.brands where brands.id = brand_id)`,
    ],
    good: ['update catalog.discount_rules set name = $1 where brand_id = $2 returning id, brand_id'],
  },
  'child-before-parent': {
    bad: [
      `with item as (insert into ordering.items (brand_id, id, order_id) values ($1, $2, $3))
       insert into ordering.orders (brand_id, id) values ($1, $3)`,
    ],
    good: [
      `with made as (insert into ordering.orders (brand_id, id) values ($1, $3))
       insert into ordering.items (brand_id, id, order_id) values ($1, $2, $3)`,
    ],
  },
  'brand-set': {
    bad: [
      `insert into brands.shipping_settings (brand_id, lucid_number) values ($1, $2)
       on conflict on constraint shipping_settings_pkey do update set brand_id = $1, lucid_number = $2`,
      'update brands.contacts set brand_id = $1 where brand_id = $2 and id = $3',
    ],
    good: [
      `insert into brands.shipping_settings (brand_id, lucid_number) values ($1, $2)
       on conflict on constraint shipping_settings_pkey do update set lucid_number = $2`,
    ],
  },
  'empty-exists': {
    bad: ['select exists (select from ordering.moves where brand_id = $1)'],
    good: ['select exists (select 1 from ordering.moves where brand_id = $1)'],
  },
  'mutable-function': {
    bad: [
      `update ordering.orders set shipment = jsonb_build_object('status', status) where brand_id = $1`,
      'update ordering.orders set updated_at = clock_timestamp() where brand_id = $1',
      'update ordering.orders set status = $1 where brand_id = $2 and concat(status, currency) = $3',
      `update webhooks.deliveries set due_at = due_at - $1 * interval '1 second' where brand_id = $2`,
      `update webhooks.deliveries set tries = 0 where brand_id = $1 and due_at + interval '1 second' < $2`,
      `insert into integrations.image_runs (brand_id, operation_id, leased_until) values ($1, $2, $3)
       on conflict on constraint image_runs_pkey do update set leased_until = excluded.leased_until
       where image_runs.leased_until < now()`,
    ],
    good: [
      `update ordering.orders set shipment = jsonb_build_object('status', $2::text), updated_at = now() where brand_id = $1`,
      `update ordering.orders set shipment = jsonb_set(shipment, '{round}', '1') where brand_id = $1`,
      `update webhooks.deliveries set due_at = (due_at at time zone 'UTC' - $1 * interval '1 second') at time zone 'UTC'
       where brand_id = $2`,
      `update webhooks.deliveries set leased_until = now() + $1 * interval '1 second', tries = tries + 1
       where brand_id = $2 and finished_at - created_at > interval '1 second'`,
      `insert into integrations.image_runs (brand_id, operation_id, leased_until) values ($1, $2, now() + interval '1 second')
       on conflict on constraint image_runs_pkey do update set leased_until = excluded.leased_until
       where image_runs.leased_until < $3`,
    ],
  },
  'coordinator-function': {
    bad: [
      `with changed as (update ordering.orders set status = $1 where brand_id = $2 returning id)
       select pg_notify('events', id::text) from changed`,
      `select graphile_worker.add_job('x') from ordering.orders where brand_id = $1`,
    ],
    good: [
      `with recorded as (
         insert into platform.outbox (id) select $1::uuid where exists (select 1 from ordering.moves where brand_id = $2)
       ) select pg_notify('events', '')`,
      `select pg_notify('events', id::text) from identity.users`,
    ],
  },
  'reading-function': {
    bad: [
      'select id from catalog.products where brand_id = $1 and changed_at >= platform.first_real_time($2)',
      // It calls another one that reads a table.
      'select platform.changes_complete_until() as until from catalog.products where brand_id = $1',
    ],
    good: [
      'select platform.changes_complete_until()',
      `select id from catalog.products
       where brand_id = $1 and changed_at >= (select max(at) from platform.clock_moves where at <= $2)`,
      'select platform.micros(changed_at) from catalog.products where brand_id = $1',
    ],
  },
  'listed-brand': {
    bad: ['select id from ordering.orders where brand_id = any(array(select unnest($1::uuid[])))'],
    good: [
      'select id from ordering.orders where brand_id = any($1::uuid[])',
      'select id from ordering.orders where brand_id = $1 and id = any(array(select unnest($2::uuid[])))',
      'select id from identity.audit where brand_id = any(array(select unnest($1::uuid[])))',
    ],
  },
  'one-brand': {
    bad: [
      `select id, (
         select count(*) from webhooks.attempts where attempts.brand_id = deliveries.brand_id and delivery_id = deliveries.id
       ) from webhooks.deliveries where brand_id = $1`,
      `with caused as (select brand_id, id from webhooks.events where brand_id = $1 and request_id = $2)
       select deliveries.id from caused
       join webhooks.deliveries on deliveries.brand_id = caused.brand_id and event_id = caused.id`,
      `select id from ordering.orders
       where brand_id = $1 and created_at < (select created_at from ordering.orders where id = $2)`,
    ],
    good: [
      `select id, (
         select count(*) from webhooks.attempts where attempts.brand_id = $1 and delivery_id = deliveries.id
       ) from webhooks.deliveries where brand_id = $1`,
      `select id, (
         select count(*) from webhooks.attempts where attempts.brand_id = deliveries.brand_id and delivery_id = deliveries.id
       ) from webhooks.deliveries`,
      `select deliveries.id from webhooks.events
       join webhooks.deliveries on deliveries.brand_id = events.brand_id and event_id = events.id
       where events.brand_id = $1`,
    ],
  },
  'insert-brand': {
    bad: ['insert into ordering.items (id, order_id) values ($1, $2)'],
    good: [
      'insert into ordering.items (brand_id, id, order_id) values ($1, $2, $3)',
      'insert into order_pay.items select * from json_populate_recordset(null::order_pay.items, $1)',
    ],
  },
}

test.each(Object.entries(CASES))('%s: a statement that breaks the rule is found', (rule, { bad, good }) => {
  for (const text of bad) expect(rulesBrokenBy(text), text).toContain(rule)
  for (const text of good) expect(rulesBrokenBy(text), text).toEqual([])
})

test('no function of the schema breaks a rule', async () => {
  expect(violationsInFunctions(shapes)).toEqual([])
  const db = connect(await createTestDatabase(), { pool: 1, name: 'test' })
  try {
    await db.unsafe(`
      create function platform.latest_move() returns timestamptz language sql return (select max(at) from platform.clock_moves);
      create function platform.pack(shipment uuid) returns void language sql as $$
        update shipping.shipments set attempts = 1 where id = shipment
      $$;
      create function platform.unpack(shipment uuid) returns void language plpgsql as $$
      begin
        delete from shipping.shipments where id = shipment;
      end
      $$;`)
    expect(violationsInFunctions(await readSchema(db))).toEqual([
      { rule: 'parsed-body', of: 'latest_move' },
      { rule: 'write-one-brand', of: 'shipping.shipments' },
      { rule: 'write-one-brand', of: 'shipping.shipments' },
    ])
  } finally {
    await db.end()
  }
})

test('every rule is a sentence, and every exception has a reason', () => {
  for (const sentence of Object.values(RULES)) expect(sentence).toMatch(/\.$/)
  for (const { reason } of EXCEPTIONS) expect(reason).toMatch(/\.$/)
})
