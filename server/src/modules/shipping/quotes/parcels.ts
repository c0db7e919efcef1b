/** The request body with the parcels of an order, and the limits of their sizes. */
import { compileInput, joinProblems, Problem, REFUSE_STRAYS } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import type { Parcel } from '../carriers/carrier.ts'
import { tooLong } from '../errors.ts'

const MAX_PARCELS = 20
const MAX_SIDE_CM = 274
const MAX_KG = 30
/** The limit of common sorting machines for the longest side plus the girth of the others. */
const MAX_LENGTH_AND_GIRTH_CM = 400

const side = (description: string) =>
  Type.Number({ minimum: 1, maximum: MAX_SIDE_CM, examples: [40], description: `${description}, in cm.` })

const parcel = Type.Object({
  length: side('Its length'),
  width: side('Its width'),
  height: side('Its height'),
  kg: Type.Number({ minimum: 0.001, maximum: MAX_KG, examples: [5.2], description: 'Its weight, in kg.' }),
})

export const quoteBody = Type.Object(
  {
    parcels: Type.Array(parcel, {
      minItems: 1,
      maxItems: MAX_PARCELS,
      description: `All parcels of the order. The longest side and the girth (twice the sum of the others) may be ${MAX_LENGTH_AND_GIRTH_CM} cm together.`,
    }),
  },
  REFUSE_STRAYS,
)

const check = compileInput(quoteBody)

/** Reports one problem for each violated rule. Sides are rounded up to whole centimetres, weights to the nearest gram. */
export function readParcels(body: unknown): Parcel[] {
  const problems = tooLarge(body)
  const parcels = collect(problems, () => check(body).parcels)
  if (!parcels || problems.length > 0) throw joinProblems(problems)
  return parcels.map(({ length, width, height, kg }) => ({
    lengthCm: Math.ceil(length),
    widthCm: Math.ceil(width),
    heightCm: Math.ceil(height),
    weightG: Math.round(kg * 1000),
  }))
}

/** Returns the result of `read`, or adds the problem that it throws. */
function collect<T>(problems: Problem[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    problems.unshift(error)
    return undefined
  }
}

/** Checks all parcels whose sides are numbers, even if other members are invalid. */
function tooLarge(body: unknown): Problem[] {
  const { parcels } = body as { parcels?: unknown }
  if (!Array.isArray(parcels)) return []
  return parcels.slice(0, MAX_PARCELS).flatMap((given: Partial<Static<typeof parcel>> | null, i) => {
    const sides = [given?.length, given?.width, given?.height]
    if (!sides.every((one) => typeof one === 'number')) return []
    const size = lengthAndGirth(sides)
    if (size <= MAX_LENGTH_AND_GIRTH_CM) return []
    return [tooLong(size, MAX_LENGTH_AND_GIRTH_CM, `parcels.${i}`)]
  })
}

export function lengthAndGirth(sides: readonly number[]): number {
  const longest = Math.max(...sides)
  const others = sides.reduce((sum, one) => sum + one, 0) - longest
  // Rounding errors of decimal sums must not reject a parcel of exactly the limit.
  return Number((longest + 2 * others).toFixed(6))
}
