/** Examines mutants, several at the same time, each in a copy of the tree. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyTree } from './copy.ts'
import type { MappedTest } from './coverage.ts'
import { testsFor } from './reach.ts'
import { locate, type Mutant } from './sample.ts'
import type { Ran, Run } from './worker.ts'

export interface Result extends Mutant {
  verdict: 'killed' | 'timed out' | 'survived' | 'outdated'
  /** The test that killed it. */
  by?: string
  /** The test files that were tried in vain. */
  tried?: string[]
  seconds: number
}

interface Options {
  workers: number
  /** The most test files that are tried for a mutant. */
  most: number
  map: readonly MappedTest[]
  onResult: (result: Result) => void
}

/**
 * The maximum number of tests that start programs, in addition to those of the source. Their run has a setup of its
 * own.
 */
const MOST_PROGRAMS = 2
/** Most mutants fail one of the nearest tests; every further run loads the server again. */
const FIRST_FILES = 4
const NEXT_FILES = 12
/** Time to load the server, for a busy machine. */
const LOADING_MS = 60_000
const BUSY = 5

/** Test files that pass without a mutant, and those that fail without one: failures of the latter mean nothing. */
const sound = new Set<string>()
const broken = new Set<string>()

export async function examine(root: string, mutants: readonly Mutant[], options: Options): Promise<void> {
  const { workers, map, most, onResult } = options
  const copies = Array.from({ length: Math.min(workers, mutants.length) }, () => new Copy())
  const removeAll = () => Promise.all(copies.map((copy) => copy.remove()))
  const interrupt = (signal: NodeJS.Signals) => {
    console.log(`${signal}: removes the copies of the tree.`)
    void removeAll().then(() => process.exit(130))
  }
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    for (const copy of copies) copyTree(root, copy.root)
    const nearest = mutants.flatMap((mutant) => readMutant(root, mutant, map)?.tests.slice(0, 2) ?? [])
    const files = [...new Set(nearest.filter(({ hasPrograms }) => !hasPrograms))]
    const share = Math.ceil(files.length / copies.length)
    await Promise.all(copies.map((copy, i) => copy.check(files.slice(i * share, (i + 1) * share))))
    if (files.length > 0 && sound.size === 0) throw new Error('All tests fail without a mutant.')
    const waiting = mutants.values()
    await Promise.all(
      copies.map(async (copy) => {
        for (const mutant of waiting) onResult(await copy.examine(mutant, map, most))
      }),
    )
  } finally {
    await removeAll()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
  if (broken.size > 0) console.log(`Fail without a mutant, and were left out: ${[...broken].join(', ')}`)
}

class Copy {
  readonly root = mkdtempSync(join(tmpdir(), 'tradehall-mutants-'))
  #resident: Vitest | undefined
  #fresh: Vitest | undefined
  /** Files that the resident vitest has read before they were written. */
  readonly #changed = new Set<string>()

  async examine(mutant: Mutant, map: readonly MappedTest[], most: number): Promise<Result> {
    const startedAt = performance.now()
    const found = readMutant(this.root, mutant, map)
    const tried: string[] = []
    const result = (verdict: Result['verdict'], more: Partial<Result> = {}): Result => {
      return { ...mutant, verdict, ...more, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
    }
    if (!found) return result('outdated')
    const inProcess = found.tests.filter(({ hasPrograms }) => !hasPrograms).slice(0, most)
    const isBeside = ({ file }: MappedTest) => dirname(file) === dirname(mutant.file)
    const programs = found.tests.filter((test) => test.hasPrograms && isBeside(test)).slice(0, MOST_PROGRAMS)
    const runs = [inProcess.splice(0, FIRST_FILES), inProcess.splice(0, NEXT_FILES), inProcess, programs]
    for (const tests of runs) {
      const noticed = await this.#try(mutant, found, tests)
      if (noticed) return result(noticed.verdict, noticed)
      tried.push(...tests.map(({ file }) => file))
    }
    return result('survived', { tried })
  }

  /** Runs tests with the mutant. Repeats a run that timed out, because the machine may have been the cause. */
  async #try(mutant: Mutant, { source, mutated }: Found, all: readonly MappedTest[]) {
    const write = (text: string) => {
      writeFileSync(join(this.root, mutant.file), text)
      this.#changed.add(mutant.file)
    }
    for (;;) {
      const tests = all.filter(({ file }) => !broken.has(file))
      if (tests.length === 0) return undefined
      write(mutated)
      let ran = await this.#run(tests)
      if (ran.hasTimedOut) ran = await this.#run(tests)
      write(source)
      const [failure] = ran.failures
      if (!failure && !ran.hasTimedOut) return undefined
      const suspects = tests.filter(({ file }) => !failure?.file || file === failure.file)
      await this.check(suspects)
      if (suspects.some(({ file }) => broken.has(file))) continue
      if (!failure) return { verdict: 'timed out' as const }
      return {
        verdict: 'killed' as const,
        by: `${failure.file ?? 'an error outside of tests'}: ${failure.message}`,
      }
    }
  }

