/** Prints the tools of `tradehall mcp` for `docs/integrators/coding-tools.md`. */
import { TOOLS } from '../../packages/kit/src/mcp/tools/index.ts'

const EFFECTS = { reads: '', adds: 'adds', changes: 'changes' }

export function printTools(): string {
  const rows = TOOLS.map(
    ({ name, description, effect }) => `| \`${name}\` | ${EFFECTS[effect]} | ${description} |`,
  )
  return ['| Tool | Data | What |', '|---|---|---|', ...rows].join('\n')
}
