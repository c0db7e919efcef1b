/** Generates UUIDs, and declares the types of ids. */
import { randomFillSync } from 'node:crypto'
import { v5 } from 'uuid'
import type { Clock } from './clock.ts'

export interface Ids {
  /**
   * A new UUIDv7, so that rows are stored in the order of their creation. Ids that one process generates within a
   * millisecond are ordered too.
   */
  next(): string
}

export function createIds(clock: Clock): Ids {
  const nextWord = pooledRandomWords()
  let msecs = Number.NaN
  let timestamp = ''
  let seq = 0
  return {
    next() {
      const now = clock.now().getTime()
      if (now === msecs) {
        seq += 1
      } else {
        msecs = now
        timestamp = formatTimestamp(now)
        // Starts in the lower half, so that the counter cannot overflow.
        seq = nextWord() >>> 1
      }
      return timestamp + formatRest(seq, nextWord(), nextWord())
    },
  }
}

/** The 48-bit timestamp of RFC 9562, formatted once for all ids of a millisecond. */
function formatTimestamp(msecs: number): string {
  const digits = msecs.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`
}

/** The version, 12 bits of the counter, the variant, the other 20 bits of the counter, and 42 random bits. */
function formatRest(seq: number, high: number, low: number): string {
  const third = hex(0x70 | (seq >>> 28)) + hex(seq >>> 20)
  const fourth = hex(0x80 | ((seq >>> 14) & 0x3f)) + hex(seq >>> 6)
  const last = hex((seq << 2) | (high >>> 30)) + hex(high)
  return `${third}-${fourth}-${last}${hex(low >>> 24)}${hex(low >>> 16)}${hex(low >>> 8)}${hex(low)}`
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const hex = (byte: number) => HEX[byte & 0xff] as string

const NAMESPACE = '2d5ff1a5-1f0c-4d6e-9c6c-2f5a0a3d9b10'

/** A deterministic id (UUIDv5) for something that has a name and no row. */
export const namedId = (name: string): string => v5(name, NAMESPACE)

const POOL_WORDS = 1024

/** Requests random bytes from the system in bulk: requests for a few bytes cost more than the rest of an id. */
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
 * The id of one kind of entity. A plain string is assignable to it, so that no conversion is needed at the edges; but the
 * id of one kind is not assignable to another, so that swapped arguments are type errors.
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
export type SessionId = Id<'session'>
export type UserId = Id<'user'>
export type VariantId = Id<'variant'>
