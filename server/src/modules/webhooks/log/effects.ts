import { type Effect, MAX_EFFECTS, type ReadEffects } from '../../../module.ts'

/** The events and deliveries that a request caused. Uses events_request_idx and deliveries_once. */
export const effectsOnWebhooks: ReadEffects = async (db, brandId, requestId) => {
  const ofBrand = brandId === null ? db`` : db`and events.brand_id = ${brandId}`
  return await db<Effect[]>`
    with caused as (
      select brand_id, id, type, subject_id, created_at
      from webhooks.events
      where request_id = ${requestId} ${ofBrand}
      order by created_at, id
      limit ${MAX_EFFECTS}
    )
    select 'webhook-events' as type, id, type as name, subject_id as "subjectId", null as state, created_at as at
    from caused
    union all
    (
      select 'webhook-deliveries', deliveries.id, event_type, deliveries.subject_id, state, deliveries.created_at
      from caused
      join webhooks.deliveries
        on deliveries.brand_id = ${brandId === null ? db`caused.brand_id` : db`${brandId}`} and event_id = caused.id
      order by deliveries.number
      limit ${MAX_EFFECTS}
    )`
}
