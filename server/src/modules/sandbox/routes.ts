import { type FilterSpec, JSON_API } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { type Actor, accountIdOf, doerOf } from '../../domain/actor.ts'
import { instant, uuid } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { unprocessable } from '../../domain/problems.ts'
import { oneAnswer, pageAnswer, returnsList } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerOwnPage, filtered } from '../../http/lists/paging.ts'
import { type Ctx, document, rendered } from '../../http/operation.ts'
import { forTesting, TESTING_API } from '../../http/testing-api.ts'
import type { Effect, Module } from '../../module.ts'
import { offsetTo } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database.ts'
import { listMails } from '../../platform/mail.ts'
import { shareRuns } from '../../platform/resilience/share-runs.ts'
import { autopilotRoutes } from './autopilot/autopilot-routes.ts'
import { brandRoutes } from './brands/brand-routes.ts'
import { certificationRoutes } from './certifications/certification-routes.ts'
import { setClockOffset } from './clock-moves.ts'
import { resetToDemo } from './demo-data.ts'
import { faultRoutes } from './faults/fault-routes.ts'
import { injectFaults } from './faults/injection.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { findRequest, hasRequest, type RequestScope, walkRequests } from './queries.ts'
import { recordingRoutes } from './recordings/recording-routes.ts'
import { logRequests, REQUESTS } from './request-log.ts'
import { advanceBody, clock, loggedRequest, mail, resetSchema, setBody } from './resources.ts'

const CLOCK_ID = '0f3c6a7e-52d1-4b8e-9a47-6d1e8c2b5f90'
const MAILS_SHOWN = 50
const BUSY = {
  status: 409,
  description:
    'Another clock change or reset takes more than a few seconds. Nothing was changed; try again shortly.',
}

/** Registers `/api/testing`. */
export function sandboxRoutes(http: Http, modules: readonly Module[]): void {
  injectFaults(http)
  const requestLog = logRequests(http)
  clockRoutes(http, modules)
  faultRoutes(http)
  orderRoutes(http)
  autopilotRoutes(http)
  brandRoutes(http, modules)
  certificationRoutes(http)
  recordingRoutes(http)
  for (const module of modules) module.testingRoutes?.(http)
  resetRoute(http, modules, requestLog)
  requestRoutes(http, modules, requestLog)
  mailRoute(http)
}

type RequestLog = ReturnType<typeof logRequests>

function resetRoute(http: Http, modules: readonly Module[], requestLog: RequestLog): void {
  const { signals, config } = http.platform
  // Over the nodes of a cluster it takes longer than a statement of a request may.
  const reset = shareRuns((waitedMs) =>
    resetToDemo(http.backgroundDb, signals, modules, { config, waitedMs }),
  )
  http.operation({
    ...forTesting,
    method: 'POST',
    path: `${TESTING_API}/reset`,
    id: 'resetSandbox',
    summary: 'Back to the demo data',
    description:
      'Drops everything that was changed, for all accounts, sets the clock back to real time, with demo data whose newest order is of this minute, and forgets how often tokens were asked for. Credentials and access tokens of the demo accounts stay good; other applications are removed, and `meta` names them.',
    answers: [{ status: 200, description: 'What was removed.', schema: resetSchema, contentType: JSON_API }],
    problems: [BUSY],
    longRunning: true,
    async handle({ signals }) {
      await requestLog.flush()
      const meta = await reset()
      await signals.refresh()
      return rendered(JSON.stringify({ jsonapi: { version: '1.0' }, meta }))
    },
  })
}

const REQUEST_FILTERS = {
  status: {
    kind: 'one',
    schema: Type.Integer({ minimum: 100, maximum: 599 }),
    description: 'Only requests that got this status.',
  },
  method: {
    kind: 'one',
    schema: Type.Enum(['GET', 'POST', 'PATCH', 'DELETE']),
    description: 'Only requests with this method.',
  },
  statusClass: {
    kind: 'one',
    schema: Type.Enum(['2xx', '3xx', '4xx', '5xx']),
    description: 'Only requests that got such a status.',
  },
  caller: {
    kind: 'one',
    schema: Type.Enum(['application', 'user']),
    description: 'Only requests of applications, or only those of users who have signed in.',
  },
  application: {
    kind: 'one',
    schema: uuid(),
    description: 'Only requests of this application.',
  },
  path: {
    kind: 'one',
    schema: Type.String({ minLength: 1, maxLength: 500, examples: ['/api/v1/orders'] }),
    description: 'Only requests whose path begins like this.',
  },
  requestedAt: {
    kind: 'operators',
    operators: {
      from: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'Only requests that arrived then or later, by the clock.',
      },
      to: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'Only requests that arrived before then, by the clock.',
      },
    },
  },
} as const satisfies Record<string, FilterSpec>

function requestRoutes(http: Http, modules: readonly Module[], requestLog: RequestLog): void {
  http.operation({
    ...forTesting,
    method: 'GET',
    path: REQUESTS,
    id: 'listLoggedRequests',
    summary: 'The requests that reached the server',
    description:
      'The newest requests of your account, bodies cut at 1 KB, secrets left out. They are in the order of their arrival, wherever the clock was moved. Reads of this log and of `/api/v1/activity` are not logged.',
    query: {
      resource: loggedRequest,
      page: { default: 50, max: 200 },
      filters: REQUEST_FILTERS,
    },
    answers: [pageAnswer(loggedRequest, 'One page, newest first.')],
    async handle({ db, actor }, { query }) {
      await requestLog.flush()
      const list = filtered(walkRequests, query.filter)
      return await answerOwnPage(loggedRequest, query, { db, of: requestScope(actor), list, has: hasRequest })
    },
  })

  http.operation({
    ...forTesting,
    method: 'GET',
    path: `${REQUESTS}/{request}`,
    params: { request: 'Id of the request: its `X-Request-Id`.' },
    id: 'getLoggedRequest',
    summary: 'One request, and what it caused',
    description: 'With the first 64 KB of its bodies, secrets left out.',
    query: { resource: loggedRequest },
    answers: [oneAnswer(loggedRequest, 'The request.')],
    async handle({ db, actor }, { params }) {
      await requestLog.flush()
      const row = await findRequest(db, requestScope(actor), params.request)
      if (!row) {
        throw missing('logged request', params.request, {
          exists: await hasRequest(db, EVERYONE, params.request),
        })
      }
      return document(loggedRequest, { ...row, effects: await effectsOf(modules, db, actor, row.id) })
    },
  })
}

