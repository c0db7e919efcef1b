/** The resources `jobs`, `job-kinds`, `parked-events` and `system-health`. */
import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, integerAttribute, textAttribute, textOrNullAttribute } from '../../domain/attributes.ts'
import { instant, orNull, text, uuid } from '../../domain/fields.ts'
import { HEALTH_STATES, type Health, type HealthCheck, type HealthState } from '../../module.ts'
import type { TroubledEvent } from '../../platform/events/parked-events.ts'
import { JOB_ID, JOB_STATES, type JobsOfKind, type QueuedJob } from '../../platform/jobs/queued-jobs.ts'
import type { ProcessRow } from '../../platform/processes/heartbeats.ts'
import type { Described, DescribedKind } from './descriptions.ts'

interface OfBrand {
  brand_id: string | null
  brand_name: string | null
}

/** Limits error messages, which may be long. */
const MAX_ERROR = 2000
const shownError = ({ last_error }: { last_error: string | null }) => last_error?.slice(0, MAX_ERROR) ?? null

const brandAttributes = {
  brandId: attribute<OfBrand, ReturnType<typeof orNull<ReturnType<typeof uuid>>>>(
    orNull(uuid(), { description: 'The brand that it is about, if any.' }),
    'brand_id',
  ),
  brandName: attribute<OfBrand, ReturnType<typeof orNull<ReturnType<typeof Type.String>>>>(
    orNull(Type.String({ examples: ['Alder & Wick'], description: 'The name of that brand.' })),
    'brand_name',
  ),
}

export type JobView = Omit<QueuedJob, 'payload'> &
  Described &
  OfBrand & {
    last_attempt_at: Date | null
    next_attempt_at: Date | null
    request_id: string | null
    about: Record<string, string>
  }

const jobId = Type.String({ pattern: JOB_ID.source, description: 'A number.', examples: ['4217'] })

export const jobResource = resource<JobView>()({
  name: 'job',
  type: 'jobs',
  description: 'A piece of work for later. A job that is done is deleted, so it is listed only until then.',
  id: jobId,
  attributes: {
    kind: textAttribute('send-mail', 'kind', 'What kind of work it is.'),
    meaning: textAttribute('Sends a mail.', 'meaning', 'What it does.'),
    lost: textOrNullAttribute(
      'The mail is never sent.',
      'lost',
      'What is lost if it is discarded; null for a job that recurs, which cannot be discarded.',
    ),
    state: attribute(Type.Enum([...JOB_STATES]), 'state', {
      description:
        '`parked`: it has failed its last attempt, and needs a decision. `retrying`: it has failed and will be tried again. `waiting` for its first attempt, or `running`.',
    }),
    isRecurring: attribute(Type.Boolean({ examples: [false] }), 'is_recurring', {
      description: 'It is one of the jobs that the server runs at intervals.',
    }),
    attemptsCount: integerAttribute(
      10,
      'attempts',
      'How often it was tried since it was created or retried.',
    ),
    maxAttempts: integerAttribute(10, 'max_attempts', 'After how many attempts it is parked.'),
    lastError: attribute(
      orNull(Type.String({ examples: ['No mail server is configured: set TRADEHALL_SMTP_URL.'] })),
      shownError,
      { description: 'Why the last attempt failed; null if none has.' },
    ),
    ...brandAttributes,
    about: attribute(
      Type.Record(Type.String(), Type.String(), {
        examples: [{ mailId: '0197a3c2-5b1e-7d40-9c6f-2e8b4a1d7f30' }],
        description:
          'The ids of what it is about, by their names. Nothing else of what it contains is shown.',
      }),
      'about',
    ),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description: 'The `X-Request-Id` of the request that caused it; null if there was none.',
    }),
    createdAt: createdAt(instantMicros),
    lastAttemptAt: attribute(nullable(instantMicros), 'last_attempt_at', {
      description: 'When it was tried last; null if it has not been since it was created or retried.',
    }),
    nextAttemptAt: attribute(nullable(instantMicros), 'next_attempt_at', {
      description: 'When it is tried next; null while it is parked or runs.',
    }),
  },
})

export type JobKindView = JobsOfKind & DescribedKind & { id: string }

