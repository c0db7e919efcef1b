/** The commands for integrators whose options are declared with them. */
import { importCommand } from './import/import-command.ts'
import { listenCommand } from './listen/listen-command.ts'
import type { ToolCommand } from './tool-command.ts'

export const toolCommands: readonly ToolCommand[] = [importCommand, listenCommand]
