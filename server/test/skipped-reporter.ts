/** Appends the skipped tests and their reasons to the summary of a test run, so that no test is skipped unnoticed. */
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
    // With a name filter, tests are skipped on purpose: only those with a reason are listed.
    const isPartial = this.#vitest?.config.testNamePattern !== undefined
    const reasons = Map.groupBy(skipped, (reason) => reason ?? (isPartial ? undefined : 'the test says so'))
    const file = relative(this.#vitest?.config.root ?? '', module.moduleId)
    return [...reasons].flatMap(([reason, { length }]) =>
      reason ? [`skipped: ${length} of ${file} because ${reason}`] : [],
    )
  }
}

/** The reason of the test itself or of its nearest enclosing suite. */
function reasonOf(test: TestCase): string | undefined {
  let at: TestCase | TestCase['parent'] | TestModule = test
  while (at.type !== 'module') {
    const { skippedBecause } = at.meta()
    if (skippedBecause) return skippedBecause
    at = at.parent
  }
  return undefined
}