export const jobKind = resource<JobKindView>()({
  name: 'jobKind',
  type: 'job-kinds',
  description: 'A kind of job, and how many jobs of it there are.',
  id: Type.String({ description: 'Name of the kind.', examples: ['send-mail'] }),
  attributes: {
    meaning: textAttribute('Sends a mail.', 'meaning', 'What jobs of this kind do.'),
    lost: textOrNullAttribute(
      'The mail is never sent.',
      'lost',
      'What is lost if one is discarded; null for jobs that recur, which cannot be discarded.',
    ),
    everySeconds: attribute(
      orNull(Type.Integer({ examples: [86_400] })),
      ({ everyMs }) => everyMs && everyMs / 1000,
      { description: 'How often it runs by itself; null for jobs that something causes.' },
    ),
    parked: integerAttribute(2, 'parked', 'How many have failed their last attempt.'),
    retrying: integerAttribute(1, 'retrying', 'How many have failed and will be tried again.'),
    waiting: integerAttribute(12, 'waiting', 'How many wait for their first attempt.'),
    running: integerAttribute(3, 'running', 'How many run at this moment.'),
    due: integerAttribute(4, 'due', 'How many of those that wait could run now.'),
    oldestDueAt: attribute(nullable(instantMicros), 'oldest_due_at', {
      description: 'Since when the one that is overdue longest could run; null while none is due.',
    }),
  },
})

export type EventView = TroubledEvent & Described & OfBrand & { next_attempt_at: Date | null }

export const parkedEvent = resource<EventView>()({
  name: 'parkedEvent',
  type: 'parked-events',
  description: 'An event that the server has recorded and could not hand on to what follows from it.',
  attributes: {
    event: textAttribute('order.shipped', 'type', 'Name of the event.'),
    meaning: textAttribute('An order was shipped.', 'meaning', 'What happened.'),
    lost: textOrNullAttribute(
      'Nothing that follows from it is done.',
      'lost',
      'What is lost if it is discarded.',
    ),
    state: attribute(Type.Enum(['parked', 'retrying', 'waiting']), 'state', {
      description:
        '`parked`: it has failed its last attempt, and needs a decision. `retrying`: it has failed and will be tried again. `waiting`: it was retried, and is handed on at once.',
    }),
    subjectId: attribute(uuid('What it is about, such as an order.'), 'subject_id'),
    ...brandAttributes,
    attemptsCount: integerAttribute(
      10,
      'attempts',
      'How often it was tried since it was recorded or retried.',
    ),
    lastError: attribute(
      orNull(Type.String({ examples: ['The event order.shipped is not declared by any module.'] })),
      shownError,
      { description: 'Why the last attempt failed; null if none has.' },
    ),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description: 'The `X-Request-Id` of the request that caused it; null if there was none.',
    }),
    occurredAt: attribute(instantMicros, 'occurred_at', { description: 'When it happened.' }),
    parkedAt: attribute(nullable(instantMicros), 'parked_at', {
      description: 'When its last attempt failed; null while it is not parked.',
    }),
    nextAttemptAt: attribute(nullable(instantMicros), 'next_attempt_at', {
      description: 'When it is tried next; null while it is parked.',
    }),
  },
})

const reason = text(500, 'The mail server is gone for good.', 'Why; it is recorded in the audit.')

/** A change of many: which ones, and how many. */
const many = {
  before: instant('Only those whose last attempt was before this moment.'),
  dryRun: Type.Boolean({ description: 'Only counts them, as `meta.matching`.', examples: [false] }),
}
const jobsMeant = {
  ids: Type.Array(jobId, { minItems: 1, maxItems: 1000, description: 'Only these.' }),
  kind: Type.String({ maxLength: 128, examples: ['send-mail'], description: 'Only those of this kind.' }),
  ...many,
}
const eventsMeant = {
  ids: Type.Array(uuid(), { minItems: 1, maxItems: 1000, description: 'Only these.' }),
  event: Type.String({
    maxLength: 128,
    examples: ['order.shipped'],
    description: 'Only events of this name.',
  }),
  ...many,
}

export const bodies = {
  discardJob: requestDocument(jobResource, {
    closed: true,
    id: 'path',
    attributes: { reason },
    required: ['reason'],
  }),
  retryJobs: requestDocument(jobResource, { closed: true, id: 'none', attributes: jobsMeant }),
  discardJobs: requestDocument(jobResource, {
    closed: true,
    id: 'none',
    attributes: { ...jobsMeant, reason },
    required: ['reason'],
  }),
  discardEvent: requestDocument(parkedEvent, {
    closed: true,
    id: 'path',
    attributes: { reason },
    required: ['reason'],
  }),
  retryEvents: requestDocument(parkedEvent, { closed: true, id: 'none', attributes: eventsMeant }),
  discardEvents: requestDocument(parkedEvent, {
    closed: true,
    id: 'none',
    attributes: { ...eventsMeant, reason },
    required: ['reason'],
  }),
}

