/** The judgement of `npm run soak:cluster`: what it reads from logs, what breaks a rule, and what it prints. */
import { describe, expect, test } from 'vitest'
import { figuresOf, readCommands, tally } from '../soak/cluster/remote-commands.ts'
import { isSound, type Report, reportText } from '../soak/cluster/report.ts'
import { judgeCalm, judgeChange, judgeOutage, type Sample, sampleOf } from '../soak/cluster/samples.ts'
import { check } from '../soak/judgement/check.ts'

const ONE = '127.0.0.1:9001'
const OTHER = '127.0.0.1:9002'
const COORDINATOR = '127.0.0.1:9000'

const logged = (text: string, to = ONE, name = 'tradehall api') =>
  JSON.stringify({
    message: `issuing ${text}`,
    detail: `on server postgres@${to} connectionId: 7`,
    application_name: name,
  })

describe('remote commands', () => {
  test('are read with their node and the program that caused them, also when a node asks another one', () => {
    const log = [
      logged('SELECT 1\n  FROM catalog.products_102008'),
      logged('select 2', OTHER, 'citus_internal gpid=10000000042'),
      logged('select 3', OTHER, 'citus_internal gpid=10000000043'),
      JSON.stringify({ message: 'checkpoint starting', application_name: '' }),
      JSON.stringify({ message: 'issuing without a node', application_name: 'tradehall api' }),
      logged('cut off').slice(0, 40),
      '',
    ].join('\n')
    expect(readCommands(log, new Map([[42, 'tradehall worker']]))).toEqual([
      { text: 'SELECT 1\n  FROM catalog.products_102008', to: ONE, of: 'tradehall api' },
      { text: 'select 2', to: OTHER, of: 'tradehall worker' },
      { text: 'select 3', to: OTHER, of: undefined },
    ])
  })

  test('are counted without those that begin and end transactions, and by node with them', () => {
    const log = [
      'BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED;SELECT assign_distributed_transaction_id(0, 1, now())',
      'SELECT * FROM ordering.orders_102040',
      'update stock.levels_102041 set begins = true',
      "PREPARE TRANSACTION 'citus_0_1'",
      "COMMIT PREPARED 'citus_0_1'",
      'COMMIT',
      "ROLLBACK PREPARED 'citus_0_2'",
    ].map((text, i) => logged(text, i === 3 ? OTHER : ONE))
    const { statements, transactional, byNode } = tally(readCommands(log.join('\n'), new Map()))
    expect({ statements, transactional }).toEqual({ statements: 2, transactional: 5 })
    expect([...byNode]).toEqual([
      [ONE, 6],
      [OTHER, 1],
    ])
  })

  test('of an operation are medians, with the nodes that have nothing to do with the brand', () => {
    const execution = (statements: number, nodes: string[], status = 200) => ({
      operation: 'acceptance',
      allowed: [ONE, COORDINATOR],
      status,
      statements,
      transactional: 1,
      byNode: new Map(nodes.map((node) => [node, 1])),
    })
    const all = [
      execution(9, [ONE, COORDINATOR]),
      execution(40, [ONE, OTHER], 500),
      execution(8, [ONE, OTHER]),
    ]
    expect(figuresOf(all)).toEqual([
      { operation: 'acceptance', statements: 9, transactional: 1, foreignNodes: 1, failures: [500] },
    ])
    expect(figuresOf(all.slice(0, 1))[0]?.foreignNodes).toBe(0)
  })
})

const sample = (changes: Partial<Sample> = {}): Sample => ({
  request: 'GET /api/v1/orders as brand-1',
  node: OTHER,
  isOfBrand: true,
  status: 200,
  hasRetryAfter: false,
  startedMs: 10_000,
  tookMs: 20,
  ...changes,
})
const refused = { status: 503, hasRetryAfter: true, tookMs: 300 }

