/**
 * A provider of coverage for vitest that records which functions each test file calls, in `MAP`. It is a provider
 * because vitest calls providers after every file, in all projects and without a line in its configuration. Functions
 * are identified by name, because the code that runs has other positions than its source.
 */
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { dirname, join } from 'node:path'
import type { CoverageProvider, Vitest } from 'vitest/node'

export const MAP = 'node_modules/.cache/tradehall-mutants/map.json'

/** What the run for the map has recorded about a test file. */
export interface MappedTest {
  file: string
  ms: number
  /** `path#name` of every function that it called. */
  functions: string[]
  /** Whether it started another process, whose calls are not seen. */
  hasPrograms: boolean
}

type Called = Pick<MappedTest, 'functions' | 'hasPrograms'>

let session: Session | undefined
let hasPrograms = false

async function startCoverage(): Promise<void> {
  if (session) return
  session = new Session()
  session.connect()
  subscribe('child_process', () => {
    hasPrograms = true
  })
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

/** Reading the counts resets them to 0. */
async function takeCoverage(): Promise<Called> {
  const { result } = await session!.post('Profiler.takePreciseCoverage')
  const called = result
    .filter(({ url }) => !/^node:|\/node_modules\/|\.test\.ts|\/fixtures\//.test(url))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0))
        .map(
          ({ functionName }) =>
            `${url.replace('file://', '')}#${functionName.replace(/^(get |set |#)+/, '')}`,
        ),
    )
  const taken = { functions: [...new Set(called)], hasPrograms }
  hasPrograms = false
  return taken
}

class Provider implements CoverageProvider {
  name = 'custom'
  #vitest: Vitest | undefined
  readonly #called = new Map<string, Called>()

  initialize(vitest: Vitest) {
    this.#vitest = vitest
  }
  resolveOptions() {
    return this.#vitest!.config.coverage as ReturnType<CoverageProvider['resolveOptions']>
  }
  clean() {}
  onAfterSuiteRun({ coverage, testFiles }: { coverage?: unknown; testFiles: string[] }) {
    for (const file of testFiles) this.#called.set(file, coverage as Called)
  }
  generateCoverage() {
    return {}
  }
  reportCoverage() {
    const { state, config } = this.#vitest!
    const map = state.getTestModules().flatMap((module): MappedTest[] => {
      const file = module.relativeModuleId
      const called = this.#called.get(file)
      if (!called) return []
      const functions = called.functions
        .filter((name) => name.startsWith(`${config.root}/`))
        .map((name) => name.slice(config.root.length + 1))
      return [{ file, ms: Math.round(module.diagnostic().duration), ...called, functions }]
    })
    mkdirSync(join(config.root, dirname(MAP)), { recursive: true })
    writeFileSync(join(config.root, MAP), JSON.stringify(map))
  }
}

export default { startCoverage, takeCoverage, getProvider: () => new Provider() }
