import { randomFillSync } from 'node:crypto'
import { v5, v7 } from 'uuid'
import type { Clock } from './clock.ts'

export interface Ids {
  /**
   * A new UUIDv7, so that rows of one table are stored in the order of their making, also those that one process makes
   * within a millisecond.
   */
  next(): string
}

export function createIds(clock: Clock): Ids {
  const nextBytes = pooledRandomBytes()
  let msecs = Number.NaN
  let seq = 0
  return {
    next() {
      const now = clock.now().getTime()
      const random = nextBytes()
      // Half of the numbers are left to count on with.
      seq = now === msecs ? seq + 1 : new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
      msecs = now
      return v7({ msecs, seq, random })
    },
  }
}

const NAMESPACE = '2d5ff1a5-1f0c-4d6e-9c6c-2f5a0a3d9b10'

/** The id of something that has a name and no row: the same each time, everywhere. */
export const namedId = (name: string): string => v5(name, NAMESPACE)

const ID_BYTES = 16
const POOL_BYTES = 4096

/** Asking the system for a few random bytes at a time costs more than the rest of an id. */
function pooledRandomBytes(): () => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES)
  let used = POOL_BYTES
  return () => {
    if (used === POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += ID_BYTES
    return pool.subarray(used - ID_BYTES, used)
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
