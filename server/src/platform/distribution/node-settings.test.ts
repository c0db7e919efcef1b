import { expect, test } from 'vitest'
import { nodeProblems } from './node-settings.ts'

const GOOD = { max_prepared_transactions: '100', wal_level: 'logical', 'citus.recover_2pc_interval': '5000' }

const problems = (settings: Record<string, string>, isCoordinator = false) => [
  ...nodeProblems({ node: 'two:5432', isCoordinator, settings: { ...GOOD, ...settings } }),
]

test.each([
  ['as needed, on a server without a list of plugins', {}],
  ['with the plugin in the list', { output_plugin_libraries: 'pgoutput, test_decoding, citus' }],
  ['with a list of quoted names', { output_plugin_libraries: '"pgoutput","citus"' }],
])('settings %s', (_what, settings) => expect(problems(settings)).toEqual([]))

test.each([
  [{ max_prepared_transactions: '0' }, true, 'set it to max_connections or more'],
  [{ 'citus.recover_2pc_interval': '-1' }, true, 'set it to 5s'],
  [{ 'citus.recover_2pc_interval': '60000' }, false, 'set it to 5s'],
  [{ wal_level: 'replica' }, false, 'the wal_level replica'],
  [
    { output_plugin_libraries: 'pgoutput, test_decoding' },
    false,
    'alter system set output_plugin_libraries = pgoutput, test_decoding, citus;',
  ],
  [{ output_plugin_libraries: '"pgoutput, citus"' }, false, 'has no citus in output_plugin_libraries'],
])('%j', (settings, isFailure, part) => {
  expect(problems(settings)).toEqual([{ isFailure, sentence: expect.stringContaining(part) }])
})

test.each([
  ['sslmode=require', 1],
  ['sslmode=require tcp_user_timeout=500', 0],
])('the coordinator gives up connections to nodes that drop packets: %s', (conninfo, count) => {
  const settings = { ...GOOD, 'citus.node_conninfo': conninfo }
  const found = (isCoordinator: boolean) => [...nodeProblems({ node: 'one:5432', isCoordinator, settings })]
  expect(found(true)).toHaveLength(count)
  expect(found(false)).toEqual([])
})

test('what a role may not see is not complained about', () => {
  expect(problems({}, true)).toEqual([])
})

test('a node that does not answer is named', () => {
  expect([
    ...nodeProblems({ node: 'two:5432', isCoordinator: false, refusal: 'connection refused' }),
  ]).toEqual([
    { isFailure: true, sentence: 'The node two:5432 does not answer the coordinator: connection refused.' },
  ])
})
