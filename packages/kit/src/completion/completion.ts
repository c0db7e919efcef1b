/** `completion <shell>`: prints the script that completes the commands of a program in a shell. */

import type { Command } from 'commander'
import { print } from '../terminal/printing.ts'
import { TRIGGERS } from '../trigger/triggers.ts'
import { bashCompletion } from './bash.ts'
import { completedCommands } from './commands.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export function printCompletion(shell: keyof typeof SCRIPTS, program: Command): number {
  const commands = completedCommands(program, { trigger: Object.keys(TRIGGERS) })
  print(SCRIPTS[shell](program.name(), commands).trimEnd())
  return 0
}
