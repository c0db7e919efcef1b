/**
 * `npm run mutants`: makes one small mistake after the other in the code, and reports which of them no test detects.
 *
 * The mistakes are those of `sample.json`, so that two runs can be compared: `--report before.json`, then a change to
 * the tests, then `--compare before.json`, which names the mistakes that were detected before and no longer are.
 * `--draw` draws another sample from the current sources. A mutant whose original code no longer exists is reported as
 * outdated.
 *
 * Each mutant is written into its file, in a copy of the tree, because tests also start programs; StrykerJS switches
 * its mutants within the process of the test, and has none for SQL. The tests that call the function with the mutant
 * (`reach.ts`) run, the nearest first, until one fails. A failure counts if the same file passes without the mutant.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { examine, type Result } from './examine.ts'
import { readMap } from './reach.ts'
import { drawSample, type Mutant } from './sample.ts'

const options = new Command('npm run mutants --')
  .argument('[folder]', 'only mutants of files whose path begins with this', '')
  .option('--only <id>', 'only this mutant')
  .option('--workers <n>', 'mutants at the same time, each in a copy of the tree', Number, 2)
  .option('--tests <n>', 'test files that are tried before a mutant has survived', Number, 40)
  .option('--map', 'find out again which test calls what, for which all tests run')
  .option('--report <file>', 'writes the results; an interrupted run continues with what is in it')
  .option(
    '--compare <file>',
    'an earlier report; the exit code is 1 if a mutant was killed then and is not now',
  )
  .option('--draw <seed>', 'draws a new sample instead of examining the one there is')
  .parse()
type Texts = Partial<Record<'only' | 'report' | 'compare' | 'draw', string>>
const { only, workers, tests, map, report, compare, draw } = options.opts<
  Texts & { workers: number; tests: number; map?: true }
>()
const [folder = ''] = options.processedArgs as [string?]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SAMPLE = join(ROOT, 'server/mutants/sample.json')

async function examineSample(): Promise<void> {
  const isWanted = ({ file, id }: Mutant) => file.startsWith(folder) && (!only || id === only)
  const sample = (JSON.parse(readFileSync(SAMPLE, 'utf8')) as Mutant[]).filter(isWanted)
  const results: Result[] = report && existsSync(report) ? readReport(report).filter(isWanted) : []
  const isOpen = ({ id }: Mutant) => !results.some((one) => one.id === id)
  await examine(ROOT, sample.filter(isOpen), {
    workers,
    most: tests,
    map: readMap(ROOT, { isRenewed: map === true }),
    onResult(result) {
      results.push(result)
      if (report) writeFileSync(report, `${JSON.stringify(results, null, 1)}\n`)
      const { verdict, by, seconds } = result
      console.log(
        `${results.length}/${sample.length} ${verdict} in ${seconds} s: ${placeOf(result)}${by ? `\n    by ${by}` : ''}`,
      )
    },
  })
  summarize(results)
  if (compare) compareWith(readReport(compare), results)
}

const VERDICTS = ['killed', 'timed out', 'survived', 'outdated'] as const

const readReport = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Result[]

function summarize(results: readonly Result[]): void {
  for (const result of results.filter(({ verdict }) => verdict === 'survived' || verdict === 'outdated')) {
    console.log(`\n${result.verdict} ${placeOf(result)}\n  ${result.text.replaceAll('\n', '\n  ')}`)
    const { tried = [] } = result
    console.log(
      `  ${tried.length} test files were tried: ${tried.slice(0, 5).join(', ')}${tried[5] ? ', …' : ''}`,
    )
  }
  const folders = Map.groupBy(results, ({ file }) => /^(packages\/[^/]+|.*(?=\/))/.exec(file)?.[0] ?? file)
  const count = (of: readonly Result[]) =>
    Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, of.filter((one) => one.verdict === verdict).length]),
    )
  console.table(
    Object.fromEntries([...folders, ['all', results] as const].map(([name, of]) => [name, count(of)])),
  )
}

function compareWith(before: readonly Result[], after: readonly Result[]): void {
  const wasNoticed = new Set(before.filter(isNoticed).map(({ id }) => id))
  const lost = after.filter((result) => wasNoticed.has(result.id) && result.verdict === 'survived')
  for (const result of lost) console.log(`killed before, not now: ${placeOf(result)}`)
  if (lost.length > 0) process.exitCode = 1
  else console.log('Every mutant that was killed before is killed now, or outdated.')
}

const isNoticed = ({ verdict }: Result) => verdict === 'killed' || verdict === 'timed out'

const placeOf = ({ id, file, line, original, replacement }: Mutant) =>
  `${id} ${file}:${line} ${inShort(original)} → ${inShort(replacement)}`

const inShort = (text: string) => (text === '' ? 'nothing' : text.replaceAll(/\s+/g, ' ').slice(0, 60))

if (draw === undefined) await examineSample()
else writeFileSync(SAMPLE, `${JSON.stringify(drawSample(ROOT, draw), null, 2)}\n`)
