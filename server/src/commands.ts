/** The commands that modules add to `tradehall`. Apart from `composition.ts`, which would load every module for `--help`. */
import { importCommand } from './modules/integrations/import-tool/import-command.ts'
import { listenCommand } from './modules/webhooks/tools/listen-command.ts'
import type { ToolCommand } from './tools/tool-command.ts'

export const moduleCommands: readonly ToolCommand[] = [
  // One line for each command.
  importCommand,
  listenCommand,
]
