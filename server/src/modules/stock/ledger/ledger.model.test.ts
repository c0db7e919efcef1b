/** Random sequences of all verbs, compared with a simple in-memory model of the ledger. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { randomRuns } from '../../../../test/chance.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger, openVariants, readLevels } from '../../../../test/stock.ts'
import { release, reserve, ship } from './reservations.ts'
import { setStock } from './set-stock.ts'
import type { StockChange } from './set-stock-query.ts'

const shop = await market({ cleanUp: afterAll })
const { platform } = shop
const { db } = platform
const VARIANTS = 3

interface ModelLevel {
  available: number
  reserved: number
  always: boolean
  policy: 'deny' | 'continue'
}

type Command =
  | { verb: 'set'; variant: number; to: StockChange['to']; policy?: 'deny' | 'continue'; expected?: number }
  | { verb: 'reserve' | 'release' | 'ship'; lines: { variant: number; quantity: number }[]; cause: number }

const amount = fc.integer({ min: 0, max: 30 })
const target: fc.Arbitrary<StockChange['to']> = fc.oneof(
  fc.record({ onHand: amount }),
  fc.record({ available: amount }),
  fc.constant({ alwaysInStock: true as const }),
  fc.constant({ tracked: true as const }),
)
const variant = fc.integer({ min: 0, max: VARIANTS - 1 })
const lines = fc.array(fc.record({ variant, quantity: fc.integer({ min: 1, max: 12 }) }), {
  minLength: 1,
  maxLength: 4,
})
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record(
    {
      verb: fc.constant('set' as const),
      variant,
      to: target,
      policy: fc.constantFrom('deny' as const, 'continue' as const),
      expected: amount,
    },
    { requiredKeys: ['verb', 'variant', 'to'] },
  ),
  fc.record({
    verb: fc.constantFrom('reserve' as const, 'reserve' as const, 'release' as const, 'ship' as const),
    lines,
    // Few causes, so that they repeat.
    cause: fc.integer({ min: 0, max: 40 }),
  }),
)

/** The expected result of a command; updates the model if the command succeeds. */
function predict(levels: ModelLevel[], causes: Set<number>, one: Command): unknown {
  if (one.verb === 'set') return predictSet(levels[one.variant] as ModelLevel, one)
  const sums = new Map<number, number>()
  for (const line of one.lines) sums.set(line.variant, (sums.get(line.variant) ?? 0) + line.quantity)
  const entries = [...sums].map(([i, quantity]) => ({ level: levels[i] as ModelLevel, quantity }))
  if (causes.has(one.cause)) return { applied: true, repeated: true }
  if (one.verb === 'reserve') {
    const isShort = ({ level, quantity }: (typeof entries)[number]) =>
      !level.always && level.policy === 'deny' && level.available < quantity
    if (entries.some(isShort)) return { applied: false, short: entries.filter(isShort).length }
  } else if (entries.some(({ level, quantity }) => level.reserved < quantity)) return 'bug'
  causes.add(one.cause)
  for (const { level, quantity } of entries) {
    level.reserved += one.verb === 'reserve' ? quantity : -quantity
    if (level.always || one.verb === 'ship') continue
    level.available += one.verb === 'reserve' ? -quantity : quantity
  }
  return { applied: true, repeated: false }
}

function predictSet(level: ModelLevel, { to, policy, expected }: Extract<Command, { verb: 'set' }>): unknown {
  if (expected !== undefined && (level.always || level.available + level.reserved !== expected)) {
    return { applied: false, onHand: level.always ? null : level.available + level.reserved }
  }
  if ('alwaysInStock' in to) Object.assign(level, { available: 0, always: true, policy: 'deny' })
  else {
    if ('onHand' in to) level.available = to.onHand - level.reserved
    if ('available' in to) level.available = to.available
    level.always = false
    level.policy = policy ?? level.policy
  }
  return { applied: true }
}

async function perform(brandId: string, ids: readonly string[], one: Command): Promise<unknown> {
  const idOf = (i: number) => ids[i] as string
  if (one.verb === 'set') {
    const { policy, expected, to } = one
    const change = {
      variantId: idOf(one.variant),
      to,
      ...(policy && { inventoryPolicy: policy }),
      ...(expected !== undefined && { expectedOnHand: expected }),
    }
    const outcome = await setStock(platform, brandId, [change])
    return outcome.applied ? { applied: true } : { applied: false, onHand: outcome.conflicts[0]?.onHand }
  }
  const lines = one.lines.map(({ variant: i, quantity }) => ({ variantId: idOf(i), quantity }))
  const verb = { reserve, release, ship }[one.verb]
  try {
    const outcome = await verb(platform, brandId, lines, { relatedId: 'o', cause: `cause/${one.cause}` })
    if (!outcome.applied) return { applied: false, short: outcome.short.length }
    return { applied: true, repeated: outcome.repeated }
  } catch (error) {
    expect(String(error)).toContain('levels_reserved_not_negative')
    return 'bug'
  }
}

test('any sequence of commands leaves the levels of the model', { timeout: 600_000 }, async () => {
  const sequence = fc.array(command, { minLength: 5, maxLength: 25 })
  // A failure prints the seed and the shortest failing sequence.
  await fc.assert(
    fc.asyncProperty(sequence, async (commands) => {
      const brandId = randomUUID()
      const levels: ModelLevel[] = Array.from({ length: VARIANTS }, () => ({
        available: 10,
        reserved: 0,
        always: false,
        policy: 'deny',
      }))
      const ids = await openVariants(
        platform,
        levels.map(() => ({ onHand: 10 })),
        brandId,
      )
      const causes = new Set<number>()
      for (const one of commands) {
        expect(await perform(brandId, ids, one), JSON.stringify(one)).toEqual(predict(levels, causes, one))
      }
      const stored = await readLevels(db, ids)
      expect(stored).toEqual(
        levels.map(({ available, reserved, always, policy }) => ({
          available,
          reserved,
          is_always_in_stock: always,
          inventory_policy: policy,
        })),
      )
      await expectSoundLedger(db)
    }),
    { numRuns: randomRuns(60) },
  )
})
