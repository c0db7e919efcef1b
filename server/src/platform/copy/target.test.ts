import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, serverUrl } from '../../../test/database.ts'
import { withDatabaseName } from '../../../test/database-url.ts'
import { connect } from '../database.ts'
import { closeSession, openSession, type Session } from './session.ts'
import { abandonTarget, claimTarget, refuseUnfit, releaseTarget } from './target.ts'
import { refuseUnfinishedCopyAt } from './unfinished-copy.ts'

const admin = connect(serverUrl, { pool: 1, name: 'tests' })
afterAll(() => admin.end())

const ours = { id: 'ours', source: 'the data folder ours' }
const emptyDatabase = () => createTestDatabase(onTestFinished, 'template0')

async function claim(url: string, copy = ours): Promise<Session> {
  const session = await claimTarget(url, copy)
  onTestFinished(() => closeSession(session))
  return session
}

async function relations(url: string): Promise<string[]> {
  const session = await openSession(url)
  const { rows } = await session.query(
    `select oid::regclass::text as name from pg_class where relnamespace::regnamespace::text in ('public', 'shop')
      and relkind = 'r' order by 1`,
  )
  await closeSession(session)
  return rows.map(({ name }) => name)
}

test('a database with anything in it is refused and stays as it is', async () => {
  const url = await emptyDatabase()
  const session = await openSession(url)
  onTestFinished(() => closeSession(session))
  await session.query('create schema shop')
  await expect(claimTarget(url, ours)).rejects.toThrow(/is not empty: it has the schema shop; use an empty/)
  await session.query('drop schema shop; create table public.things ()')
  await expect(claimTarget(url, ours)).rejects.toThrow(/is not empty: it has public\.things; use an empty/)
  expect(await relations(url)).toEqual(['things'])
})

test('an interrupted copy of the same source is removed, and that of another one is refused', async () => {
  const url = await emptyDatabase()
  const session = await claim(url)
  await session.query('create schema shop; create table shop.things (); create table schemaversion ()')
  await closeSession(session)
  await expect(claimTarget(url, { id: 'theirs', source: 'the data folder theirs' })).rejects.toThrow(
    /is an unfinished copy of the data folder ours, not of the data folder theirs; use another database/,
  )
  const again = await claim(url)
  expect(await relations(url)).toEqual(['unfinished_copy'])
  await releaseTarget(again)
  expect(await relations(url)).toEqual([])
})

test('only a copy may use a database with an unfinished copy, and a failed copy leaves it empty', async () => {
  const url = await emptyDatabase()
  await closeSession(await claim(url))
  await expect(refuseUnfinishedCopyAt(url)).rejects.toThrow(
    'This database is an unfinished copy of the data folder ours; run the `move` or `restore` that was interrupted again, or use another database.',
  )
  await abandonTarget(url, ours)
  await refuseUnfinishedCopyAt(url)
  expect(await relations(url)).toEqual([])
})

test('a role that may not create schemas is refused', async () => {
  const role = `tradehall_test_${randomUUID().slice(0, 8)}`
  await admin.unsafe(`create role ${role} login`)
  onTestFinished(async () => void (await admin.unsafe(`drop role ${role}`)))
  const url = new URL(await emptyDatabase())
  url.username = role
  await expect(claimTarget(url.href, ours)).rejects.toThrow(
    new RegExp(
      `^The role ${role} may not create schemas in the database .*; make it the owner of the database.$`,
    ),
  )
})

test('a database with another encoding is refused', async () => {
  const name = `tradehall_test_${randomUUID().replaceAll('-', '')}`
  await admin.unsafe(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  )
  onTestFinished(async () => void (await admin.unsafe(`drop database ${name} with (force)`)))
  await expect(claimTarget(withDatabaseName(serverUrl, name), ours)).rejects.toThrow(
    /has the encoding SQL_ASCII; create one with `encoding 'UTF8'`\.$/,
  )
})

test.each([
  [{ version: 140_011, shown_version: '14.11' }, 'is PostgreSQL 14.11; use PostgreSQL 15 or later.'],
  [{ is_read_only: true }, 'is read-only; use the primary server, or another database.'],
  [
    { missing: ['pg_trgm', 'btree_gin'] },
    'lacks the extension pg_trgm and btree_gin; install the contrib package of PostgreSQL there.',
  ],
])('a server that does not fit is refused: %j', async (found, sentence) => {
  const row = { version: 150_000, encoding: 'UTF8', may_create: true, missing: [], ...found }
  const session = { query: async () => ({ rows: [row] }) } as unknown as Session
  await expect(refuseUnfit(session, 'of somebody')).rejects.toThrow(sentence)
})

test('the query accepts a suitable database and refuses a read-only one', async () => {
  const session = await openSession(await emptyDatabase())
  onTestFinished(() => closeSession(session))
  await refuseUnfit(session, 'of ours')
  await session.query('set default_transaction_read_only = on')
  await expect(refuseUnfit(session, 'of ours')).rejects.toThrow('is read-only')
})
