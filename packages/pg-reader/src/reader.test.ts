import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createDatabase, outcome, plainClient, statement, testReader, types } from './fixtures/database.ts'
import type { ParameterValue } from './outgoing.ts'

const url = await createDatabase(afterAll)
const admin = await plainClient(url, afterAll)

const single = { connections: 1 }
const echo = statement('select $1::text as t')

describe('rows', () => {
  test('are plain objects, in the order of the database', async () => {
    const reader = testReader(url)
    const rows = await reader.read(statement('select g as n, -g as m from generate_series(1, 3) g'), [])
    expect(rows).toEqual([
      { n: 1, m: -1 },
      { n: 2, m: -2 },
      { n: 3, m: -3 },
    ])
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype)
  })

  test('may be without columns, and statements without rows', async () => {
    const reader = testReader(url)
    expect(await reader.read(statement('select from generate_series(1, 2)'), [])).toEqual([{}, {}])
    expect(await reader.read(statement('select 1 as n where false'), [])).toEqual([])
    expect(await reader.read(statement(''), [])).toEqual([])
    expect(await reader.read(statement('set statement_timeout = 0'), [])).toEqual([])
  })

  test('have the columns that were asked for, whatever their names', async () => {
    const reader = testReader(url)
    const names = ['__proto__', 'constructor', 'a b', `"'\\`, '7', 'größe', '{x}', '`', '\u2028', 'toString']
    const columns = names.map((name, i) => `${i} as ${pg.escapeIdentifier(name)}`)
    const [row] = await reader.read(statement(`select ${columns.join()}`), [])
    expect(new Set(Object.keys(row ?? {}))).toEqual(new Set(names))
    expect(Object.entries(row ?? {}).map(([name, value]) => names[value as number] === name)).not.toContain(
      false,
    )
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
    expect(await reader.read(statement('select 1 as n, 2 as n'), [])).toEqual([{ n: 2 }])
  })

  test('may be large, in columns and in bytes', async () => {
    const reader = testReader(url)
    const text = 'päge '.repeat(1_000_000)
    expect(await reader.read(echo, [text])).toEqual([{ t: text }])
    const columns = Array.from({ length: 1600 }, (_, i) => `${i} as c${i}`)
    const [row] = await reader.read(statement(`select ${columns.join()}, $1::text as t`), ['x'.repeat(5000)])
    expect([Object.keys(row ?? {}).length, row?.c1599, String(row?.t).length]).toEqual([1601, 1599, 5000])
  })
})

describe('values', () => {
  test.each<[string, ParameterValue]>([
    ['a text', 'Grüße \\ \' " 🌊'],
    ['an empty text', ''],
    ['null', null],
    ['bytes', Buffer.from('as they are')],
  ])('%s arrives as it is', async (_what, value) => {
    expect(await testReader(url).read(echo, [value])).toEqual([{ t: value === null ? null : String(value) }])
  })

  test('bytes that are no text can stand among texts', async () => {
    const bytes = Buffer.from([0, 1, 128, 255])
    const all = statement('select $1::text as t, $2::bytea as b, $3::int4 as n')
    expect(await testReader(url).read(all, ['x', bytes, '7'])).toEqual([{ t: 'x', b: bytes, n: 7 }])
  })

  test('what is no value is refused before anything is sent', async () => {
    const reader = testReader(url, single)
    for (const value of [undefined, 7, true, {}, ['a']] as unknown as ParameterValue[])
      await expect(reader.read(echo, [value])).rejects.toThrow(TypeError)
    await expect(reader.read(echo, Array<string>(65_536).fill(''))).rejects.toThrow('65535')
    expect(await reader.read(echo, ['fine'])).toEqual([{ t: 'fine' }])
  })
})

describe('an error', () => {
  test('is the one that the plain driver gives, with all that the database said', async () => {
    const reader = testReader(url)
    await admin.query(
      'create table strict (id int primary key, name text constraint short check (length(name) < 3))',
    )
    for (const text of [
      'select 1 / 0',
      'select nothing from strict',
      'selec 1',
      `insert into strict values (1, 'long')`,
      `do $$ begin raise exception 'no' using detail = 'D', hint = 'H', errcode = 'P0042', column = 'c', datatype = 't'; end $$`,
    ]) {
      const fields = async (answer: Promise<unknown>) => {
        const error = await answer.then(
          () => undefined,
          (error) => error,
        )
        expect(error).toBeInstanceOf(pg.DatabaseError)
        return { message: error.message, ...error, length: undefined }
      }
      expect(await fields(reader.read(statement(text), []))).toEqual(
        await fields(admin.query({ text, values: [] })),
      )
    }
  })

  test('stays with its statement', async () => {
    const reader = testReader(url, single)
    const [zero, bad] = [statement('select 1 / $1::int4 as n'), statement('select oops')]
    const nul = reader.read(echo, ['a\0b'])
    const answers = [
      reader.read(zero, ['1']),
      reader.read(zero, ['0']),
      reader.read(bad, []),
      reader.read(bad, []),
      reader.read(bad, []),
      reader.read(zero, ['two']),
      nul,
      reader.read(zero, []),
      reader.read(zero, ['-1']),
    ]
    expect(await Promise.all(answers.map(outcome))).toEqual([
      [{ n: 1 }],
      'DatabaseError 22012',
      'DatabaseError 42703',
      'DatabaseError 42703',
      'DatabaseError 42703',
      'DatabaseError 22P02',
      'DatabaseError 22021',
      'DatabaseError 08P01',
      [{ n: -1 }],
    ])
  })

  test('of a type parser stays with its statement too, however many rows follow', async () => {
    const choosy: pg.CustomTypesConfig = {
      getTypeParser: (() => (text: string) => {
        if (text === '2') throw new RangeError('two')
        return text
      }) as typeof pg.types.getTypeParser,
    }
    const reader = testReader(url, { ...single, types: choosy })
    const count = statement('select g as n from generate_series(1, $1::int4) g')
    const answers = ['1', '3', '1'].map((n) => outcome(reader.read(count, [n])))
    expect(await Promise.all(answers)).toEqual([[{ n: '1' }], 'RangeError two', [{ n: '1' }]])
  })

  test('is told to whoever misnames a statement', async () => {
    const reader = testReader(url, single)
    await reader.read({ name: 'same', text: 'select 1' }, [])
    await expect(reader.read({ name: 'same', text: 'select 2' }, [])).rejects.toThrow('Two statements')
    await expect(reader.read({ name: 'n'.repeat(64), text: 'select 1' }, [])).rejects.toThrow('63 bytes')
    await expect(reader.read({ name: 'nul', text: 'select 1\0' }, [])).rejects.toThrow('NUL')
    expect(await reader.read({ name: 'n'.repeat(63), text: 'select 1 as n' }, [])).toEqual([{ n: 1 }])
  })
})

