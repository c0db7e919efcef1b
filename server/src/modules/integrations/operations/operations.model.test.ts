/** Random commands on operations of one brand, compared with a model of the specification's table of statuses. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  addProducts,
  entry,
  OPERATIONS,
  readOperation,
  requestOperation,
  start,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { createScheduler } from '../runs/runners.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const runNextBatch = createScheduler(shop.platform)

interface Modelled {
  id: string
  status: string
  good: number
  bad: number
  isStopping?: boolean
}

const commands = fc.array(
  fc.oneof(
    fc.constant('open' as const),
    fc.constant('work' as const),
    fc.record({ what: fc.constantFrom('add-good', 'add-bad', 'start', 'cancel'), which: fc.nat() }),
  ),
  { minLength: 5, maxLength: 25 },
)
type Command = { what: string; which: number } | 'open' | 'work'

let names = 0

async function carry(command: Command, model: Modelled[]): Promise<void> {
  if (command === 'open') {
    const answer = await requestOperation(shop)
    const isOpen = model.some(({ status }) => status === 'created')
    expect(answer.status).toBe(isOpen ? 409 : 201)
    if (!isOpen) model.push({ id: answer.body.data.id, status: 'created', good: 0, bad: 0 })
    return
  }
  if (command === 'work') {
    // Every operation here fits into one batch.
    const running = model.find(({ status }) => status === 'started')
    expect(await runNextBatch()).toBe(running !== undefined)
    if (running) end(running, model)
    return
  }
  const target = model[command.which % Math.max(1, model.length)]
  if (!target) return
  const { id, status } = target
  if (command.what === 'start') {
    expect((await start(shop, id)).status).toBe(status === 'created' ? 200 : 409)
    if (status !== 'created') return
    const isBusy = model.some((other) => other.status === 'started')
    target.status = target.good + target.bad === 0 ? 'skipped' : isBusy ? 'pending' : 'started'
    // Pending operations start in the order in which they were queued.
    model.splice(model.indexOf(target), 1)
    model.push(target)
    await shop.advance(1)
  } else if (command.what === 'cancel') {
    const answer = await shop.send('POST', `${OPERATIONS}/${id}/-actions/cancel`)
    const isEarly = status === 'created' || status === 'pending'
    expect(answer.status).toBe(isEarly || status === 'started' ? 200 : 409)
    if (isEarly) target.status = 'cancelled'
    if (status === 'started') target.isStopping = true
  } else {
    names += 1
    const isGood = command.what === 'add-good'
    const sent = entry(`M-${names}`, isGood ? {} : { name: undefined })
    expect((await addProducts(shop, id, [sent])).status).toBe(status === 'created' ? 200 : 403)
    if (status === 'created') target[isGood ? 'good' : 'bad'] += 1
  }
}

function end(running: Modelled, model: Modelled[]): void {
  running.status = running.isStopping
    ? 'cancelled'
    : running.bad === 0
      ? 'succeeded'
      : running.good === 0
        ? 'failed'
        : 'partially_failed'
  const next = model.find(({ status }) => status === 'pending')
  if (next) next.status = 'started'
}

test('any sequence of commands leaves operations where the table says', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const model: Modelled[] = []
      for (const command of sequence) await carry(command, model)
      for (const { id, status, good, bad } of model) {
        const { attributes } = await readOperation(shop, id)
        const isDone = ['succeeded', 'failed', 'partially_failed'].includes(status)
        expect(attributes).toMatchObject({
          status,
          totalProductsCount: good + bad,
          processedProductsCount: isDone ? good : 0,
          failedProductsCount: isDone ? bad : 0,
        })
      }
      // The next sequence begins without an open or running operation.
      while (await runNextBatch());
      await shop.platform.db`update integrations.operations set status = 'cancelled' where status = 'created'`
    }),
    { numRuns: 15 },
  )
})
