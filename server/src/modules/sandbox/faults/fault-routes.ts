import { returnsList } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty } from '../../../http/operation.ts'
import { forTesting, TESTING_API } from '../../../http/testing-api.ts'
import { listFaults } from './fault-queries.ts'
import { fault, faultBody } from './fault-resources.ts'
import { addFault, removeFault, removeFaults } from './faults.ts'

/** Registers `/api/testing/faults`. */
export function faultRoutes(http: Http): void {
  const ofFaults = { ...forTesting, path: `${TESTING_API}/faults` } as const

  http.operation({
    ...ofFaults,
    method: 'GET',
    id: 'listFaults',
    summary: 'The faults that are set',
    description: 'What requests run into on purpose, for all accounts. There are no pages.',
    ...returnsList(fault, 'Newest first.'),
    async handle({ db }) {
      return document(fault, await listFaults(db))
    },
  })

  http.operation({
    ...ofFaults,
    method: 'POST',
    id: 'createFault',
    summary: 'Make requests fail',
    description:
      'Matching requests wait `delayMs`, then fail with `status`, by `disconnect` or by `expireTokens`, or go on as usual. With `unknowns` or `marker` those that succeed are altered. A request is hit by the newest matching fault that makes it wait or fail, and by all that alter. `/api/testing` itself is never hit.',
    query: { resource: fault },
    body: faultBody,
    bodyExample: { path: '/api/v1/me*', status: 500, share: 1, count: 3 },
    answers: [{ status: 201, description: 'The fault.', resource: fault }],
    async handle(ctx, { body }) {
      return document(fault, await addFault(ctx, ctx.actor, body), { status: 201 })
    },
  })

  http.operation({
    ...ofFaults,
    method: 'DELETE',
    id: 'deleteFaults',
    summary: 'Remove all faults',
    description: 'Requests are answered as usual from then on.',
    answers: [{ status: 200, description: 'Done.', empty: true }],
    async handle(ctx) {
      await removeFaults(ctx)
      return empty()
    },
  })

  http.operation({
    ...ofFaults,
    method: 'DELETE',
    path: `${ofFaults.path}/{fault}`,
    params: { fault: 'Id of the fault.' },
    id: 'deleteFault',
    summary: 'Remove one fault',
    description: 'The other faults stay.',
    answers: [{ status: 200, description: 'Done.', empty: true }],
    async handle(ctx, { params }) {
      await removeFault(ctx, params.fault)
      return empty()
    },
  })
}
