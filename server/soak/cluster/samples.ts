/** What clients saw during a phase, judged by the rules of an outage and of changes under load. Pure. */

import { type Check, check, none } from '../judgement/check.ts'
import type { Observed } from '../load/client.ts'

export interface Sample {
  request: string
  /** The node of the brands of its client. */
  node: string
  /** Of one brand, which it names; others span brands, or name an id alone as operators and retailers do. */
  isOfBrand: boolean
  status: number
  hasRetryAfter: boolean
  startedMs: number
  tookMs: number
}

const ACROSS = ['operator', 'retailer']
const INTAKE = '/api/operator/v1/orders'

export const sampleOf = (node: string, { request, answer, startedMs, tookMs }: Observed): Sample => ({
  request: `${request.method} ${request.path} as ${request.as}`,
  node,
  isOfBrand: !ACROSS.includes(request.as) || (request.method === 'POST' && request.path === INTAKE),
  status: answer.status,
  hasRetryAfter: answer.retryAfterMs > 0,
  startedMs,
  tookMs,
})

/** Anything but an error of the server or silence. What clients expected of it is another question. */
const isAnswered = ({ status }: Sample) => status > 0 && status < 500 && status !== 429

const REFUSAL_MS = 2_000
export const RETURN_MS = 10_000
/** A request waits for the database for at most eight seconds. */
const LONGEST_MS = 10_000

export interface Outage {
  node: string
  beganMs: number
  /** When the node was being returned. */
  returnedMs: number
}

export function judgeOutage(samples: readonly Sample[], { node, beganMs, returnedMs }: Outage): Check[] {
  const elsewhere = samples.filter((sample) => sample.isOfBrand && sample.node !== node)
  const during = samples.filter(({ startedMs }) => startedMs > beganMs && startedMs < returnedMs - REFUSAL_MS)
  const there = during.filter((sample) => sample.isOfBrand && sample.node === node)
  const across = during.filter(({ isOfBrand }) => !isOfBrand)
  const later = samples.filter(({ startedMs }) => startedMs > returnedMs + RETURN_MS)
  return [
    share('brands elsewhere are served at 100 %', elsewhere, isAnswered),
    share(
      'brands on the lost node are answered, or refused with 503 and Retry-After within 2 s',
      there,
      isPrompt,
    ),
    share('what spans brands is answered, or refused with 503 and Retry-After within 2 s', across, isPrompt),
    share('10 s after the return all are served', later, isAnswered),
  ]
}

const isPrompt = (sample: Sample) => isAnswered(sample) || (isRefusal(sample) && sample.tookMs <= REFUSAL_MS)
const isRefusal = ({ status, hasRetryAfter }: Sample) => status === 503 && hasRetryAfter

export function judgeChange(samples: readonly Sample[]): Check[] {
  const isBearable = (sample: Sample) =>
    sample.tookMs <= LONGEST_MS && (isAnswered(sample) || isRefusal(sample))
  return [
    share(
      'requests are answered within 10 s, or told to come again with 503 and Retry-After',
      samples,
      isBearable,
    ),
  ]
}

export const judgeCalm = (samples: readonly Sample[]): Check[] => [
  share('all requests are answered', samples, isAnswered),
]

/** A rule that nothing was there to try is broken as well. */
function share(rule: string, samples: readonly Sample[], isFine: (sample: Sample) => boolean): Check {
  const wrong = samples.filter((sample) => !isFine(sample))
  const percent = ((samples.length - wrong.length) / samples.length) * 100
  const [first] = wrong
  const example = first
    ? `; ${first.status || 'no answer'} after ${Math.round(first.tookMs)} ms: ${first.request}`
    : ''
  if (samples.length === 0) return check(rule, false, 'nothing was asked')
  return check(rule, wrong.length === 0, `${floor(percent)} % of ${samples.length}${example}`)
}

/** So that 100 means all. */
const floor = (percent: number) => Math.floor(percent * 10) / 10

export const judgeSurprises = (surprises: readonly { request: string; answer: string }[]): Check =>
  none(
    'every answer is one that a client can expect',
    surprises.map(({ request, answer }) => `${request}: ${answer}`),
  )
