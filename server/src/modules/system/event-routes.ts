import { Type } from 'typebox'
import { oneAnswer, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerPage, PAGE } from '../../http/lists/paging.ts'
import { type Ctx, document, none } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import {
  countParkedEvents,
  EVENT_STATES,
  findEvent,
  listEvents,
  type TroubledEvent,
} from '../../platform/events/parked-events.ts'
import { toClockTime } from '../../platform/jobs/queued-jobs.ts'
import { authorOf, loadBrands } from '../identity/index.ts'
import { AT_ONCE, changedAnswer, changedDocument, countedDocument } from './bulk.ts'
import { type Descriptions, describe } from './descriptions.ts'
import { nothingChosen } from './errors.ts'
import {
  discardEvent,
  discardEvents,
  type ParkedEvents,
  readEvent,
  retryEvent,
  retryEvents,
} from './parked-events.ts'
import { bodies, type EventView, parkedEvent } from './resources.ts'

const BASE = `${OPERATOR_API}/parked-events`
const ofEvent = {
  ...forOperator,
  path: `${BASE}/{event}`,
  params: { event: 'Id of the event.' },
} as const

const ORDER =
  'Consumers see the events of a subject in order, so an event waits for earlier ones of its subject that are parked.'

export function eventRoutes(http: Http, types: Descriptions): void {
  readRoutes(http, types)
  changeRoutes(http, types)
  bulkRoutes(http)
}

function readRoutes(http: Http, types: Descriptions): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: BASE,
    id: 'listParkedEvents',
    summary: 'Events that need a decision',
    description:
      'Those that could not be handed on in their last attempt, unless `filter[state]` asks for those that will be tried again.',
    query: {
      resource: parkedEvent,
      filters: {
        state: {
          kind: 'one',
          schema: Type.Enum([...EVENT_STATES]),
          description: 'Only events in this state; `parked` unless told otherwise.',
        },
        event: {
          kind: 'one',
          schema: Type.String({ maxLength: 128, examples: ['order.shipped'] }),
          description: 'Only events of this name.',
        },
      },
      page: PAGE,
    },
    answers: [pageAnswer(parkedEvent, 'Newest first.')],
    async handle(ctx, { query }) {
      const { state = 'parked', event: type } = query.filter
      return await answerPage(
        parkedEvent,
        query,
        async (walk) => await viewsOf(ctx, types, await listEvents(ctx.db, { state, type }, walk)),
        async (id) => (await findEvent(ctx.db, id)) !== undefined,
      )
    },
  })

  http.operation({
    ...ofEvent,
    method: 'GET',
    id: 'getParkedEvent',
    summary: 'An event that could not be handed on',
    description: 'An event that was handed on, or discarded, is not found any more.',
    query: { resource: parkedEvent },
    answers: [oneAnswer(parkedEvent, 'The event.')],
    async handle(ctx, { params }) {
      return await one(ctx, types, await readEvent(ctx.db, params.event))
    },
  })
}

function changeRoutes(http: Http, types: Descriptions): void {
  http.operation({
    ...ofEvent,
    method: 'POST',
    path: `${ofEvent.path}/-actions/retry`,
    id: 'retryParkedEvent',
    summary: 'Hand on a parked event',
    description: `At once, before all later events that wait. ${ORDER} An event that is not parked any more is left as it is.`,
    query: { resource: parkedEvent },
    answers: [oneAnswer(parkedEvent, 'The event, which waits now.')],
    problems: [{ status: 409, description: 'An earlier event of the same subject is parked.' }],
    async handle(ctx, { params }) {
      return await one(ctx, types, await retryEvent(ctx, authorOf(ctx.actor), params.event))
    },
  })

  http.operation({
    ...ofEvent,
    method: 'POST',
    path: `${ofEvent.path}/-actions/discard`,
    id: 'discardParkedEvent',
    summary: 'Give up a parked event',
    description:
      'It is deleted, and what `lost` says is lost. Who did it, and why, is recorded in the audit.',
    body: bodies.discardEvent,
    bodyExample: {
      data: { type: 'parked-events', attributes: { reason: 'Its order was removed by hand.' } },
    },
    answers: [{ status: 204, description: 'It is gone; there is no body.', none: true }],
    problems: [{ status: 409, description: 'The event is not parked any more.' }],
    async handle(ctx, { params, body: { data } }) {
      await discardEvent(ctx, authorOf(ctx.actor), params.event, data.attributes.reason)
      return none()
    },
  })
}

function bulkRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    ...changedAnswer('retried', 'How many come after an event of the same subject that stays parked.'),
    method: 'POST',
    path: `${BASE}/-actions/retry`,
    id: 'retryParkedEvents',
    summary: 'Hand on all parked events of a name',
    description: `Or those with these ids. ${ORDER} ${AT_ONCE}`,
    body: bodies.retryEvents,
    bodyExample: { data: { type: 'parked-events', attributes: { event: 'order.shipped' } } },
    async handle(ctx, { body: { data } }) {
      const { dryRun = false, ...wanted } = data.attributes ?? {}
      const which = meant(wanted)
      if (dryRun) return countedDocument('retried', await countParkedEvents(ctx.db, which))
      return changedDocument('retried', await retryEvents(ctx, authorOf(ctx.actor), which))
    },
  })

  http.operation({
    ...forOperator,
    ...changedAnswer('discarded', 'Always 0.'),
    method: 'POST',
    path: `${BASE}/-actions/discard`,
    id: 'discardParkedEvents',
    summary: 'Give up all parked events of a name',
    description: `Or those with these ids. ${AT_ONCE}`,
    body: bodies.discardEvents,
    bodyExample: {
      data: {
        type: 'parked-events',
        attributes: { event: 'order.shipped', reason: 'Receivers were told in another way.' },
      },
    },
    async handle(ctx, { body: { data } }) {
      const { dryRun = false, reason, ...wanted } = data.attributes
      const which = meant(wanted)
      if (dryRun) return countedDocument('discarded', await countParkedEvents(ctx.db, which))
      return changedDocument('discarded', await discardEvents(ctx, authorOf(ctx.actor), which, reason))
    },
  })
}

function meant({ ids, event, before }: { ids?: string[]; event?: string; before?: string }): ParkedEvents {
  if (!ids && event === undefined) throw nothingChosen('event')
  return { ids, type: event, before: before === undefined ? undefined : new Date(before) }
}

async function one(ctx: Ctx, types: Descriptions, event: TroubledEvent) {
  const [view] = await viewsOf(ctx, types, [event])
  return document(parkedEvent, view ?? null)
}

async function viewsOf(
  { db, clock }: Ctx,
  types: Descriptions,
  events: readonly TroubledEvent[],
): Promise<EventView[]> {
  const brandIds = [...new Set(events.flatMap(({ brand_id }) => brand_id ?? []))]
  const brands = brandIds.length === 0 ? [] : await loadBrands(db, brandIds)
  const names = new Map(brands.map(({ id, name }) => [id, name]))
  return events.map((event) => ({
    ...event,
    ...describe(types, event.type),
    brand_name: (event.brand_id && names.get(event.brand_id)) ?? null,
    // The relay stores the time of the next attempt as real time.
    next_attempt_at: event.parked_at || !event.retry_at ? null : toClockTime(clock, event.retry_at),
  }))
}