  /** Runs test files without a mutant, each once, and records whether they pass. */
  async check(tests: readonly MappedTest[]): Promise<void> {
    const unknown = tests.filter(({ file }) => !sound.has(file) && !broken.has(file))
    if (unknown.length === 0) return
    const { failures, hasTimedOut } = await this.#run(unknown, { isBailing: false })
    for (const { file } of unknown) {
      const isBroken = hasTimedOut || failures.some((failure) => failure.file === file)
      ;(isBroken ? broken : sound).add(file)
    }
    for (const { file, message } of failures) console.log(`Without a mutant: ${file}: ${message}`)
  }

  /** Tests that start programs get a new vitest, for which the program is bundled with the mutant in it. */
  async #run(tests: readonly MappedTest[], { isBailing = true } = {}): Promise<Ran> {
    const files = tests.map(({ file }) => file)
    const limitMs = LOADING_MS + BUSY * tests.reduce((sum, { ms }) => sum + ms, 0)
    const run = { files, changed: [...this.#changed], limitMs, isBailing }
    if (tests.some(({ hasPrograms }) => hasPrograms)) {
      this.#fresh = new Vitest(this.root)
      const ran = await this.#fresh.run(run)
      await this.#fresh.end()
      return ran
    }
    this.#resident ??= new Vitest(this.root)
    this.#changed.clear()
    return await this.#resident.run(run)
  }

  async remove(): Promise<void> {
    await Promise.all([this.#resident?.end(), this.#fresh?.end()])
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** The process of `worker.ts`. */
class Vitest {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #ready: Promise<unknown>
  readonly #died: Promise<never>
  #isEnding = false

  constructor(cwd: string) {
    const script = fileURLToPath(new URL('worker.ts', import.meta.url))
    // A group of its own, which an interrupt of the terminal does not reach: `end` lets it stop its database.
    this.#process = fork(script, { cwd, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#ended = once(this.#process, 'exit')
    this.#ready = once(this.#process, 'message')
    this.#died = this.#ended.then(() => {
      if (!this.#isEnding) throw new Error('The process of vitest died.')
      return new Promise<never>(() => {})
    })
    this.#died.catch(() => {})
  }

  async run(run: Run): Promise<Ran> {
    await Promise.race([this.#ready, this.#died])
    this.#process.send(run)
    const [ran] = (await Promise.race([once(this.#process, 'message'), this.#died])) as [Ran]
    return ran
  }

  async end(): Promise<void> {
    this.#isEnding = true
    if (this.#process.connected) this.#process.disconnect()
    await this.#ended
  }
}

interface Found {
  source: string
  mutated: string
  tests: MappedTest[]
}

function readMutant(root: string, mutant: Mutant, map: readonly MappedTest[]): Found | undefined {
  const path = join(root, mutant.file)
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const place = locate(mutant, source)
  if (place === undefined) return undefined
  const mutated = source.slice(0, place) + mutant.replacement + source.slice(place + mutant.original.length)
  return { source, mutated, tests: testsFor(mutant, source, place, map) }
}
