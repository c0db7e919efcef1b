/**
 * Invariants of a server at rest for the results of jobs: deliveries, imports, exports, labels. See `invariants.ts`.
 */
import type { Invariant } from './invariants.ts'

/** The setting of the workers of a run: four delays, and so five attempts. */
export const RETRY_SECONDS = [1, 2, 4, 8]
const MOST_TRIES = RETRY_SECONDS.length + 1

export const DELIVERY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'an event has one delivery for each subscription to its name',
    sql: `
      select events.id, events.type, subscriptions.url, count(deliveries.id)
      from webhooks.events
      join webhooks.subscriptions
        on subscriptions.brand_id = events.brand_id and events.type = any(subscriptions.events) and disabled_at is null
      left join webhooks.deliveries
        on deliveries.brand_id = events.brand_id and event_id = events.id and subscription_id = subscriptions.id
      where not is_test
      group by events.id, events.type, subscriptions.url
      having count(deliveries.id) <> 1`,
  },
  {
    name: 'every attempt of a delivery is in its log, numbered without gaps',
    sql: `
      select deliveries.id, deliveries.attempts, count(tried.number), max(tried.number)
      from webhooks.deliveries
      left join webhooks.attempts as tried on tried.brand_id = deliveries.brand_id and delivery_id = deliveries.id
      group by deliveries.brand_id, deliveries.id
      having (deliveries.attempts, deliveries.attempts)
        is distinct from (count(tried.number)::int, coalesce(max(tried.number), 0))`,
  },
  {
    name: `no delivery has more attempts than ${MOST_TRIES}, or more than leases`,
    sql: `
      select id, state, attempts, tries, leases
      from webhooks.deliveries
      where tries > ${MOST_TRIES} or attempts > leases`,
  },
  {
    name: 'a delivery has succeeded with its last attempt and no other, or failed with all of them',
    sql: `
      select deliveries.id, state, deliveries.attempts, array_agg(outcome order by tried.number)
      from webhooks.deliveries
      left join webhooks.attempts as tried on tried.brand_id = deliveries.brand_id and delivery_id = deliveries.id
      group by deliveries.brand_id, deliveries.id
      having case state
        when 'delivered' then count(*) filter (where outcome = 'delivered') <> 1
          or (array_agg(outcome order by tried.number desc))[1] <> 'delivered'
        when 'failed' then count(*) filter (where outcome = 'delivered') > 0 or tries <> ${MOST_TRIES}
        else true
      end`,
  },
  {
    name: 'what is counted of attempts is what they were',
    sql: `
      select outcome, counted.count as counted, made.count as made
      from (select outcome, sum(count) as count from webhooks.tallies group by outcome) as counted
      full join (select outcome, count(*) from webhooks.attempts group by outcome) as made using (outcome)
      where counted.count is distinct from made.count`,
  },
  {
    name: 'the hours of a receiver count its attempts',
    sql: `
      select subscription_id, counted.delivered, counted.failed, made.delivered as made, made.failed as missed
      from (
        select subscription_id, sum(delivered) as delivered, sum(failed) as failed
        from webhooks.receiver_hours group by subscription_id
      ) as counted
      full join (
        select subscription_id, count(*) filter (where outcome = 'delivered') as delivered,
          count(*) filter (where outcome <> 'delivered') as failed
        from webhooks.attempts
        join webhooks.deliveries on deliveries.brand_id = attempts.brand_id and deliveries.id = delivery_id
        group by subscription_id
      ) as made using (subscription_id)
      where (counted.delivered, counted.failed) is distinct from (made.delivered::numeric, made.failed::numeric)`,
  },
  {
    name: 'no subscription was disabled',
    sql: `select url, disabled_reason from webhooks.subscriptions where disabled_at is not null`,
  },
]

export const FILE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a started import has one result for each of its products, and its counts are those of the results',
    sql: `
      select operations.id, operations.status, total_products_count as total, done_ordinal as done,
        processed_products_count as processed, failed_products_count as failed, results.*
      from integrations.operations
      cross join lateral (
        select count(*) as results, count(distinct ordinal) as ordinals,
          count(*) filter (where results.status = 'success') as good, count(*) filter (where results.status = 'failure') as bad
        from integrations.results
        where results.brand_id = operations.brand_id and operation_id = operations.id
      ) as results
      where operations.status in ('succeeded', 'partially_failed', 'failed') and (
        (total_products_count, total_products_count, total_products_count) <> (done_ordinal, results, ordinals)
        or (processed_products_count, failed_products_count) <> (good, bad)
      )`,
  },
  {
    name: 'every import that was started has ended, and left no product behind',
    sql: `
      select operations.id, operations.status, count(entries.ordinal) as left_over
      from integrations.operations
      left join integrations.entries on entries.brand_id = operations.brand_id and operation_id = operations.id
      where operations.status <> 'created'
      group by operations.brand_id, operations.id
      having operations.status in ('pending', 'started') or count(entries.ordinal) > 0`,
  },
  {
    name: 'no product failed for a technical reason',
    sql: `select operation_id, external_product_id from integrations.results where failure_reason = 'internal_error'`,
  },
  {
    name: 'every export was made, and its files are whole',
    sql: `
      select exports.id, status, exports.run, exports.bytes, sum(length(chunk.bytes)) as stored
      from billing.exports
      left join billing.export_chunks as chunk
        on chunk.brand_id = exports.brand_id and export_id = exports.id and chunk.run = exports.run
      group by exports.brand_id, exports.id
      having status <> 'completed' or exports.bytes is distinct from sum(length(chunk.bytes))`,
  },
  {
    name: 'every error report was made, and its file is whole',
    sql: `
      select report.id, status, report.run, report.bytes, sum(length(chunk.bytes)) as stored
      from integrations.error_reports as report
      left join integrations.error_report_chunks as chunk
        on chunk.brand_id = report.brand_id and report_id = report.id and chunk.run = report.run
      group by report.brand_id, report.id
      having status <> 'completed' or report.bytes is distinct from sum(length(chunk.bytes))`,
  },
  {
    name: 'a shipment that an order shows is ready, and no other one is',
    sql: `
      select shipments.id, shipments.status, orders.id as order_id, orders.status as order_status
      from shipping.shipments
      left join ordering.orders
        on orders.brand_id = shipments.brand_id and orders.shipment ->> 'id' = shipments.id::text
      where (orders.id is not null) <> (shipments.status in ('ready', 'pending')) or shipments.status = 'pending'`,
  },
  {
    name: 'an order with labels has one for each parcel, and every label belongs to a parcel',
    sql: `
      select shipments.order_id, labels.id as label_id, parcels.number
      from shipping.parcels
      join shipping.shipments on shipments.brand_id = parcels.brand_id and shipments.id = parcels.shipment_id
      join ordering.orders on orders.brand_id = shipments.brand_id and orders.shipment ->> 'id' = shipments.id::text
      left join shipping.labels on labels.brand_id = parcels.brand_id and labels.id = label_id
      where orders.status = 'shipping_labels_generated' and labels.id is null
      union all
      select labels.order_id, labels.id, null
      from shipping.labels
      left join shipping.parcels on parcels.brand_id = labels.brand_id and label_id = labels.id
      where parcels.number is null`,
  },
  {
    name: 'no job is left but those that recur',
    sql: `
      select task_identifier, attempts, last_error
      from graphile_worker.jobs
      where not exists (select 1 from jsonb_object_keys(flags) as flag where starts_with(flag, 'every-ms:'))`,
  },
  { name: 'no event waits', sql: `select id, type, attempts, last_error from platform.outbox` },
]
