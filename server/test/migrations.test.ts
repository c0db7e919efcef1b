/** Rules of the files in `server/migrations`. */
import { parse } from 'libpg-query'
import { expect, test } from 'vitest'
import { extendMerged } from '../scripts/merged-migrations.ts'
import { readMigrations } from '../src/platform/migrations/files.ts'
import { statementsIn } from '../src/platform/migrations/statements.ts'
import { mistakesIn } from './migration-rules.ts'

const files = await readMigrations()

/** Files before this one were merged before there were rules for upgrades without downtime. */
const FIRST_WITH_RULES = 92
/** Merged before the rule that a constraint is added by a statement of its own. */
const BEFORE_A_RULE = 100

test('files are split into statements where the parser of PostgreSQL splits them', async () => {
  for (const { file, sql } of files) {
    const { stmts = [] } = await parse(sql)
    const whole = stmts.map(({ stmt }) => stmt)
    const parts = await Promise.all(statementsIn(sql).map(async ({ text }) => (await parse(text)).stmts))
    expect(withoutPlaces(parts.flatMap((all) => all?.map(({ stmt }) => stmt))), file).toEqual(
      withoutPlaces(whole),
    )
    expect(
      parts.filter((all) => all?.length !== 1),
      file,
    ).toEqual([])
  }
})

/** Places in the text differ when a statement stands alone. */
const withoutPlaces = (tree: unknown) =>
  JSON.parse(
    JSON.stringify(tree, (key, value) =>
      /location$|^(list|rexpr_list)_(start|end)$/.test(key) ? undefined : value,
    ),
  )

test('a statement has its line, its first line, and its markers', () => {
  const sql = `-- resumable: an index; and rows
create unique index concurrently if not exists orders_key
  on ordering.orders (id);

-- Why; how.
-- repeat until 0 rows
update ordering.orders set a = ';' where id in (select 1);
do $x$ begin perform 1; end $x$;
-- The end.
`
  expect(statementsIn(sql).map(({ text, ...others }) => others)).toEqual([
    {
      ...{ line: 2, summary: 'create unique index concurrently if not exists orders_key' },
      ...{ isRepeated: false, isConcurrent: true, concurrentIndex: 'ordering.orders_key' },
    },
    {
      ...{ line: 7, summary: "update ordering.orders set a = ';' where id in (select 1)" },
      ...{ isRepeated: true, isConcurrent: false, concurrentIndex: undefined },
    },
    {
      ...{ line: 8, summary: 'do $x$ begin perform 1; end $x$' },
      ...{ isRepeated: false, isConcurrent: false, concurrentIndex: undefined },
    },
  ])
})

test('new files are safe while the previous version runs, or say why', async () => {
  const mistakes: string[] = []
  const judged = files.filter(({ version }) => version >= FIRST_WITH_RULES && version !== BEFORE_A_RULE)
  for (const file of judged) mistakes.push(...(await mistakesIn(file)))
  expect(mistakes).toEqual([])
})

test('merged files are never changed, renamed or removed', () => {
  const merged = { '0001.do.a.sql': '1', '0002.do.b.sql': '2' }
  const [a, b, c] = [
    { file: '0001.do.a.sql', md5: '1' },
    { file: '0002.do.b.sql', md5: '2' },
    { file: '0003.do.c.sql', md5: '3' },
  ]
  expect(extendMerged(merged, [a, b, c])).toEqual({ ...merged, '0003.do.c.sql': '3' })
  for (const present of [[a], [a, { ...b, md5: 'other' }], [a, { ...b, file: '0003.do.b.sql' }]])
    expect(() => extendMerged(merged, present)).toThrow(/must stay as they are: 0002\.do\.b\.sql\./)
})

const mistakes = (sql: string) =>
  mistakesIn({ file: 'f.sql', sql, isResumable: sql.startsWith('-- resumable: ') })

test.each([
  ['add column', 'alter table a.t add column b int'],
  ['add column with a constant', "alter table a.t add column b text[] not null default '{}'::text[]"],
  ['add column with the time', 'alter table a.t add column b timestamptz not null default now()'],
  [
    'a new table with everything',
    'create table a.n (b int not null); create index n_idx on a.n (b); update a.n set b = 1; alter table a.n add primary key (b)',
  ],
  ['a constraint that is not validated yet', 'alter table a.t add constraint c check (b > 0) not valid'],
  ['a key from an index', 'alter table a.t add constraint c unique using index i'],
  ['drop an index', 'drop index a.i'],
  ['declared safe', '-- safe: unused since 1.2\nalter table a.t drop column b'],
  ['resumable index', '-- resumable: x\ncreate index concurrently if not exists i on a.t (b)'],
  [
    'resumable batches',
    '-- resumable: x\n-- repeat until 0 rows\nupdate a.t set b = 1 where id in (select id from a.t where b is null limit 9)',
  ],
  [
    'resumable constraint',
    '-- resumable: x\nalter table a.t drop constraint if exists c; alter table a.t add constraint c check (b is not null) not valid; alter table a.t validate constraint c; alter table a.t alter column b set not null; alter table a.t drop constraint if exists c',
  ],
  ['resumable insert', '-- resumable: x\ninsert into a.t values (1) on conflict do nothing'],
])('it may %s', async (_what, sql) => {
  expect(await mistakes(sql)).toEqual([])
})

