/** Records what one application sends, for tests of connectors. */
import type { Actor } from '../../../domain/actor.ts'
import { missing } from '../../../domain/ownership.ts'
import { conflict, forbidden, unprocessable } from '../../../domain/problems.ts'
import { oneAnswer, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerOwnPage } from '../../../http/lists/paging.ts'
import { type Ctx, document, none } from '../../../http/operation.ts'
import { forTesting } from '../../../http/testing-api.ts'
import type { ApplicationId } from '../../../platform/ids.ts'
import { findApplication } from '../../identity/index.ts'
import { preciseNow, RECORDINGS, recordedSince, recordRequests } from './recorder.ts'
import {
  countRecordings,
  deleteEndedRecordings,
  deleteRecording,
  findRecording,
  hasRecordedRequest,
  insertRecording,
  type RecordingRow,
  type RecordingScope,
  walkRecordedRequests,
} from './recording-queries.ts'
import { recordedRequest, recording, recordingBody } from './recording-resources.ts'

/** Limited because each recording stores every request. */
const MAX_RECORDINGS = 10
const params = { recording: 'Id of the recording.' }

export function recordingRoutes(http: Http): void {
  const recorder = recordRequests(http)
  const one = { ...forTesting, path: `${RECORDINGS}/{recording}`, params } as const

  http.operation({
    ...forTesting,
    method: 'POST',
    path: RECORDINGS,
    id: 'createRecording',
    summary: 'Record what an application sends',
    description:
      'From now on every request of the application is recorded, also those that are refused, that ask for a token, that go to unknown paths, or that get no answer. A request without credentials counts as one of the application if it has authenticated on the same connection before. A recording holds 20,000 requests, ends after a day of real time, and goes with a reset. Requests to `/api/testing/recordings` are left out.',
    query: { resource: recording },
    body: recordingBody,
    bodyExample: { applicationId: '6e1f0c52-8a34-4d0b-9c57-2b1a7e9d4f10' },
    answers: [{ ...oneAnswer(recording, 'The recording.'), status: 201 }],
    problems: [
      { status: 403, description: 'The application belongs to another account.' },
      { status: 404, description: 'There is no such application.' },
      { status: 409, description: `The application has ${MAX_RECORDINGS} recordings already.` },
    ],
    async handle(ctx, { body }) {
      return document(recording, await startRecording(ctx, body.applicationId), { status: 201 })
    },
  })

  http.operation({
    ...one,
    method: 'GET',
    id: 'getRecording',
    summary: 'One recording',
    description: 'How many requests it holds, and whether it is full.',
    query: { resource: recording },
    answers: [oneAnswer(recording, 'The recording.')],
    async handle(ctx, input) {
      await recorder.flush()
      return document(recording, await ownRecording(ctx, input.params.recording))
    },
  })

  http.operation({
    ...one,
    method: 'DELETE',
    id: 'deleteRecording',
    summary: 'End and remove a recording',
    description: 'Its requests are removed with it.',
    answers: [{ status: 204, description: 'Done.', none: true }],
    async handle(ctx, input) {
      const { id } = await ownRecording(ctx, input.params.recording)
      const { db, signals } = ctx
      await db.begin(async (tx) => {
        await deleteRecording(tx, id)
        await signals.raise(tx, 'recordings')
      })
      await signals.refresh()
      return none()
    },
  })

  http.operation({
    ...one,
    method: 'GET',
    path: `${one.path}/requests`,
    id: 'listRecordedRequests',
    summary: 'The requests of a recording',
    description:
      'In the order of their arrival. A request is recorded when it is over: at once by the process that answers this call, and by others within 200 milliseconds.',
    query: { resource: recordedRequest, page: { default: 50, max: 200 } },
    answers: [pageAnswer(recordedRequest, 'One page, oldest first.')],
    async handle(ctx, { params, query }) {
      await recorder.flush()
      const of = await ownRecording(ctx, params.recording)
      return await answerOwnPage(recordedRequest, query, {
        db: ctx.db,
        of,
        list: walkRecordedRequests,
        has: hasRecordedRequest,
      })
    },
  })
}

async function startRecording(
  { db, ids, clock, signals, actor }: Ctx,
  applicationId: ApplicationId,
): Promise<RecordingRow> {
  const { brandId, sinceMs } = scopeOf(actor)
  const application = await findApplication(db, applicationId)
  if (!application || (brandId !== null && application.brand_id !== brandId))
    throw missing('application', applicationId, {
      exists: application !== undefined,
      pointer: 'applicationId',
    })
  if (application.brand_id === null)
    throw unprocessable('Only applications of brands are recorded.', { pointer: 'applicationId' })
  const row: RecordingRow = {
    id: ids.next(),
    brand_id: application.brand_id,
    application_id: application.id,
    client_id: application.client_id,
    started_at: clock.now(),
    started_ms: preciseNow(),
    request_count: 0,
    is_truncated: false,
  }
  await db.begin(async (tx) => {
    await deleteEndedRecordings(tx, sinceMs)
    if ((await countRecordings(tx, applicationId)) >= MAX_RECORDINGS)
      throw conflict(`The application has ${MAX_RECORDINGS} recordings already: remove one.`)
    await insertRecording(tx, row)
    await signals.raise(tx, 'recordings')
  })
  await signals.refresh()
  return row
}

async function ownRecording({ db, actor }: Ctx, id: string): Promise<RecordingRow> {
  const scope = scopeOf(actor)
  const row = await findRecording(db, scope, id)
  if (row) return row
  const ofAnybody = await findRecording(db, { ...scope, brandId: null }, id)
  throw missing('recording', id, { exists: ofAnybody !== undefined })
}

function scopeOf({ account }: Actor): RecordingScope {
  if (account.kind === 'retailer') throw forbidden('Recordings are for brands and the operator.')
  return { brandId: account.kind === 'brand' ? account.brandId : null, sinceMs: recordedSince() }
}
