import { UUID } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { unknown } from '../../domain/ownership.ts'
import { listAnswer, oneAnswer, pageAnswer } from '../../http/answers/answers.ts'
import type { Http } from '../../http/http.ts'
import { answerPage, PAGE } from '../../http/lists/paging.ts'
import { type Ctx, document, none } from '../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../http/operator-api.ts'
import {
  countJobsByKind,
  findJob,
  JOB_ID,
  JOB_STATES,
  listJobs,
  type QueuedJob,
  toClockTime,
} from '../../platform/jobs/queued-jobs.ts'
import { authorOf, loadBrands } from '../identity/index.ts'
import { AT_ONCE, changedAnswer, changedDocument, countedDocument } from './bulk.ts'
import { type DescribedKind, describe } from './descriptions.ts'
import { nothingChosen } from './errors.ts'
import {
  countParkedJobs,
  discardJob,
  discardJobs,
  type ParkedJobs,
  retryJob,
  retryJobs,
} from './queued-jobs.ts'
import { bodies, type JobView, jobKind, jobResource } from './resources.ts'

type Kinds = ReadonlyMap<string, DescribedKind>

const BASE = `${OPERATOR_API}/jobs`
const ofJob = {
  ...forOperator,
  path: `${BASE}/{job}`,
  slugs: { job: { description: 'Id of the job: a number.', example: '4217' } },
} as const
/** Ids are numbers, and any number is a position in the list. */
const CURSOR = { pattern: JOB_ID, description: 'the id of a job' }

/** The members of payloads that are ids of resources. Others may be secret, such as an address or a text. */
const SHOWN_IDS = [
  'orderId',
  'shipmentId',
  'operationId',
  'exportId',
  'reportId',
  'paymentId',
  'mailId',
  'eventId',
  'id',
]

export function jobRoutes(http: Http, kinds: Kinds): void {
  readRoutes(http, kinds)
  changeRoutes(http, kinds)
  bulkRoutes(http)
}