test.each([
  ['drop table a.t', 'the previous version may use what is dropped'],
  ['alter table a.t drop column b', 'the previous version may use this column'],
  ['alter table a.t rename column b to c', 'RenameStmt is not known to be safe'],
  ['alter table a.t rename to u', 'RenameStmt is not known to be safe'],
  [
    'alter table a.t alter column b type bigint',
    'a new type rewrites the table, and the previous version may not understand it',
  ],
  [
    'alter table a.t alter column b set not null',
    '`set not null` reads the whole table under a lock, unless a check that it is not null was validated before',
  ],
  [
    'alter table a.t add column b int not null',
    'a new column that is not null has a default, because the previous version does not know it',
  ],
  [
    'alter table a.t add column b uuid default gen_random_uuid()',
    'a default that differs from row to row rewrites the table',
  ],
  ['alter table a.t add column b int generated always as identity', 'a generated column rewrites the table'],
  [
    'alter table a.t add column b int check (b > 0)',
    'a constraint of a new column is added by a statement of its own',
  ],
  [
    'alter table a.t add constraint c foreign key (b) references a.u',
    'a constraint is added `not valid`, and validated in a resumable file',
  ],
  [
    'alter table a.t add constraint c check (b > 0)',
    'a constraint is added `not valid`, and validated in a resumable file',
  ],
  [
    'alter table a.t add constraint c unique (b)',
    'a unique key is added `using` an index that was built concurrently',
  ],
  ['alter table a.t validate constraint c', 'a constraint is validated in a resumable file'],
  [
    'alter table a.t drop constraint c, add constraint c check (b > 0) not valid',
    'a constraint is added by a statement of its own: a distributed database refuses others beside it',
  ],
  ['alter table a.t set logged', 'AT_SetLogged is not known to be safe'],
  ['create index i on a.t (b)', 'an index of an existing table is built concurrently, in a resumable file'],
  [
    'create index concurrently i on a.t (b)',
    'a concurrent build cannot run in a transaction: make the file resumable',
  ],
  [
    'update a.t set b = 1',
    'an update of an existing table locks its rows until the file ends: change them in batches, in a resumable file',
  ],
  ['truncate a.t', 'TruncateStmt is not known to be safe'],
  ['do $$ begin end $$', 'DoStmt is not known to be safe'],
  ['commit', 'the runner begins and ends transactions'],
  ['-- repeat until 0 rows\nselect 1', 'only resumable files repeat statements'],
  [
    '-- resumable: x\ncreate index concurrently i on a.t (b)',
    'an index cannot be built twice: use `if not exists`',
  ],
  [
    '-- resumable: x\nalter table a.t add column b int',
    'AT_AddColumn cannot be repeated: use `if not exists`, or drop the constraint before, `if exists`',
  ],
  [
    '-- resumable: x\nalter table a.t add constraint c check (b > 0) not valid',
    'AT_AddConstraint cannot be repeated: use `if not exists`, or drop the constraint before, `if exists`',
  ],
  ['-- resumable: x\ncreate table a.n (b int)', 'a resumable file may not repeat this statement'],
  [
    "-- resumable: x\ncreate function a.f() returns int language sql as 'select 1'",
    'a resumable file may not repeat this statement',
  ],
  [
    '-- resumable: x\nupdate a.t set b = 1 where id in (select id from a.t limit 9)',
    'a change of many rows is repeated in batches: `-- repeat until 0 rows`',
  ],
  ['-- resumable: x\n-- repeat until 0 rows\nupdate a.t set b = 1 where b is null', 'a batch has a limit'],
  [
    '-- resumable: x\n-- repeat until 0 rows\ndelete from a.t where id in (select id from a.t limit 9 for update skip locked)',
    'a batch that skips locked rows ends before all rows are changed',
  ],
])('it may not: %s', async (sql, problem) => {
  const line = sql.split('\n').length
  expect(await mistakes(sql)).toEqual([`f.sql, line ${line}: ${problem}`])
})