function mailRoute(http: Http): void {
  http.operation({
    ...forTesting,
    ...returnsList(mail, 'Newest first.'),
    method: 'GET',
    path: `${TESTING_API}/mails`,
    id: 'listMails',
    support: 'never',
    summary: 'The mails that were not sent',
    description: `No mail leaves the sandbox. The newest ${MAILS_SHOWN} are here, with verification codes in their text.`,
    secret: true,
    async handle({ db, secrets, actor }) {
      const accountId = accountIdOf(actor.account)
      const filter = accountId === null ? { all: true as const } : { accountId }
      return document(mail, await listMails(db, secrets, filter, MAILS_SHOWN))
    },
  })
}

const EVERYONE: RequestScope = { brandId: null, applicationId: null, userId: null }

/** A brand sees the effects on its own orders. A retailer sees none, because they concern orders of brands. */
async function effectsOf(
  modules: readonly Module[],
  db: Queryable,
  { account }: Actor,
  requestId: string,
): Promise<Effect[]> {
  if (account.kind === 'retailer') return []
  const brandId = account.kind === 'brand' ? account.brandId : null
  const read = await Promise.all(
    modules.map(async ({ effects }) => (await effects?.(db, brandId, requestId)) ?? []),
  )
  return read.flat()
}

function requestScope(actor: Actor): RequestScope {
  const { account } = actor
  const { applicationId, userId } = doerOf(actor)
  return {
    brandId: account.kind === 'brand' ? account.brandId : null,
    applicationId: account.kind === 'retailer' ? applicationId : null,
    userId: account.kind === 'retailer' ? userId : null,
  }
}

function clockRoutes(http: Http, modules: readonly Module[]): void {
  const ofClock = { ...forTesting, path: `${TESTING_API}/clock`, query: { resource: clock } } as const
  const answer = oneAnswer(clock, 'The clock.')
  const action = (name: string) =>
    ({
      ...ofClock,
      method: 'POST',
      path: `${ofClock.path}/-actions/${name}`,
      longRunning: true,
      answers: [{ ...answer, meta: { jobs: jobsSchema } }],
    }) as const
  const moved = async (ctx: Ctx) => {
    const jobs = await http.runDueJobs()
    return document(clock, clockRow(ctx), { meta: { jobs } })
  }

  http.operation({
    ...ofClock,
    method: 'GET',
    id: 'getClock',
    summary: 'What time it is here',
    description: 'The time that all rules and deadlines of the sandbox follow, and real time beside it.',
    answers: [answer],
    async handle(ctx) {
      return document(clock, clockRow(ctx))
    },
  })

  http.operation({
    ...action('advance'),
    id: 'advanceClock',
    summary: 'Move the clock forward',
    description: 'Runs everything that has become due before it answers; `meta.jobs` counts it.',
    body: advanceBody,
    bodyExample: { seconds: 3600 },
    problems: [BUSY],
    async handle(ctx, { body: { seconds } }) {
      await setClockOffset(ctx, modules, (current) => current + seconds * 1000)
      return await moved(ctx)
    },
  })

  http.operation({
    ...action('set'),
    id: 'setClock',
    summary: 'Set the clock to a moment',
    description:
      'Forward or back. Runs everything that has become due before it answers; `meta.jobs` counts it.',
    body: setBody,
    bodyExample: { to: '2026-12-01T00:00:00Z' },
    problems: [BUSY],
    async handle(ctx, { body: { to } }) {
      const moment = new Date(to)
      // The validator accepts a leap second, which Date cannot represent.
      if (Number.isNaN(moment.getTime()))
        throw unprocessable(`"${to}" is not a moment that exists.`, { pointer: 'to' })
      await setClockOffset(ctx, modules, () => offsetTo(ctx.clock, moment))
      return await moved(ctx)
    },
  })

  http.operation({
    ...action('reset'),
    id: 'resetClock',
    summary: 'Set the clock back to real time',
    description: 'Runs what is due then before it answers; `meta.jobs` counts it.',
    problems: [BUSY],
    async handle(ctx) {
      await setClockOffset(ctx, modules, () => 0)
      return await moved(ctx)
    },
  })

  http.operation({
    ...action('run-jobs'),
    id: 'runJobs',
    summary: 'Run the background jobs that are due',
    description: 'Answers when they are done, or after ten seconds.',
    handle: moved,
  })
}

const jobsSchema = Type.Object(
  {
    ran: Type.Integer({ examples: [2], description: 'Jobs that were run.' }),
    failed: Type.Integer({ examples: [0], description: 'Jobs that failed and will be tried again.' }),
  },
  { description: 'What became due and was done.' },
)

function clockRow({ clock }: Ctx) {
  const now = clock.now()
  return { id: CLOCK_ID, now, real: clock.toRealTime(now), offset_seconds: clock.offsetMs() / 1000 }
}
