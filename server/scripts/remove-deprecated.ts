/**
 * `npm run remove-deprecated`: deletes the code of the deprecated groups, what only they need, and itself. Their paths still
 * answer 410 (`src/modules/ended`), and their data stay. Nothing is committed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const remove = (path: string) => rmSync(ROOT + path, { recursive: true })
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })

const STEPS: [what: string, take: () => void][] = [
  [
    'Delete the groups and their place in the list of modules',
    () => {
      remove('server/src/deprecated')
      change('server/src/composition.ts', /^.*deprecatedGroups.*\n/gm)
    },
  ],
  [
    'Uninstall what only they used',
    () => {
      run('npm', 'uninstall', 'libphonenumber-js', '-w', 'server', '--package-lock-only', '--offline')
      change('server/scripts/package/contents.ts', ", 'libphonenumber-js/min'")
      change('server/test/bundled-program.ts', '|libphonenumber-js')
      change('docs/decisions/dependencies.md', /^\| `libphonenumber-js` .*\n/m)
    },
  ],
  [
    'Take them out of the documents for contributors',
    () => {
      const architecture = 'docs/contributors/architecture.md'
      change(architecture, /^ {2}src\/deprecated\/ .*\n/m)
      change(architecture, /^\| deprecated group \|.*\n/m)
      change(architecture, /; only deprecated groups import .*\n.* they alone use/)
      change(architecture, '`deprecated/order-pay`', 'none any more')
      change('docs/contributors/releasing.md', ' deprecated groups removed,')
      change('docs/contributors/releasing.md', /\n## After 1 December 2026\n[^#]*/)
    },
  ],
  [
    'Delete this command and its test',
    () => {
      change(
        'docs/integrators/deprecations.md',
        ', with `npm run remove-deprecated` in a clone of the server',
      )
      change('package.json', /^ *"remove-deprecated": .*\n/m)
      remove('server/scripts/remove-deprecated.ts')
      remove('server/test/removal.full.test.ts')
    },
  ],
  ['Generate what comes from the code', () => run(process.execPath, 'server/scripts/generate.ts')],
]

const LEFT = `Left for you:
- npm install, npm run test:full, and what git grep still finds:
  git grep -n -e 'deprecated/' -e 'deprecated group' -- server docs ':!docs/decisions'
- A line in CHANGELOG.md: since when the groups are gone, and that their paths answer 410.
- One release later, a migration that drops the schemas fulfillment, external_orders and order_pay.`

/** Removes the text, or replaces it. */
function change(path: string, text: string | RegExp, by = ''): void {
  const before = read(path)
  const after = before.replace(text, by)
  if (after === before)
    throw new Error(`${path} has no ${text}: the tree is not the one that this command knows.`)
  writeFileSync(ROOT + path, after)
}

const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
if (changed !== '') {
  console.error(`There are changes that are not committed; commit them first:\n${changed}`)
  process.exit(1)
}
for (const [what, take] of STEPS) {
  console.log(what)
  take()
}
console.log(LEFT)
