/** Evidence for the tests of grading functions. */
import type { Evidence, RecordedRequest } from '../evidence.ts'

/** `at` is in seconds. */
export function request(
  at: number,
  line: string,
  status: number | null = 200,
  more: Partial<RecordedRequest> = {},
): RecordedRequest {
  const [method = '', url = ''] = line.split(' ')
  return {
    id: `request-${at}-${url}`,
    sequence: 0,
    method,
    url,
    status,
    outcome: status === null ? 'disconnected' : 'responded',
    durationMs: 5,
    arrivedAt: new Date(at * 1000).toISOString(),
    arrivedMs: at * 1000,
    requestedAt: new Date(at * 1000).toISOString(),
    requestHeaders: {},
    responseHeaders: {},
    tokenFingerprint: 'first',
    claimedApplicationId: 'connector',
    claimedClientId: null,
    isAuthenticated: true,
    operationId: null,
    isDeprecated: false,
    faultId: null,
    credentialsInUrl: false,
    requestBody: null,
    responseBody: null,
    ...more,
  }
}

/** Marks are in seconds, and requests get their sequence by their arrival. */
export function evidenceOf<Facts>(
  { marks = {}, requests = [], ...given }: Partial<Omit<Evidence<Facts>, 'facts'>>,
  facts: Facts,
): Evidence<Facts> {
  return {
    settings: {
      claims: ['orders', 'shipping', 'stock', 'catalog', 'webhooks'],
      seconds: { start: 30, decide: 30, report: 60 },
      hasBooks: true,
    },
    requests: requests
      .toSorted((a, b) => a.arrivedMs - b.arrivedMs)
      .map((each, i) => ({ ...each, sequence: i + 1 })),
    marks: Object.fromEntries(Object.entries(marks).map(([name, seconds]) => [name, seconds * 1000])),
    deliveries: [],
    sent: [],
    orders: [],
    books: null,
    ends: [],
    facts,
    ...given,
  }
}

/** The verdicts by the name of the requirement. */
export const verdictsOf = (checks: readonly { requirement: string; verdict: string }[]) =>
  Object.fromEntries(checks.map(({ requirement, verdict }) => [requirement, verdict]))
