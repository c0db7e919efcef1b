import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { DatabaseAway } from '../database-health/away.ts'
import { groupOverlapping, type OverlappingJob } from './overlapping-jobs.ts'

interface Job extends OverlappingJob {
  id: string
}
const job = (id: string, keys = 'a', name?: string): Job => ({ id, keys: keys.split(''), name })

interface Run {
  ids: string
  end: (results?: readonly (string | Error)[]) => void
  fail: (error: Error) => void
}

/** Groups that end when the test says so. */
function start({ most = 10, checkWait = () => {} } = {}) {
  const runs: Run[] = []
  const submit = groupOverlapping<Job, string>({
    run(jobs) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly (string | Error)[]>()
      const ids = jobs.map(({ id }) => id)
      runs.push({ ids: ids.join(''), end: (results = ids) => resolve(results), fail: reject })
      return promise
    },
    most,
    checkWait,
  })
  const outcomes: Record<string, unknown> = {}
  const send = (...jobs: Job[]) =>
    jobs.map(async (one) => {
      outcomes[one.id] = await submit(one).catch((error) => error.message)
    })
  const running = () => runs.map(({ ids }) => ids)
  /** Ends a run, and returns all that were started so far. */
  const next = async (i: number, end: (run: Run) => void = (run) => run.end()) => {
    end(runs[i] as Run)
    await new Promise(setImmediate)
    return running()
  }
  return { send, next, running, outcomes }
}

test('jobs that share something with a running one are run together when it ends, others at once', async () => {
  const { send, next, running, outcomes } = start()
  send(job('1', 'ab'), job('2', 'bc'), job('3', 'd'), job('4', 'ca'), job('5', 'e'))
  expect(running()).toEqual(['1', '3', '5'])
  // Jobs 2 and 4 wait and run as one group. Job 3 shares nothing with a running job and does not wait.
  expect(await next(0)).toEqual(['1', '3', '5', '24'])
  send(job('6', 'cf'), job('7', 'f'))
  expect(running()).toEqual(['1', '3', '5', '24', '7'])
  expect(await next(3)).toEqual(['1', '3', '5', '24', '7'])
  expect(await next(4)).toEqual(['1', '3', '5', '24', '7', '6'])
  expect(outcomes).toEqual({ 1: '1', 2: '2', 4: '4', 7: '7' })
})

test('a group has a maximum size, and no two jobs of the same name', async () => {
  const { send, next } = start({ most: 3 })
  send(job('1'), job('2', 'a', 'x'), job('3', 'a', 'x'), job('4'), job('5'), job('6'))
  expect(await next(0)).toEqual(['1', '245'])
  expect(await next(1)).toEqual(['1', '245', '36'])
})

test('each job of a group gets its own result or error', async () => {
  const { send, next, outcomes } = start()
  send(job('1'), job('2'), job('3'))
  await next(0)
  await next(1, ({ end }) => end(['done', new Error('short')]))
  expect(outcomes).toEqual({ 1: '1', 2: 'done', 3: 'short' })
})

test('of a group that throws, jobs are run one by one', async () => {
  const { send, next, outcomes } = start()
  send(job('1'), job('2'), job('3'), job('4'))
  await next(0)
  expect(await next(1, ({ fail }) => fail(new Error('one of them')))).toEqual(['1', '234', '2'])
  await next(2)
  send(job('5'))
  await next(3, ({ fail }) => fail(new Error('it was this one')))
  expect(await next(4)).toEqual(['1', '234', '2', '3', '4', '5'])
  expect(outcomes).toEqual({ 1: '1', 2: '2', 3: 'it was this one', 4: '4' })
})

test('nothing is retried if the database goes away, because the group may have been committed', async () => {
  const { send, next, outcomes } = start()
  send(job('1'), job('2'), job('3'))
  await next(0)
  expect(await next(1, ({ fail }) => fail(new DatabaseAway('away')))).toEqual(['1', '23'])
  expect(outcomes).toEqual({ 1: '1', 2: 'away', 3: 'away' })
})

test('a job that has waited too long is refused, and a group runs within the timeout of its last job', async () => {
  const request = new AsyncLocalStorage<{ isLate: boolean; name: string }>()
  const ranIn: unknown[] = []
  let gate = Promise.withResolvers<void>()
  const submit = groupOverlapping<Job, string>({
    async run(jobs) {
      ranIn.push(request.getStore()?.name)
      await gate.promise
      return jobs.map(({ id }) => id)
    },
    most: 10,
    checkWait: () => {
      if (request.getStore()?.isLate) throw new Error('too late')
    },
  })
  const requests = ['1', '2', '3', '4'].map((name) => ({ name, isLate: false }))
  const answers = requests.map((one) =>
    request.run(one, () => submit(job(one.name)).catch((error) => error.message)),
  )
  if (requests[1]) requests[1].isLate = true
  gate.resolve()
  gate = Promise.withResolvers()
  expect(await Promise.all(answers.slice(0, 2))).toEqual(['1', 'too late'])
  gate.resolve()
  expect(await Promise.all(answers)).toEqual(['1', 'too late', '3', '4'])
  expect(ranIn).toEqual(['1', '4'])
})
