import { expect, test } from 'vitest'
import { isDatabaseAway, isLostBetweenNodes, isTransactionLostBetweenNodes } from './away.ts'

const failed = (code: string, message = '') => Object.assign(new Error(message), { code })

test('the loss of a node of a cluster is temporary, any other internal error is not', () => {
  expect(isDatabaseAway(failed('08006', 'connection to the remote node two:5432 failed'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'failure on connection marked as essential: two:5432'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'could not commit transaction for shard 7 on any active node'))).toBe(
    true,
  )
  expect(isDatabaseAway(failed('CIINF'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'postmaster was shut down, exiting'))).toBe(true)
  expect(isDatabaseAway(failed('XX000', 'cache lookup failed'))).toBe(false)
  expect(isDatabaseAway(new Error('failure on connection marked as essential: two:5432'))).toBe(false)
})

test('what was lost between nodes before its commit may be sent again, nothing else', () => {
  const both = (code: string, message = '') =>
    [isLostBetweenNodes, isTransactionLostBetweenNodes].map((judge) => judge(failed(code, message)))
  expect(both('CIINF')).toEqual([true, true])
  expect(both('XX000', 'failure on connection marked as essential: two:5432')).toEqual([true, true])
  const ended =
    'connection to the remote node me@two:5432 failed with the following error: connection not open'
  expect(both('08006', ended)).toEqual([false, true])
  expect(both('CONNECTION_LOST', ended)).toEqual([false, false])
  for (const message of [
    'could not establish any connections to the node two:5432 after 800 ms',
    'connection to the remote node me@two:5432 failed',
  ])
    expect(both('08006', message)).toEqual([false, false])
  const unknown = 'could not commit transaction for shard 7 on any active node'
  expect(both('XX000', unknown)).toEqual([false, false])
})
