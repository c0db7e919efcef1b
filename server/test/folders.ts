/** Temporary folders for tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a folder that is removed after the test, or after all tests of the file with `afterAll` as `cleanUp`. */
export function temporaryFolder(
  name: string,
  cleanUp: (remove: () => void) => void = onTestFinished,
): string {
  const folder = mkdtempSync(join(tmpdir(), `tradehall-${name}-`))
  cleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