test('ten thousand reads at once get their own answers, those that fail their own errors', async () => {
  const reader = testReader(url, { connections: 3, queue: 4000 })
  const shapes = [
    statement('select $1::int4 as n'),
    statement('select $1::int4 as n, g from generate_series(1, 5) g'),
    statement('select 10 / ($1::int4 % 7) as q, $1::int4 as n'),
    statement('select $1::int4 as n, oops'),
  ]
  const answers = await Promise.all(
    Array.from({ length: 10_000 }, (_, n) =>
      reader.read(shapes[n % 4] as (typeof shapes)[0], [String(n)]).catch((error) => error.code),
    ),
  )
  const expected = answers.map((_, n) => {
    if (n % 4 === 0) return [{ n }]
    if (n % 4 === 1) return [1, 2, 3, 4, 5].map((g) => ({ n, g }))
    if (n % 4 === 2) return n % 7 === 0 ? '22012' : [{ q: Math.trunc(10 / (n % 7)), n }]
    return '42703'
  })
  expect(answers).toEqual(expected)
})

test('what the database says unasked disturbs nobody', async () => {
  const reader = testReader(url, single)
  await reader.read(statement('listen news'), [])
  const noisy = statement(
    `select set_config('application_name', $1, false) as t, pg_notify('news', $1) is null as told`,
  )
  const answers = Array.from({ length: 50 }, (_, i) => reader.read(noisy, [`name ${i}`]))
  expect((await Promise.all(answers)).map(([row]) => row?.t)).toEqual(answers.map((_, i) => `name ${i}`))
  await admin.query(`select pg_notify('news', 'from outside')`)
  expect(await reader.read(echo, ['after it'])).toEqual([{ t: 'after it' }])
})

describe('a prepared statement', () => {
  test('is prepared again after a migration, once for many that were under way', async () => {
    await admin.query('create table growing (id int4)')
    await admin.query('insert into growing values (1)')
    const reader = testReader(url, single)
    const all = statement('select * from growing')
    const readMany = () => Promise.all(Array.from({ length: 20 }, () => reader.read(all, [])))
    expect(await readMany()).toEqual(Array(20).fill([{ id: 1 }]))
    await admin.query(`alter table growing add column name text not null default 'x'`)
    expect(await readMany()).toEqual(Array(20).fill([{ id: 1, name: 'x' }]))
    await admin.query('alter table growing alter column id type text')
    expect(await readMany()).toEqual(Array(20).fill([{ id: '1', name: 'x' }]))
    await admin.query('alter table growing rename column name to title')
    expect(await readMany()).toEqual(Array(20).fill([{ id: '1', title: 'x' }]))
    const { rows } = await admin.query(`select count(*) as n from pg_stat_activity
      where datname = current_database() and application_name = 'reader'`)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('is prepared again when the database has forgotten it', async () => {
    const reader = testReader(url, single)
    await reader.read(echo, ['a'])
    const forget = reader.read(statement('deallocate all'), [])
    const answers = Array.from({ length: 5 }, (_, i) => reader.read(echo, [String(i)]))
    await forget
    expect((await Promise.all(answers)).map(([row]) => row?.t)).toEqual(['0', '1', '2', '3', '4'])
  })

  test('is closed when five hundred others were used after it', async () => {
    const reader = testReader(url, { ...single, queue: 2000 })
    const kept = statement(`select 'kept' as t`)
    const many = Array.from({ length: 700 }, (_, i) => statement(`select ${i} as n`))
    const answers = many.map(async (one) => {
      const [rows] = await Promise.all([reader.read(one, []), reader.read(kept, [])])
      return rows[0]?.n
    })
    expect(await Promise.all(answers)).toEqual(many.map((_, i) => i))
    const list = statement('select name from pg_prepared_statements order by prepare_time')
    const names = (await reader.read(list, [])).map(({ name }) => name)
    expect(names.length).toBe(500)
    // It was used all the time, and so never prepared again.
    expect(names[0]).toBe(kept.name)
    expect(names).not.toContain(many[0]?.name)
    expect(await reader.read(many[0] as (typeof many)[0], [])).toEqual([{ n: 0 }])
  })
})

test('types are asked for by their oids, as the plain driver asks', async () => {
  const getTypeParser = vi.fn(types.getTypeParser)
  const reader = testReader(url, { types: { getTypeParser } })
  await reader.read(statement('select 1::int4 as a, true as b'), [])
  expect(getTypeParser.mock.calls).toEqual([
    [23, 'text'],
    [16, 'text'],
  ])
})