function readRoutes(http: Http, kinds: Kinds): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: BASE,
    id: 'listJobs',
    summary: 'Jobs that need a decision',
    description:
      'Those that have failed their last attempt, unless `filter[state]` asks for others. A job that is done is not listed any more.',
    query: {
      resource: jobResource,
      filters: {
        state: {
          kind: 'one',
          schema: Type.Enum([...JOB_STATES]),
          description: 'Only jobs in this state; `parked` unless told otherwise.',
        },
        kind: {
          kind: 'one',
          schema: Type.String({ maxLength: 128, examples: ['send-mail'] }),
          description: 'Only jobs of this kind.',
        },
      },
      page: { ...PAGE, cursor: CURSOR },
    },
    answers: [pageAnswer(jobResource, 'Newest first.')],
    async handle(ctx, { query }) {
      const { state = 'parked', kind } = query.filter
      return await answerPage(
        jobResource,
        query,
        async (walk) => await viewsOf(ctx, kinds, await listJobs(ctx.db, { state, kind }, walk)),
        async () => true,
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/job-kinds`,
    id: 'listJobKinds',
    summary: 'Jobs by kind',
    description: 'Every kind of job that this version of the server knows or that is in the queue.',
    query: { resource: jobKind },
    answers: [listAnswer(jobKind, 'By name.')],
    async handle({ db, clock }) {
      const counts = new Map((await countJobsByKind(db)).map((row) => [row.kind, row]))
      const names = [...new Set([...kinds.keys(), ...counts.keys()])].sort()
      const rows = names.map((name) => {
        const { oldest_due_at, ...count } = counts.get(name) ?? NO_JOBS
        return {
          ...count,
          oldest_due_at: oldest_due_at && toClockTime(clock, oldest_due_at),
          everyMs: null,
          ...describe(kinds, name),
          kind: name,
          id: name,
        }
      })
      return document(jobKind, rows)
    },
  })

  http.operation({
    ...ofJob,
    method: 'GET',
    id: 'getJob',
    summary: 'A job',
    description: 'A job that is done, or was discarded, is not found any more.',
    query: { resource: jobResource },
    answers: [oneAnswer(jobResource, 'The job.')],
    async handle(ctx, { slugs: { job: id = '' } }) {
      const found = await findJob(ctx.db, id)
      if (!found) throw unknown('job', id)
      return await one(ctx, kinds, found)
    },
  })
}

const NO_JOBS = { waiting: 0, due: 0, retrying: 0, running: 0, parked: 0, oldest_due_at: null }

const runs = { status: 409, description: 'The job runs at this moment.' }

function changeRoutes(http: Http, kinds: Kinds): void {
  http.operation({
    ...ofJob,
    method: 'POST',
    path: `${ofJob.path}/-actions/retry`,
    id: 'retryJob',
    summary: 'Run a job again that has failed',
    description:
      'At once, and with as many attempts as a new one. A job that waits for its first attempt is left as it is, so sending this twice does no harm.',
    query: { resource: jobResource },
    answers: [oneAnswer(jobResource, 'The job, which waits now.')],
    problems: [runs],
    async handle(ctx, { slugs: { job: id = '' } }) {
      return await one(ctx, kinds, await retryJob(ctx, authorOf(ctx.actor), id))
    },
  })

  http.operation({
    ...ofJob,
    method: 'POST',
    path: `${ofJob.path}/-actions/discard`,
    id: 'discardJob',
    summary: 'Give up a job that has failed',
    description:
      'It is deleted, and what `lost` says is lost. Who did it, and why, is recorded in the audit. A job that recurs cannot be discarded.',
    body: bodies.discardJob,
    bodyExample: { data: { type: 'jobs', attributes: { reason: 'The mail server is gone for good.' } } },
    answers: [{ status: 204, description: 'It is gone; there is no body.', none: true }],
    problems: [{ status: 409, description: 'The job runs at this moment, recurs, or has not failed.' }],
    async handle(ctx, { slugs: { job: id = '' }, body: { data } }) {
      await discardJob(ctx, authorOf(ctx.actor), id, data.attributes.reason)
      return none()
    },
  })
}

function bulkRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    ...changedAnswer('retried', 'Always 0.'),
    method: 'POST',
    path: `${BASE}/-actions/retry`,
    id: 'retryJobs',
    summary: 'Run all parked jobs of a kind again',
    description: `Or those with these ids. Jobs that are not parked are left as they are. ${AT_ONCE}`,
    body: bodies.retryJobs,
    bodyExample: { data: { type: 'jobs', attributes: { kind: 'send-mail' } } },
    async handle(ctx, { body: { data } }) {
      const { dryRun = false, ...wanted } = data.attributes ?? {}
      const which = meant(ctx, wanted)
      if (dryRun) return countedDocument('retried', await countParkedJobs(ctx, which))
      return changedDocument('retried', await retryJobs(ctx, authorOf(ctx.actor), which))
    },
  })

  http.operation({
    ...forOperator,
    ...changedAnswer('discarded', 'How many recur, and were left as they are.'),
    method: 'POST',
    path: `${BASE}/-actions/discard`,
    id: 'discardJobs',
    summary: 'Give up all parked jobs of a kind',
    description: `Or those with these ids. Jobs that are not parked, and those that recur, are left as they are. ${AT_ONCE}`,
    body: bodies.discardJobs,
    bodyExample: {
      data: {
        type: 'jobs',
        attributes: {
          kind: 'send-mail',
          before: '2026-04-01T00:00:00Z',
          reason: 'The mail server was away for a week; these mails are of no use now.',
        },
      },
    },
    async handle(ctx, { body: { data } }) {
      const { dryRun = false, reason, ...wanted } = data.attributes
      const which = meant(ctx, wanted)
      if (dryRun) return countedDocument('discarded', await countParkedJobs(ctx, which))
      return changedDocument('discarded', await discardJobs(ctx, authorOf(ctx.actor), which, reason))
    },
  })
}

/** Converts the time of the clock to real time, which the queue uses. */
function meant(
  { clock }: Ctx,
  { ids, kind, before }: { ids?: string[]; kind?: string; before?: string },
): ParkedJobs {
  if (!ids && kind === undefined) throw nothingChosen('kind')
  return { ids, kind, before: before === undefined ? undefined : clock.toRealTime(new Date(before)) }
}

async function one(ctx: Ctx, kinds: Kinds, job: QueuedJob) {
  const [view] = await viewsOf(ctx, kinds, [job])
  return document(jobResource, view ?? null)
}

async function viewsOf({ db, clock }: Ctx, kinds: Kinds, jobs: readonly QueuedJob[]): Promise<JobView[]> {
  const brandIds = [...new Set(jobs.flatMap(({ payload }) => uuidIn(payload, 'brandId') ?? []))]
  const brands = brandIds.length === 0 ? [] : await loadBrands(db, brandIds)
  const names = new Map(brands.map(({ id, name }) => [id, name]))
  const moment = (real: Date) => toClockTime(clock, real)
  return jobs.map(({ payload, ...job }) => {
    const brandId = uuidIn(payload, 'brandId')
    const isWaiting = job.state === 'waiting' || job.state === 'retrying'
    return {
      ...job,
      ...describe(kinds, job.kind),
      created_at: moment(job.created_at),
      last_attempt_at: job.attempts > 0 ? moment(job.updated_at) : null,
      next_attempt_at: isWaiting ? moment(job.run_at) : null,
      brand_id: brandId,
      brand_name: (brandId && names.get(brandId)) ?? null,
      request_id: uuidIn(payload, 'requestId'),
      about: Object.fromEntries(
        SHOWN_IDS.flatMap((name) => {
          const id = uuidIn(payload, name)
          return id === null ? [] : [[name, id]]
        }),
      ),
    }
  })
}

function uuidIn(payload: Record<string, unknown>, name: string): string | null {
  const value = payload[name]
  return typeof value === 'string' && UUID.test(value) ? value : null
}