export interface HealthRow {
  id: string
  state: HealthState
  sentence: string
  checked_at: Date
  checks: readonly (Health & { name: string })[]
  processes: readonly ProcessRow[]
}

const state = (description: string) => Type.Enum([...HEALTH_STATES], { description })

const processSchema = Type.Object(
  {
    role: Type.Enum(['api', 'worker'], { description: 'What it does.' }),
    host: Type.String({ examples: ['node-1'], description: 'Name of its machine.' }),
    pid: Type.Integer({ examples: [4711], description: 'Its process id there.' }),
    version: Type.String({ examples: ['1.4.0'], description: 'Its version of the server.' }),
    isGone: Type.Boolean({
      examples: [false],
      description:
        'It has not been heard of for 15 seconds and did not stop in order. It is listed for five minutes.',
    }),
    startedAt: Type.String({ format: 'date-time', description: 'When it was started, in real time.' }),
    seenAt: Type.String({ format: 'date-time', description: 'Its last heartbeat, in real time.' }),
    memoryBytes: Type.Integer({ examples: [142_000_000], description: 'How much memory it uses.' }),
    eventLoopDelayMs: Type.Integer({
      examples: [3],
      description: 'What 99 of 100 waits for its event loop took at most, in milliseconds.',
    }),
    diskFreeBytes: orNull(
      Type.Integer({ examples: [81_000_000_000], description: 'Free on the disk of its data folder.' }),
    ),
    diskTotalBytes: orNull(
      Type.Integer({ examples: [256_000_000_000], description: 'The size of that disk.' }),
    ),
    clockAheadMs: orNull(
      Type.Integer({
        examples: [4],
        description: 'How far the clock of its machine is ahead of that of the database.',
      }),
    ),
    refusedRequests: Type.Integer({
      examples: [0],
      description: 'Requests that it answered with 429 in the last hour.',
    }),
  },
  { title: 'ServerProcess', description: 'A process of the server.' },
)

const figures = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  {
    description:
      'What was measured. The unit is the end of the name: `Bytes`, `Seconds`, `Ms` (milliseconds), `Percent`, `At` (a moment of real time); other numbers are counts. Null where it is not known.',
    examples: [{ connections: 14, maxConnections: 100, sizeBytes: 48_000_000, responseMs: 2 }],
  },
)

export const healthResource = (checks: readonly HealthCheck[]) =>
  resource<HealthRow>()({
    name: 'systemHealth',
    type: 'system-health',
    description: 'How the server is doing, over all its nodes.',
    id: Type.String({ description: 'Always `current`.', examples: ['current'] }),
    attributes: {
      state: attribute(
        state(
          'The worst of all checks: `failing` needs somebody now, `warning` somebody who looks at it soon.',
        ),
        'state',
      ),
      sentence: textAttribute('Everything works.', 'sentence', 'The same in words.'),
      checkedAt: attribute(instantMicros, 'checked_at', { description: 'When this was read, in real time.' }),
      checks: attribute(
        Type.Array(
          Type.Object(
            {
              name: Type.Enum(
                checks.map(({ name }) => name),
                {
                  examples: ['database'],
                  description: `What was checked. ${checks.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ')}`,
                },
              ),
              state: state('How it is doing.'),
              sentence: Type.String({
                examples: ['PostgreSQL 17.2 responds within 2 ms.'],
                description: 'The same in words.',
              }),
              figures,
            },
            { title: 'HealthCheck', description: 'One check.' },
          ),
          { description: 'All checks, always in the same order.' },
        ),
        'checks',
      ),
      processes: attribute(
        Type.Array(processSchema, {
          description: 'All processes of all nodes; only the one that answers while the database does not.',
        }),
        ({ processes }) => processes.map(showProcess),
      ),
    },
  })

export type HealthResource = ReturnType<typeof healthResource>

const showProcess = ({ role, host, pid, version, is_gone, started_at, seen_at, report }: ProcessRow) => ({
  role,
  host,
  pid,
  version,
  isGone: is_gone,
  startedAt: started_at.toISOString(),
  seenAt: seen_at.toISOString(),
  memoryBytes: report.memoryBytes,
  eventLoopDelayMs: report.eventLoopDelayMs,
  diskFreeBytes: report.disk?.freeBytes ?? null,
  diskTotalBytes: report.disk?.totalBytes ?? null,
  clockAheadMs: report.clockAheadMs,
  refusedRequests: report.refusedRequests,
})
