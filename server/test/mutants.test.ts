/** The runner of `npm run mutants`, on a tree of three files. What a vitest of its own costs, it costs only here. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { candidatesIn } from '../mutants/candidates.ts'
import { examine, type Result } from '../mutants/examine.ts'
import { locate, type Mutant } from '../mutants/sample.ts'
import { temporaryFolder } from './folders.ts'

const FILES = {
  '.gitignore': 'node_modules',
  'package.json': '{ "type": "module" }',
  'src/grace.ts': 'export const graceOf = (debt: number) => (debt > 100 ? 0 : 5)\n',
  'src/late.ts': `import { graceOf } from './grace.ts'
export const isLate = (days: number, debt: number) => days > 30 + graceOf(debt)
`,
  'src/late.test.ts': `import { expect, test } from 'vitest'
import { isLate } from './late.ts'

test('a month is waited for', () => {
  expect(isLate(10, 1)).toBe(false)
  expect(isLate(40, 1)).toBe(true)
})
`,
}

/** A mutant of a file of one line of code. */
function mutant(file: keyof typeof FILES, original: string, replacement: string): Mutant {
  const line = file === 'src/late.ts' ? 2 : 1
  const text = FILES[file].split('\n')[line - 1] ?? ''
  const at = text.indexOf(original)
  return { id: `${original} ${replacement}`, kind: '', file, line, text, at, original, replacement }
}

test('says which mistakes a test notices, which none does, and which are out of date', async () => {
  const root = temporaryFolder('mutated')
  const vitest = fileURLToPath(new URL('../../node_modules/vitest', import.meta.url))
  for (const folder of ['src', 'node_modules']) mkdirSync(join(root, folder))
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(root, file), text)
  symlinkSync(vitest, join(root, 'node_modules/vitest'))
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  const file = 'src/late.test.ts'
  const functions = ['src/late.ts#isLate', 'src/grace.ts#graceOf']
  const results: Result[] = []
  const mutants = [
    mutant('src/late.ts', '30', '300'),
    // Survives only if the file of the one before is again what it was.
    mutant('src/grace.ts', '100', '101'),
    { ...mutant('src/late.ts', '>', '<'), text: 'a line that was there' },
  ]
  await examine(root, mutants, {
    workers: 1,
    most: 1,
    map: [{ file, ms: 100, functions, hasPrograms: false }],
    onResult: (result) => results.push(result),
  })
  expect(results).toMatchObject([
    { verdict: 'killed', by: expect.stringContaining(`${file}: a month is waited for`) },
    { verdict: 'survived', tried: [file] },
    { verdict: 'outdated' },
  ])
})

test('a mutant is found where its line went, but not among lines of the same text', () => {
  const [, text = ''] = FILES['src/late.ts'].split('\n')
  const source = `${text}\n`
  const place = source.indexOf('>', source.indexOf('days >'))
  const moved = { ...mutant('src/late.ts', '>', '<'), line: 9, at: place }
  expect(locate(moved, source)).toBe(place)
  expect(locate(moved, source + source)).toBeUndefined()
  expect(locate({ ...moved, line: 2 }, source + source)).toBe(source.length + place)
})

test('what decides is mutated, in TypeScript and in SQL, and what only says something is not', () => {
  const source = `
export async function pay(db: Sql, id: number, now: Date): Promise<void> {
  invariant(id > 0, 'an id')
  const label: 5 | undefined = a?.b ?? c
  await db\`
    update bills set state = 'a < b' -- and why
    where id = \${id + 1} and due_at <= \${now}
    and is_open\`
}`
  const all = candidatesIn('pay.ts', source)
  const found = all.map(({ start, end, replacement }) => `${source.slice(start, end)} → ${replacement}`)
  expect(found.slice(0, 3)).toEqual([' ?? c → ', '?. → .', expect.stringMatching(/^await db.* → ;$/s)])
  expect(found.slice(3).sort()).toEqual([
    '+ → -',
    '1 → 2',
    '<= → <',
    '= → <>',
    'and is_open → ',
    'and → or',
    'and → or',
  ])
})
