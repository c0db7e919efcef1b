import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { whileLocked } from '../../../test/locks.ts'
import { connect } from '../database.ts'
import { mailTexts } from '../mail.ts'
import { countByKey, resealColumn } from './sealed-columns.ts'
import { createSecrets } from './secrets.ts'

const databaseUrl = await createTestDatabase(afterAll)
const db = connect(databaseUrl, { pool: 2, name: 'test' })
afterAll(() => db.end())

const [old, fresh, other] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'))
const before = createSecrets(`${old}`)
const secrets = createSecrets(`${fresh},${old}`)
const [FIRST, SECOND = ''] = secrets.keyNames

/** More than two batches. */
const MAILS = 1100

async function insertMails(sealed: readonly Buffer[]): Promise<void> {
  await db`
    insert into platform.mails (id, recipient, subject, body_encrypted, created_at)
    select id, 'anna@shop.test', 'Hello', body, now()
    from unnest(${sealed.map(() => randomUUID())}::uuid[], ${sealed as Buffer[]}::bytea[]) as mail (id, body)`
}
const texts = async () => {
  const rows = await db<{ body_encrypted: Buffer }[]>`
    select body_encrypted from platform.mails where body_encrypted is not null`
  return rows.map((row) => secrets.open(row.body_encrypted)?.text ?? null).sort()
}
const counts = () => countByKey({ db, secrets }, mailTexts)

beforeEach(async () => {
  await db`delete from platform.mails`
})

test('every value of an older key is sealed with the first key, in all batches, and others are not changed', async () => {
  const wanted = Array.from({ length: MAILS }, (_, i) => `mail ${i}`)
  await insertMails(wanted.map((text) => before.encrypt(text)))
  await insertMails([secrets.encrypt('new'), createSecrets(`${other}`).encrypt('lost')])
  await db`
    insert into platform.mails (id, recipient, subject, created_at)
    values (${randomUUID()}, 'anna@shop.test', 'Sent', now())`
  expect(await counts()).toEqual(
    new Map([
      [SECOND, MAILS],
      [FIRST, 1],
      [null, 1],
    ]),
  )
  let reported = 0
  const result = await resealColumn({ db, secrets }, mailTexts, (count) => {
    reported += count
  })
  expect(result).toEqual({ found: MAILS, sealed: MAILS })
  expect(reported).toBe(MAILS)
  expect(await counts()).toEqual(
    new Map([
      [FIRST, MAILS + 1],
      [null, 1],
    ]),
  )
  expect(await texts()).toEqual([...wanted, 'new', null].sort())
  expect(await resealColumn({ db, secrets }, mailTexts)).toEqual({ found: 0, sealed: 0 })
})

test('a pass that was stopped halfway is repeated, and seals only the rest', async () => {
  await insertMails(Array.from({ length: 600 }, () => before.encrypt('hush')))
  let done = 0
  const stopped = resealColumn({ db, secrets }, mailTexts, (count) => {
    done += count
    if (done >= 300) throw new Error('stopped')
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect((await counts()).get(SECOND)).toBe(600 - done)
  expect(await resealColumn({ db, secrets }, mailTexts)).toEqual({ found: 600 - done, sealed: 600 - done })
  expect(await counts()).toEqual(new Map([[FIRST, 600]]))
  expect(new Set(await texts())).toEqual(new Set(['hush']))
})

test('a value that changes between being read and being sealed keeps the change', async () => {
  await insertMails([before.encrypt('first'), before.encrypt('first')])
  const result = await whileLocked(
    databaseUrl,
    (tx) => tx`
      update platform.mails set body_encrypted = ${before.encrypt('second')}
      where id = (select max(id::text)::uuid from platform.mails)`,
    () => resealColumn({ db, secrets }, mailTexts),
  )
  expect(result).toEqual({ found: 2, sealed: 1 })
  expect(await texts()).toEqual(['first', 'second'])
  // Another pass finds the value that the change sealed with the older key.
  expect(await resealColumn({ db, secrets }, mailTexts)).toEqual({ found: 1, sealed: 1 })
  expect(await texts()).toEqual(['first', 'second'])
})