describe('an outage', () => {
  const outage = { node: ONE, beganMs: 5_000, returnedMs: 20_000 }
  const well = [
    sample(),
    sample({ node: ONE, ...refused }),
    sample({ node: ONE, ...refused, isOfBrand: false }),
    // It was sent as the node came back.
    sample({ node: ONE, ...refused, startedMs: 19_000, tookMs: 5_000 }),
    sample({ node: ONE, startedMs: 31_000 }),
  ]
  const brokenBy = (...more: Sample[]) =>
    judgeOutage([...well, ...more], outage).flatMap(({ isKept }, i) => (isKept ? [] : [RULES[i]]))
  const RULES = ['elsewhere', 'there', 'across', 'later']

  test('keeps the rules where brands elsewhere are served and the others are told to come again', () => {
    expect(brokenBy()).toEqual([])
  })

  test.each([
    ['a refusal elsewhere', 'elsewhere', sample(refused)],
    ['no answer elsewhere', 'elsewhere', sample({ status: 0 })],
    ['a refusal without Retry-After', 'there', sample({ node: ONE, ...refused, hasRetryAfter: false })],
    ['a refusal that takes long', 'there', sample({ node: ONE, ...refused, tookMs: 2_100 })],
    ['an error', 'there', sample({ node: ONE, ...refused, status: 500 })],
    ['an error of what spans brands', 'across', sample({ ...refused, status: 500, isOfBrand: false })],
    ['a refusal long after the return', 'later', sample({ node: ONE, ...refused, startedMs: 30_500 })],
  ])('breaks a rule by %s', (_what, rule, wrong) => {
    expect(brokenBy(wrong)).toEqual([rule])
  })

  test('breaks the rules that nothing was there to try', () => {
    expect(judgeOutage([], outage).map(({ isKept }) => isKept)).toEqual([false, false, false, false])
  })

  test('concerns requests that name a brand; operators and retailers ask across brands', () => {
    const seen = (as: string, method: 'GET' | 'POST', path: string) =>
      sampleOf(ONE, {
        request: { as, method, path },
        answer: { status: 503, retryAfterMs: 1000, body: undefined, node: 'api-1' },
        startedMs: 0,
        tookMs: 1,
      })
    expect(seen('brand-1', 'GET', '/api/v1/orders')).toMatchObject({ isOfBrand: true, hasRetryAfter: true })
    expect(seen('operator', 'POST', '/api/operator/v1/orders').isOfBrand).toBe(true)
    expect(seen('operator', 'GET', '/api/operator/v1/orders').isOfBrand).toBe(false)
    expect(seen('retailer', 'POST', '/api/retailer/v1/orders/1/-actions/refuse-reception').isOfBrand).toBe(
      false,
    )
  })
})

test('a change under load may refuse for a moment, with 503 and Retry-After, and nothing else', () => {
  const isKept = (changes: Partial<Sample>) => judgeChange([sample(), sample(changes)])[0]?.isKept
  expect(isKept(refused)).toBe(true)
  expect(isKept({ ...refused, hasRetryAfter: false })).toBe(false)
  expect(isKept({ status: 500 })).toBe(false)
  expect(isKept({ tookMs: 11_000 })).toBe(false)
  expect(judgeCalm([sample(), sample(refused)])[0]).toMatchObject({
    isKept: false,
    seen: expect.stringMatching(/^50 % of 2; 503/),
  })
})

test('a share below all is not shown as 100 %', () => {
  const many = Array.from({ length: 9_999 }, () => sample())
  expect(judgeCalm([...many, sample({ status: 500 })])[0]?.seen).toMatch(/^99\.9 %/)
})

test('the report has a table of operations, each rule, what was not played, and how many are broken', () => {
  const figures = { operation: 'acceptance', statements: 9, transactional: 4, foreignNodes: 1, failures: [] }
  const report: Report = {
    versions: 'PostgreSQL 17, Citus 13',
    outcomes: [
      {
        name: 'counts',
        operations: [figures],
        checks: [check('at most 8', false, 9), check('at rest', true)],
      },
      { name: 'growth', checks: [], skipped: 'not with --url' },
    ],
  }
  expect(reportText(report)).toBe(
    [
      'PostgreSQL 17, Citus 13',
      '',
      'sent to nodes  statements  BEGIN, PREPARE, COMMIT  nodes of other brands',
      'acceptance              9                       4                      1',
      '',
      'counts',
      '  NOT  at most 8: 9',
      '  ok   at rest',
      '',
      'growth: not with --url',
      '',
      'Rules broken: 1. Phases not played: 1.',
    ].join('\n'),
  )
  expect(isSound(report)).toBe(false)
  expect(isSound({ ...report, outcomes: report.outcomes.slice(1) })).toBe(true)
})
