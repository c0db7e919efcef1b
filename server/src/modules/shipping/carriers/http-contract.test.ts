import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUSALS, TRACKING_STATUSES } from './carrier.ts'
import {
  cancelAnswer,
  pickupAnswer,
  quotesAnswer,
  refusalAnswer,
  shipmentAnswer,
  trackingAnswer,
} from './http-contract.ts'

const guide = readFileSync(
  new URL('../../../../../docs/integrators/carrier-http-contract.md', import.meta.url),
  'utf8',
)

/** The examples of a section, in order. */
function examplesIn(title: string): unknown[] {
  const section = guide.split('\n## ').find((part) => part.startsWith(title)) ?? ''
  return [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
}

test.each([
  ['# The contract', 0, refusalAnswer],
  ['`POST /quotes`', 1, quotesAnswer],
  ['`POST /shipments`', 1, shipmentAnswer],
  ['`POST /pickups`', 1, pickupAnswer],
  ['`POST /pickups`', 2, pickupAnswer],
  ['`POST /cancellations`', 0, cancelAnswer],
  ['`POST /cancellations`', 1, cancelAnswer],
  ['`GET /tracking', 0, trackingAnswer],
])('in the guide, example %s %d keeps the contract', (title, place, contract) => {
  const example = examplesIn(title)[place]
  expect(example).toBeDefined()
  expect(contract.Errors(example)).toEqual([])
})

test('the guide names every refusal and every status', () => {
  for (const word of [...REFUSALS, ...TRACKING_STATUSES]) expect(guide).toContain(`\`${word}\``)
})
