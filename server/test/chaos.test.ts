/** The plan and the judgement of liveness of `npm run soak:chaos`: a seed gives its plan, and nothing that has stopped passes. */
import { describe, expect, test } from 'vitest'
import { judgeLiveness, LIVENESS } from '../soak/chaos/liveness.ts'
import { KINDS, planFaults } from '../soak/chaos/plan.ts'
import type { Alive, Snapshot } from '../soak/chaos/snapshots.ts'
import { PROCESSES } from '../soak/fleet/processes.ts'
import { findSilences, type Sample } from '../soak/fleet/silences.ts'

describe('the plan', () => {
  test('of a seed is always the same, and that of another one is another', () => {
    expect(planFaults(7, 5)).toEqual(planFaults(7, 5))
    expect(planFaults(7, 5)).not.toEqual(planFaults(8, 5))
    expect(planFaults(7, 5).map(({ number }) => number)).toEqual(planFaults(7, 5).map((_, i) => i + 1))
  })

  test('of five minutes has every kind, within its time and its length', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const plan = planFaults(seed, 5)
      expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)))
      for (const { kind, target, atMs, forMs } of plan) {
        expect(KINDS[kind].targets).toContain(target)
        expect(forMs).toBeLessThanOrEqual(KINDS[kind].longestSeconds * 1000)
        expect(atMs + forMs).toBeLessThanOrEqual(300_000)
      }
    }
  })

  test('hits nothing twice at a time', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const plan = planFaults(seed, 5)
      const databases = plan.filter(({ kind }) => kind.endsWith('-database') || kind === 'fill-disk')
      const hits = [
        databases,
        ...PROCESSES.map((name) => plan.filter(({ target }) => target.startsWith(name))),
      ]
      for (const its of hits) {
        its.slice(1).forEach(({ atMs }, i) => {
          expect(atMs).toBeGreaterThan((its[i]?.atMs ?? 0) + (its[i]?.forMs ?? 0))
        })
      }
    }
  })
})

describe('liveness', () => {
  const since = new Date('2026-03-02T09:00:00Z')
  const alive: Alive[] = PROCESSES.map((name, i) => ({
    name,
    pid: i + 1,
    since,
    isHealthy: true,
    works: true,
  }))
  const calm = (atMs: number): Snapshot => ({
    atMs,
    waiting: [],
    parked: [],
    held: [],
    workers: [
      { pid: 3, queues: ['a'] },
      { pid: 4, queues: ['b'] },
    ],
    sessions: [],
  })
  const session = {
    role: 'worker-1',
    application: 'tradehall worker',
    startedAt: since,
    state: 'active',
    isWaitingForLock: false,
    forMs: 0,
  }
  const due = { queue: 'jobs', lane: '1', mark: '0', isDue: true }
  const judge = (changes: Partial<Snapshot>, processes = alive, earlier: Partial<Snapshot> = changes) =>
    judgeLiveness({ ...calm(0), ...earlier }, { ...calm(30_000), ...changes }, processes).map(
      ({ check }) => check,
    )

  test('finds nothing where everything goes on', () => {
    const held = [{ what: 'job 1', by: 'a' }]
    const later = { waiting: [due, { ...due, lane: '2' }], held, sessions: [session] }
    const earlier = {
      waiting: [
        { ...due, mark: 'before' },
        { ...due, lane: '2', isDue: false },
      ],
    }
    expect(judge(later, alive, earlier)).toEqual([])
  })

  test.each([
    ['a job that nobody takes up', LIVENESS.advances, { waiting: [due] }],
    ['a parked event', LIVENESS.nothingParked, { parked: ['event'] }],
    ['a job of a worker that is gone', LIVENESS.deadHoldNothing, { held: [{ what: 'job 1', by: 'c' }] }],
    [
      'a registered worker that does not run',
      LIVENESS.deadHoldNothing,
      { workers: [{ pid: 9, queues: [] }] },
    ],
    [
      'a session of a process that was killed',
      LIVENESS.deadHoldNothing,
      { sessions: [{ ...session, startedAt: new Date(0) }] },
    ],
    [
      'a session that waits for a lock',
      LIVENESS.noneWaits,
      { sessions: [{ ...session, isWaitingForLock: true, forMs: 20_000 }] },
    ],
    [
      'a transaction that nobody ends',
      LIVENESS.noneWaits,
      { sessions: [{ ...session, state: 'idle in transaction', forMs: 40_000 }] },
    ],
  ])('finds %s', (_what, check, changes) => {
    expect(judge(changes)).toEqual([check])
  })

  test.each([
    ['does not run', alive.slice(1)],
    ['fails its health check', alive.map((one) => ({ ...one, isHealthy: one.name !== 'api-1' }))],
    ['does not work', alive.map((one) => ({ ...one, works: one.name !== 'worker-2' }))],
  ])('finds a process that %s', (_what, processes) => {
    expect(judge({}, processes)).toEqual([LIVENESS.works])
  })
})

describe('a silent process', () => {
  const samples = (changes: (second: number) => Partial<Sample>) =>
    Array.from(
      { length: 60 },
      (_, second): Sample => ({
        process: 'worker-1',
        atMs: second * 1000,
        isHealthy: true,
        works: true,
        ...changes(second),
      }),
    )

  test('is one that does not work for long while its health check is good', () => {
    expect(findSilences(samples((second) => ({ works: second < 10 })))).toEqual([
      { process: 'worker-1', fromMs: 10_000, toMs: 59_000 },
    ])
  })

  test('is none that works, that fails its check, or of which nobody asked anything', () => {
    expect(findSilences(samples(() => ({})))).toEqual([])
    expect(findSilences(samples((second) => ({ works: false, isHealthy: second % 20 > 0 })))).toEqual([])
    expect(findSilences(samples(() => ({ works: undefined })))).toEqual([])
    expect(findSilences(samples((second) => ({ works: second % 20 === 0 })))).toEqual([])
  })
})
