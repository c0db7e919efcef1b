/** `tradehall completion <shell>`: prints the script that completes the command line in a shell. */

import { print } from '@tradehall/kit/printing'
import type { Command } from 'commander'
import { TRIGGERS } from '../triggers.ts'
import { bashCompletion } from './bash.ts'
import { completedCommands } from './commands.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export function printCompletion(shell: keyof typeof SCRIPTS, program: Command): number {
  const commands = completedCommands(program, { trigger: Object.keys(TRIGGERS) })
  print(SCRIPTS[shell](commands).trimEnd())
  return 0
}
