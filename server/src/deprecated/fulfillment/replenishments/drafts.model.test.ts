/** Applies random commands of the brand and the warehouse to the server and to a model in memory, and compares both. */
import { Problem } from '@tradehall/jsonapi'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testSeed } from '../../../../test/chance.ts'
import { FULL } from '../../../../test/full.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { declareGoods, expectSoundLots, levelIn } from '../../../../test/warehouse.ts'
import { changeReplenishment, createReplenishment, deleteDraft, readOwnReplenishment } from './drafts.ts'
import type { ReplenishmentStatus } from './queries.ts'
import { deliverReplenishment, receiveReplenishment } from './receiving.ts'
import { sendReplenishment } from './sending.ts'

const SEQUENCES = FULL ? 40 : 12
const STEPS = 12

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { brandId } = shop.credentials
const goods = await declareGoods(shop, [{}, {}])
const ids = goods.map(({ itemId }) => itemId)

interface ModelReplenishment {
  id: string
  status: ReplenishmentStatus | 'deleted'
  announced: number[]
  received: number[]
}

/** The stock of the warehouse after all replenishments so far. */
const shelf = goods.map(() => ({ available: 0, damaged: 0, incoming: 0 }))

type Command =
  | { verb: 'edit'; quantities: number[] }
  | { verb: 'confirm' | 'send' | 'deliver' | 'drop' }
  | { verb: 'receive'; quantities: number[]; isDamaged: boolean; isLast: boolean }

const quantities = fc.array(fc.nat({ max: 6 }), { minLength: goods.length, maxLength: goods.length })
/** The index of a replenishment, and the command that is applied to it. */
const commands: fc.Arbitrary<[number, Command]> = fc.tuple(
  fc.nat({ max: 2 }),
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ verb: fc.constant('edit' as const), quantities }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('confirm' as const) }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('send' as const) }) },
    { weight: 3, arbitrary: fc.record({ verb: fc.constant('deliver' as const) }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('drop' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        verb: fc.constant('receive' as const),
        quantities,
        isDamaged: fc.boolean(),
        isLast: fc.boolean(),
      }),
    },
  ),
)

const itemsOf = (quantities: readonly number[]) =>
  quantities.flatMap((quantity, i) =>
    quantity > 0 ? [{ fulfillmentItemId: ids[i] as string, quantity }] : [],
  )

async function perform(id: string, command: Command): Promise<number> {
  try {
    switch (command.verb) {
      case 'edit':
        await changeReplenishment(platform, brandId, id, { items: itemsOf(command.quantities) }, 'data')
        break
      case 'confirm':
        await changeReplenishment(platform, brandId, id, { status: 'confirmed' }, 'data')
        break
      case 'send':
        await sendReplenishment(platform, brandId, id)
        break
      case 'deliver':
        await deliverReplenishment(platform, brandId, id)
        break
      case 'drop':
        await deleteDraft(platform, brandId, id)
        break
      case 'receive': {
        const status = command.isDamaged ? ('damaged' as const) : ('available' as const)
        const items = itemsOf(command.quantities).map((item) => ({ ...item, status }))
        await receiveReplenishment(platform, brandId, id, { items, isLast: command.isLast })
      }
    }
    return 200
  } catch (error) {
    if (error instanceof Problem) return error.status
    throw error
  }
}

/** Applies a command to the model and returns the expected status code. */
function predict(one: ModelReplenishment, command: Command): number {
  if (one.status === 'deleted') return command.verb === 'send' ? 200 : 404
  switch (command.verb) {
    case 'edit':
    case 'confirm':
    case 'drop':
      if (one.status !== 'created') return 422
      if (command.verb === 'edit') one.announced = command.quantities
      else one.status = command.verb === 'confirm' ? 'confirmed' : 'deleted'
      return 200
    case 'send':
      // Sending is a job, which skips replenishments that are not confirmed.
      if (one.status !== 'confirmed') return 200
      one.status = 'sent'
      shelf.forEach((there, i) => {
        there.incoming += one.announced[i] ?? 0
      })
      return 200
    case 'deliver':
      if (one.status !== 'sent') return 409
      one.status = 'delivered'
      return 200
    case 'receive':
      return receiveInModel(one, command)
  }
}

function receiveInModel(one: ModelReplenishment, command: Extract<Command, { verb: 'receive' }>): number {
  if (one.status !== 'delivered') return 409
  // A receipt with an unannounced item is rejected as a whole.
  if (command.quantities.some((quantity, i) => quantity > 0 && one.announced[i] === 0)) return 422
  shelf.forEach((there, i) => {
    const came = command.quantities[i] ?? 0
    const open = Math.max(0, (one.announced[i] ?? 0) - (one.received[i] ?? 0))
    there[command.isDamaged ? 'damaged' : 'available'] += came
    there.incoming -= command.isLast ? open : Math.min(open, came)
    one.received[i] = (one.received[i] ?? 0) + came
  })
  if (command.isLast) one.status = 'received'
  return 200
}

async function expectAsInModel(replenishments: readonly ModelReplenishment[]): Promise<void> {
  for (const { id, status, announced, received } of replenishments) {
    if (status === 'deleted') continue
    const shown = await readOwnReplenishment(platform.db, brandId, id)
    expect(shown.status).toBe(status)
    expect(shown.items.map(({ fulfillmentItemId, quantity }) => ({ fulfillmentItemId, quantity }))).toEqual(
      itemsOf(announced),
    )
    const sums = ids.map((itemId) =>
      shown.receipts
        .flatMap(({ items }) => items)
        .filter(({ fulfillmentItemId }) => fulfillmentItemId === itemId)
        .reduce((sum, { quantity }) => sum + quantity, 0),
    )
    expect(sums).toEqual(received)
  }
  for (const [i, { variantId }] of goods.entries()) {
    expect(await levelIn(platform, variantId)).toMatchObject(shelf[i] as object)
  }
}

/** The replenishments start as draft, sent and delivered, so that short sequences reach every status. */
const BEGINNING: [number, Command][] = [
  [1, { verb: 'confirm' }],
  [1, { verb: 'send' }],
  [2, { verb: 'confirm' }],
  [2, { verb: 'send' }],
  [2, { verb: 'deliver' }],
]
const ANNOUNCED = [
  [3, 4],
  [5, 0],
  [1, 1],
]

test('status, receipts and ledger agree with the model after random commands of brand and warehouse', async () => {
  const sequence = fc.array(commands, { minLength: STEPS, maxLength: STEPS })
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const drafts = await Promise.all(
        ANNOUNCED.map(async (announced): Promise<ModelReplenishment> => {
          const wanted = { shippingCarrierName: 'N', shipmentType: '', items: itemsOf(announced) }
          const { id } = await createReplenishment(platform, brandId, wanted)
          return { id, status: 'created', announced, received: [0, 0] }
        }),
      )
      for (const [which, command] of [...BEGINNING, ...steps]) {
        const one = drafts[which] as ModelReplenishment
        // The schema of the request rejects drafts without items.
        if (command.verb === 'edit' && command.quantities.every((quantity) => quantity === 0)) continue
        const from = one.status
        const expected = predict(one, command)
        expect(await perform(one.id, command), `${command.verb} in ${from}`).toBe(expected)
      }
      await expectAsInModel(drafts)
    }),
    { numRuns: SEQUENCES, seed: testSeed(), endOnFailure: true },
  )
  await expectSoundLots(platform.db)
  await expectSoundLedger(platform.db)
})
