/** Ends the summary of a test run with what was skipped and why, so that no test is skipped unnoticed. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import './requirements.ts'

export default class SkippedReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const line of modules.flatMap((module) => this.#describe(module))) this.#vitest?.logger.log(line)
  }

  #describe(module: TestModule): string[] {
    const skipped = [...module.children.allTests('skipped')].map((test) => reasonOf(test))
    // Whoever asks for tests by name does not want the others: only those with a reason were to run.
    const isPartial = this.#vitest?.config.testNamePattern !== undefined
    const reasons = Map.groupBy(skipped, (reason) => reason ?? (isPartial ? undefined : 'the test says so'))
    const file = relative(this.#vitest?.config.root ?? '', module.moduleId)
    return [...reasons].flatMap(([reason, { length }]) =>
      reason ? [`skipped: ${length} of ${file} because ${reason}`] : [],
    )
  }
}

/** From the test itself or the nearest suite around it. */
function reasonOf(test: TestCase): string | undefined {
  let at: TestCase | TestCase['parent'] | TestModule = test
  while (at.type !== 'module') {
    const { skippedBecause } = at.meta()
    if (skippedBecause) return skippedBecause
    at = at.parent
  }
  return undefined
}
