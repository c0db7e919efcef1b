import { expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'

const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

test('the loss of a node of a cluster is temporary, any other internal error is not', () => {
  expect(isDatabaseAway(failed('08006', 'connection to the remote node two:5432 failed'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'failure on connection marked as essential: two:5432'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'cache lookup failed'))).toBe(false)
  expect(isDatabaseAway(new Error('failure on connection marked as essential: two:5432'))).toBe(false)
})
