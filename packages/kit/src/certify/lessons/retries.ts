/** Retries: what is repeated, when, and how often. */
import { lesson } from '../lesson.ts'
import { connections, creates, limit, rateLimit, refusals, serverErrors } from './retries-grading.ts'
import { playRetries } from './retries-scenario.ts'

const reference = 'certify.md#retries'

export const retries = lesson({
  id: 'retries',
  title: 'Retries',
  about:
    'Requests of the connector fail in every way: the server has an error for a while, or does not recover at all; connections are lost before and after a request was processed; requests are refused; the rate limit is exceeded. A connector that repeats nothing loses orders over a failure of a second, and one that repeats everything at once makes an outage longer.',
  needs: {},
  requirements: {
    rateLimit: {
      text: 'After a 429 the connector sends no request until `Retry-After` is over, and then goes on.',
      reference,
      fix: 'At a 429 hold all requests with this token for as many seconds as the header `Retry-After` says, then repeat the request: the limit counts the application, not the request.',
    },
    serverErrors: {
      text: 'A request that failed with 5xx is repeated, and the waits between repetitions grow.',
      reference,
      fix: 'Repeat it after 1, 2, 4, 8 and 16 seconds, each with 0 to 500 ms of random time.',
    },
    connections: {
      text: 'A request whose connection was lost is repeated like one that failed with 5xx.',
      reference,
      fix: 'Treat a request without a response as one that may have been processed: read the resource, and repeat the request after 1, 2, 4, 8 and 16 seconds if it has not happened.',
    },
    limit: {
      text: 'A request is repeated at most five times in a row.',
      reference,
      fix: 'Give up after the fifth repetition. Work that must not be lost is taken up again after a pause that is clearly longer than the last wait, such as a minute.',
    },
    refusals: {
      text: 'A request that was refused with another 4xx is not repeated as it is.',
      reference,
      fix: 'Treat 400, 403, 404 and 422 as final: keep the errors for somebody to read, and remember that the request was refused, also when polling finds the same work again.',
    },
    creates: {
      text: 'A create whose response was lost is repeated with the same id, so that the resource exists once.',
      reference,
      fix: 'Choose `data.id` (a uuid) before the first attempt, and send the same one with each repetition: the server returns what exists.',
    },
  },
  play: playRetries,
  grade(evidence) {
    return [
      rateLimit(evidence),
      serverErrors(evidence),
      connections(evidence),
      limit(evidence),
      refusals(evidence),
      creates(evidence),
    ]
  },
})
