/** The folder that runs of the tests share: template databases, the bundled program, compiled code. All of it may be deleted. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** From here packages that are not bundled are found as from `server/`. */
export const CACHE = join(
  fileURLToPath(new URL('../', import.meta.url)),
  'node_modules/.cache/tradehall-test',
)
