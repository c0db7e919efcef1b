/** What ends on 1 December 2026: not called before, and not missed afterwards. */
import { readClock, setClock } from '../clock.ts'
import { type Evidence, isTokenRequest, type RecordedRequest } from '../evidence.ts'
import { doAllWork, NO_WORK, WORK, type WorkDone } from '../give-work.ts'
import { failed, lesson, passed, skipped } from '../lesson.ts'

const END = new Date('2026-12-01T00:00:00Z')
/** Past the end by more than processes may differ. */
const AFTER_END = new Date(END.getTime() + 60_000)

interface Facts {
  before?: WorkDone
  after?: WorkDone
}

export const deprecations = lesson({
  id: 'deprecations',
  title: 'Deprecations',
  about:
    'Fulfillment, external orders and OrderPay end on 1 December 2026. The connector decides on an order, ships it and sets stock; then the clock of the sandbox is set past the end, and the connector does the same again.',
  needs: {},
  movesClock: true,
  requirements: {
    ending: {
      text: 'Nothing is called that ends on 1 December 2026.',
      reference: 'certify.md#deprecations',
      fix: 'Look for the header `Sunset` in responses, and replace these calls: docs/integrators/deprecations.md names what to use instead.',
    },
    unchanged: {
      text: 'After 1 December 2026 the connector works as before.',
      reference: 'certify.md#deprecations',
      fix: 'Set the clock of a sandbox past the end (`POST /api/testing/clock/-actions/set`), and see which request of the connector fails there.',
    },
    deprecated: {
      text: 'Nothing is called that is deprecated without an end.',
      reference: 'certify.md#deprecations',
      fix: 'Look for the header `Deprecation` in responses: docs/integrators/deprecations.md names what to use instead.',
      isAdvice: true,
    },
  },
  async play(setup): Promise<Facts> {
    const { client } = setup.examiner
    await setup.start()
    const before = await doAllWork(setup)
    // From that day on the clock has passed it by itself.
    if (Date.parse((await readClock(client)).now) < AFTER_END.getTime()) await setClock(client, AFTER_END)
    setup.mark('ended')
    return { before, after: await doAllWork(setup) }
  },
  grade(evidence) {
    return [ending(evidence), unchanged(evidence), deprecated(evidence)]
  },
})

const isEnding = ({ status, responseHeaders }: RecordedRequest) =>
  status === 410 || 'sunset' in responseHeaders

function ending({ requests }: Evidence<Facts>) {
  const calls = requests.filter((request) => !isTokenRequest(request))
  if (calls.length === 0) return skipped('ending', 'The connector made no request.')
  const found = calls.filter(isEnding)
  return found.length === 0
    ? passed('ending', `None of ${calls.length} requests was to something that ends.`)
    : failed('ending', `${found.length} requests were to something that ends on 1 December 2026.`, found)
}

function unchanged(evidence: Evidence<Facts>) {
  const { before = NO_WORK, after = NO_WORK } = evidence.facts
  const done = WORK.filter((name) => before[name])
  if (done.length === 0)
    return skipped('unchanged', 'The connector did nothing before the end that it could do again.')
  const lost = done.filter((name) => !after[name])
  if (lost.length === 0) return passed('unchanged', `Before and after it did: ${done.join(', ')}.`)
  const from = evidence.marks.ended ?? 0
  const refused = evidence.requests.filter(
    ({ arrivedMs, status }) => arrivedMs >= from && (status === null || status >= 400),
  )
  return failed('unchanged', `After the end it did not: ${lost.join(', ')}.`, refused)
}

function deprecated({ requests }: Evidence<Facts>) {
  const calls = requests.filter((request) => !isTokenRequest(request))
  if (calls.length === 0) return skipped('deprecated', 'The connector made no request.')
  const found = calls.filter((request) => request.isDeprecated && !isEnding(request))
  return found.length === 0
    ? passed('deprecated', `None of ${calls.length} requests was to something deprecated.`)
    : failed('deprecated', `${found.length} requests were to something deprecated.`, found)
}
