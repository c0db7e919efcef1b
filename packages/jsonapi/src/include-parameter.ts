/** Parses the `include` parameter. */
import { problem } from './errors.ts'
import { type AllowedIncludes, allowedPaths, type IncludeTree, noIncludes } from './include-tree.ts'
import type { ParameterReader } from './reader.ts'
import { cutText } from './wording.ts'

const badInclude = problem(null, 400, 'Bad Request')

// Each path multiplies the rows to load, so both their number and their depth are bounded.
const MAX_PATHS = 20
const MAX_DEPTH = 5

type OpenTree = { [relationship: string]: OpenTree }

export function compileIncludes(allowed: AllowedIncludes | undefined): ParameterReader<IncludeTree> {
  const paths = allowed ? allowedPaths(allowed) : []
  const expected =
    paths.length > 0 ? `one of ${paths.join(', ')}` : 'no include, as nothing can be included here'
  return {
    read(given, report) {
      // Generated clients repeat the parameter instead of joining its values.
      const requested = given.flatMap(({ value }) => (value === '' ? [] : value.split(',', MAX_PATHS + 1)))
      if (requested.length === 0) return noIncludes
      const at = { parameter: 'include' }
      if (requested.length > MAX_PATHS) {
        report(badInclude(`Expected at most ${MAX_PATHS} include paths, but saw more.`, at))
        return noIncludes
      }
      const tree: OpenTree = Object.create(null)
      for (const path of requested) {
        const names = path.split('.', MAX_DEPTH + 1)
        if (names.length > MAX_DEPTH) {
          const detail = `Expected include paths of at most ${MAX_DEPTH} names, but saw "${cutText(path)}".`
          report(badInclude(detail, at))
        } else if (!allowed || !addPath(tree, allowed, names)) {
          report(badInclude(`Expected ${expected}, but saw the include path "${cutText(path)}".`, at))
        }
      }
      return tree
    },
  }
}

/** Adds a path under canonical names; returns false if it is not allowed. */
function addPath(tree: OpenTree, allowed: AllowedIncludes, names: readonly string[]): boolean {
  const steps: string[] = []
  let node = allowed
  for (const name of names) {
    const child = node.children.get(name)
    if (child === undefined) return false
    steps.push(child.name)
    node = child.allowed
  }
  let here = tree
  for (const step of steps) {
    here[step] ??= Object.create(null) as OpenTree
    here = here[step]
  }
  return true
}
