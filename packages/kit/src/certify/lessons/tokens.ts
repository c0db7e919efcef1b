/** Access tokens: kept, renewed in time, and never shown. */
import { between, type Evidence, isTokenRequest, type RecordedRequest } from '../evidence.ts'
import { giveWork } from '../give-work.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'

/** Two processes may have a token each. */
const MAX_TOKENS = 2
/** Several processes may each learn of it by a request of their own. */
const MAX_AFTER_REVOCATION = 8
/** Requests that arrive within this time after the refusal of the credentials may have been under way already. */
const UNDER_WAY_MS = 2000
const ROUNDS = 4
const QUIET_SECONDS = 15

export const tokens = lesson({
  id: 'tokens',
  title: 'Tokens',
  about:
    'The connector works for a while with one token. Then its token expires at once, which may happen to any token, and at last its credentials are revoked. A connector that fetches a token for each request exhausts the 60 token requests of an hour within minutes.',
  needs: {},
  requirements: {
    reuse: {
      text: 'One token is used for all requests until it expires.',
      reference: 'certify.md#tokens',
      fix: 'Keep the token in memory with its expiry (`expires_in`), and fetch the next one only 5 to 10 minutes before.',
    },
    renewal: {
      text: 'After a 401 the connector fetches a new token and repeats the request once.',
      reference: 'certify.md#tokens',
      fix: 'At a 401 drop the token, fetch another one, and repeat the request once with it; a second 401 is an error.',
    },
    url: {
      text: 'Tokens and secrets are never part of a URL.',
      reference: 'certify.md#tokens',
      fix: 'Send the token in the header `Authorization: Bearer …` only: URLs end up in logs.',
    },
    revocation: {
      text: 'When the credentials are refused, the connector stops sending requests.',
      reference: 'certify.md#tokens',
      fix: 'Treat a 401 of `/oauth/token` as final: stop all requests, and tell somebody.',
    },
  },
  async play(setup) {
    await setup.start()
    setup.mark('started')
    for (let round = 0; round < ROUNDS; round++) await giveWork(setup)
    setup.mark('expired')
    const undo = await setup.fault({ expireTokens: true })
    await giveWork(setup)
    await undo()
    // Before the credentials are revoked, each refused request has its time to be repeated.
    await setup.untilRequests(
      (requests) => requests.filter(isRefused).every((request) => isRepeated(requests, request)),
      setup.settings.seconds.decide,
    )
    setup.mark('revoked')
    await setup.examiner.revokeConnector()
    await setup.pause(QUIET_SECONDS)
    return {}
  },
  grade(evidence) {
    return [reuse(evidence), renewal(evidence), url(evidence), revocation(evidence)]
  },
})

function reuse(evidence: Evidence) {
  const seen = evidence.requests.filter(({ arrivedMs }) => arrivedMs < (evidence.marks.expired ?? 0))
  const fetched = seen.filter(isTokenRequest)
  const calls = seen.length - fetched.length
  if (calls < 2) return skipped('reuse', `The connector made ${calls} requests, which is too few to tell.`)
  const finding = `Token requests: ${fetched.length}, other requests: ${calls}.`
  return fetched.length <= MAX_TOKENS ? passed('reuse', finding) : failed('reuse', finding, fetched)
}

function renewal(evidence: Evidence) {
  const seen = between(evidence, 'expired', 'revoked')
  const refused = seen.filter(isRefused)
  const [first] = refused
  if (!first) {
    return seen.some((request) => !isTokenRequest(request))
      ? passed('renewal', 'The token was renewed before any request was refused.')
      : skipped('renewal', 'The connector made no request after its token had expired.')
  }
  const twice = refused.filter((request) =>
    refused.some((other) => other !== request && isSame(other, request)),
  )
  if (twice.length > 0) return failed('renewal', 'A request was refused with 401 more than once.', twice)
  const lost = refused.filter((request) => !isRepeated(seen, request))
  return lost.length > 0
    ? failed('renewal', 'A request that was refused with 401 was not repeated with a new token.', lost)
    : passed('renewal', 'Each refused request was repeated once with a new token.', [first])
}

const isRefused = (request: RecordedRequest) => request.status === 401 && !isTokenRequest(request)

const isRepeated = (seen: readonly RecordedRequest[], request: RecordedRequest) =>
  seen.some((later) => later.sequence > request.sequence && isSame(later, request) && later.status !== 401)

const isSame = (a: RecordedRequest, b: RecordedRequest) => a.method === b.method && a.url === b.url

function url({ requests }: Evidence) {
  const shown = requests.filter(({ credentialsInUrl }) => credentialsInUrl)
  return shown.length === 0
    ? passed('url', 'No URL had credentials.')
    : failed('url', `${shown.length} requests had credentials in their URL.`, shown)
}

function revocation(evidence: Evidence) {
  const seen = between(evidence, 'revoked')
  const refusal = seen.find((request) => isTokenRequest(request) && request.status === 401)
  const late = seen.filter(({ arrivedMs }) => refusal && arrivedMs > refusal.arrivedMs + UNDER_WAY_MS)
  if (late.length > 0)
    return failed(
      'revocation',
      `After /oauth/token had refused the credentials, ${late.length} more requests came.`,
      late,
    )
  const finding = `${seen.length} requests in the ${QUIET_SECONDS} seconds after the revocation.`
  return seen.length <= MAX_AFTER_REVOCATION
    ? passed('revocation', finding)
    : failed('revocation', finding, seen.slice(MAX_AFTER_REVOCATION))
}
