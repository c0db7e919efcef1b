import { randomFillSync } from 'node:crypto'
import { v5 } from 'uuid'
import type { Clock } from './clock.ts'

export interface Ids {
  /**
   * A new UUIDv7, so that rows of one table are stored in the order of their making, also those that one process makes
   * within a millisecond.
   */
  next(): string
}

export function createIds(clock: Clock): Ids {
  const nextWord = pooledRandomWords()
  let msecs = Number.NaN
  let moment = ''
  let seq = 0
  return {
    next() {
      const now = clock.now().getTime()
      if (now === msecs) {
        seq += 1
      } else {
        msecs = now
        moment = writeMoment(now)
        // Half of the numbers are left to count on with.
        seq = nextWord() >>> 1
      }
      return moment + writeRest(seq, nextWord(), nextWord())
    },
  }
}

/** The 48 bits of the moment, as RFC 9562 has them. Written once for all ids of a millisecond. */
function writeMoment(msecs: number): string {
  const digits = msecs.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`
}

/** The version, 12 bits of the number, the variant, its 20 others, and 42 random bits. */
function writeRest(seq: number, high: number, low: number): string {
  const third = hex(0x70 | (seq >>> 28)) + hex(seq >>> 20)
  const fourth = hex(0x80 | ((seq >>> 14) & 0x3f)) + hex(seq >>> 6)
  const last = hex((seq << 2) | (high >>> 30)) + hex(high)
  return `${third}-${fourth}-${last}${hex(low >>> 24)}${hex(low >>> 16)}${hex(low >>> 8)}${hex(low)}`
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hex = (byte: number) => HEX[byte & 0xff] as string

const NAMESPACE = '2d5ff1a5-1f0c-4d6e-9c6c-2f5a0a3d9b10'

/** The id of something that has a name and no row: the same each time, everywhere. */
export const namedId = (name: string): string => v5(name, NAMESPACE)

const POOL_WORDS = 1024

/** Asking the system for a few random bytes at a time costs more than the rest of an id. */
function pooledRandomWords(): () => number {
  const pool = new Uint32Array(POOL_WORDS)
  let used = POOL_WORDS
  return () => {
    if (used === POOL_WORDS) {
      randomFillSync(pool)
      used = 0
    }
    return pool[used++] as number
  }
}

declare const kind: unique symbol

/**
 * The id of one kind of thing. Any text may be taken for one, so that nothing has to be converted at the edges; but the
 * id of one kind is never taken for that of another, so that two arguments cannot change places.
 */
type Id<Kind extends string> = string & { readonly [kind]?: Kind }

export type ApplicationId = Id<'application'>
export type BrandId = Id<'brand'>
export type LocationId = Id<'location'>
export type OperationId = Id<'operation'>
export type OrderId = Id<'order'>
export type ProductId = Id<'product'>
export type RetailerId = Id<'retailer'>
export type SubscriptionId = Id<'subscription'>
export type UserId = Id<'user'>
export type VariantId = Id<'variant'>
