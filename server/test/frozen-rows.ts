/**
 * Freezes every row that a test makes the server read, because rows of results that are read again and again are frozen
 * (decision 34): code that changes a row fails here, and not first under load.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll } from 'vitest'

const freezeAll = (rows: unknown) => {
  for (const row of rows as unknown[]) freeze(row)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
}

beforeAll(() => subscribe('tradehall.rows', freezeAll))
afterAll(() => void unsubscribe('tradehall.rows', freezeAll))
