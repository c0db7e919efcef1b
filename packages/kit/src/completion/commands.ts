/** What can be completed, read from the declarations of the commands. */
import type { Command, Option } from 'commander'

export interface CompletedOption {
  /** The long flag. */
  flag: string
  description: string
  takesValue: boolean
  /** The fixed values, if there are any. */
  choices: readonly string[]
}

export interface CompletedCommand {
  /** The words after the name of the program; empty for the program itself. */
  path: string
  subcommands: readonly { name: string; description: string }[]
  options: readonly CompletedOption[]
  argument: { isFile: boolean; choices: readonly string[] }
}

/** `choices` are values of the first argument by the path of its command, in addition to the declared ones. */
export function completedCommands(
  program: Command,
  choices: Record<string, readonly string[]> = {},
): CompletedCommand[] {
  return describeCommand(program, '', choices)
}

function describeCommand(
  command: Command,
  path: string,
  choices: Record<string, readonly string[]>,
): CompletedCommand[] {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command).filter((one) => one.name() !== 'help')
  const [argument] = command.registeredArguments
  const described = {
    path,
    subcommands: subcommands.map((one) => ({ name: one.name(), description: one.description() })),
    options: help.visibleOptions(command).map(describeOption),
    argument: {
      isFile: ['file', 'folder'].includes(argument?.name() ?? ''),
      choices: choices[path] ?? argument?.argChoices ?? [],
    },
  }
  return [
    described,
    ...subcommands.flatMap((one) => describeCommand(one, `${path} ${one.name()}`.trim(), choices)),
  ]
}

const describeOption = (option: Option): CompletedOption => ({
  flag: option.long ?? option.flags,
  description: option.description,
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
})

/** The function of a shell that completes the program: names of functions have no hyphens in some shells. */
export const functionName = (program: string): string => `_${program.replaceAll('-', '_')}`

/** In single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
